import { sql } from 'kysely'
import type { CatalogDatabase, CatalogTransaction } from './catalog-database-store.ts'

/** One line of the history. */
export interface ChangeWrite {
  readonly entityId: number
  readonly ref: string
  readonly kind: 'created' | 'updated'
  readonly fields: readonly string[]
  /** `type target` */
  readonly relationsAdded: readonly string[]
  readonly relationsRemoved: readonly string[]
  readonly source: string | undefined
  readonly sourceRevision: string | undefined
  /** Whether the whole entity is kept as it was before: where more than its relations changed. */
  readonly keepsBefore: boolean
}

/** What one revision did, for those who follow. */
export interface RevisionSummary {
  readonly revision: number
  readonly created: readonly string[]
  readonly updated: readonly string[]
  /** Those of the updated of which nothing but their relations has changed. */
  readonly relationsOnly: readonly string[]
  readonly deleted: readonly string[]
}

/** The history, which is written in the same transaction as the changes themselves. */
export const changeStore = {
  /** Before the entities are written, because what is replaced is kept. */
  async append(trx: CatalogTransaction, revision: number, changes: readonly ChangeWrite[]): Promise<void> {
    const created = changes.filter(({ kind }) => kind === 'created')
    const updated = changes.filter(({ kind }) => kind === 'updated')
    if (created.length > 0) {
      await sql`
        insert into change (revision, sequence, kind, entity_id, ref, source, source_revision)
        select ${revision}, n.sequence, 'created', n.id, n.ref, n.source, n.source_revision from unnest(
          ${created.map(each => each.entityId)}::int[], ${created.map(each => each.ref)}::text[], ${created.map(each => each.source)}::text[],
          ${created.map(each => each.sourceRevision)}::text[]) with ordinality n (id, ref, source, source_revision, sequence)`.execute(trx)
    }
    if (updated.length === 0) return
    const rows = updated.map((each, at) => ({
      sequence: created.length + at + 1,
      entity_id: each.entityId,
      ref: each.ref,
      fields: each.fields,
      relations_added: each.relationsAdded,
      relations_removed: each.relationsRemoved,
      source: each.source,
      source_revision: each.sourceRevision,
      keeps_before: each.keepsBefore,
    }))
    await sql`
      insert into change (revision, sequence, kind, entity_id, ref, fields, relations_added, relations_removed, source, source_revision,
        final_before, definition_id, definition_at)
      select ${revision}, sequence, 'updated', entity_id, n.ref, fields, relations_added, relations_removed, source, source_revision,
        t.bare_text, t.definition_id, t.definition_at
      from json_to_recordset(${JSON.stringify(rows)}::json) as n (sequence int, entity_id int, ref text, fields text[], relations_added text[],
        relations_removed text[], source text, source_revision text, keeps_before bool)
        left join lateral (select bare_text, definition_id, definition_at from entity_text where id = n.entity_id) t on keeps_before`.execute(
      trx,
    )
  },

  /** Notes that these entities go, while they are still there. */
  async appendDeleted(
    trx: CatalogTransaction,
    revision: number,
    ids: readonly number[],
    why: { source?: string | undefined },
  ): Promise<void> {
    await sql`
      insert into change (revision, sequence, kind, entity_id, ref, source, final_before, definition_id, definition_at)
      select ${revision}, (select coalesce(max(sequence), 0) from change where revision = ${revision}) + row_number() over (order by id),
        'deleted', id, ref, ${why.source ?? null}, bare_text, definition_id, definition_at
      from entity_text where id = any(${ids}::int[])`.execute(trx)
  },

  /** Deletes old changes, a batch at a time; returns how many. */
  async deleteOld(db: CatalogDatabase, olderThanMs: number): Promise<number> {
    const { numAffectedRows } = await sql`
      delete from change where ctid = any(array(
        select ctid from change where at < now() - make_interval(secs => ${olderThanMs / 1000}) limit 5000))`.execute(db)
    return Number(numAffectedRows ?? 0)
  },

  /** The revisions that are not published yet, unless another server publishes them at this moment. The transaction marks them as published. */
  async takeUnpublished(trx: CatalogTransaction, max: number): Promise<{ revisions: RevisionSummary[]; isMore: boolean }> {
    const first = await trx
      .selectFrom(['publication', 'revision'])
      .select(['publication.revision as published', 'revision.value as known'])
      .whereRef('revision.value', '>', 'publication.revision')
      .forNoKeyUpdate('publication')
      .skipLocked()
      .executeTakeFirst()
    if (!first) return { revisions: [], isMore: false }
    const published = Number(first.published)
    const known = Number(first.known)
    const last = Math.min(published + max, known)
    // A range of the primary key: while much comes in nothing is known of the table's values, and any other plan would read all of it.
    const rows = await trx
      .selectFrom('change')
      .select(({ fn }) => {
        const refs = fn.agg<string[] | null>('array_agg', ['ref']).orderBy('sequence')
        return [
          'revision',
          refs.filterWhere('kind', '=', 'created').as('created'),
          refs.filterWhere('kind', '=', 'updated').as('updated'),
          refs
            .filterWhere('kind', '=', 'updated')
            .filterWhere('fields', '=', sql<string[]>`'{}'`)
            .as('relations_only'),
          refs.filterWhere('kind', '=', 'deleted').as('deleted'),
        ]
      })
      .where('revision', '>', String(published))
      .where('revision', '<=', String(last))
      .groupBy('revision')
      .orderBy('revision')
      .execute()
    await trx.updateTable('publication').set({ revision: last }).execute()
    const revisions = rows.map(({ revision, created, updated, relations_only, deleted }) => ({
      revision: Number(revision),
      created: created ?? [],
      updated: updated ?? [],
      relationsOnly: relations_only ?? [],
      deleted: deleted ?? [],
    }))
    return { revisions, isMore: last < known }
  },
}
