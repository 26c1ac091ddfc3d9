import { anyOf } from '@portico/core/server/expressions'
import { sql, type NotNull } from 'kysely'
import type { CatalogDatabase } from '../processing/write/catalog-database-store.ts'

/** One step of the catalog: an entity as it is now, or that it is gone. */
export interface FeedRow {
  readonly id: number
  readonly ref: string
  readonly revision: number
  /** The revision that last changed the head, but for its etag. */
  readonly coreRevision: number
  /** Whether a long definition is left out of the head: `null` stands in its place. */
  readonly isBare?: boolean
  /** Absent where the core is the one of an earlier revision. */
  readonly head?: string
  /** Absent where the entity is gone. */
  readonly tail?: string
}

/** An entity's JSON in two parts: `head` is an object still open, `tail` the members `relations` and `status` that end it. */
export interface TextParts {
  readonly head: string
  readonly tail: string
}

interface RawFeedRow {
  readonly id: number
  readonly ref: string
  readonly revision: string
  readonly core_revision: string | null
  readonly head: string | null
  readonly tail: string | null
  readonly definition_id: string | null
}

export type TextStore = ReturnType<typeof createTextStore>

/** The stored texts of entities, as they go out. */
export function createTextStore(db: CatalogDatabase) {
  const selectParts = () =>
    db
      .selectFrom('entity_text')
      .select(['id', 'ref', 'head', 'tail'])
      .$narrowType<{ id: NotNull; ref: NotNull; head: NotNull; tail: NotNull }>()

  const selectRows = () =>
    db
      .selectFrom('entity_text')
      .select(['id', 'ref', 'bare_head as head', 'tail', 'revision', 'core_revision', 'definition_id'])
      .$narrowType<{ id: NotNull; ref: NotNull; head: NotNull; tail: NotNull; revision: NotNull; core_revision: NotNull }>()

  return {
    async byRefs(refs: readonly string[]): Promise<Map<string, TextParts>> {
      if (refs.length === 0) return new Map()
      const rows = await selectParts().where('ref', '=', anyOf(refs)).execute()
      return new Map(rows.map(row => [row.ref, row]))
    },

    /** With how long their definitions are in place of long ones. */
    async shortByRefs(refs: readonly string[]): Promise<Map<string, TextParts>> {
      const rows = await db
        .selectFrom('entity_text')
        .select(['ref', 'short_head as head', 'tail'])
        .where('ref', '=', anyOf(refs))
        .$narrowType<{ ref: NotNull; head: NotNull; tail: NotNull }>()
        .execute()
      return new Map(rows.map(row => [row.ref, row]))
    },

    async byUid(uid: string): Promise<(TextParts & { readonly ref: string }) | undefined> {
      return selectParts().where('uid', '=', uid).executeTakeFirst()
    },

    /** By number; an entity that went away since its number was found is missing. */
    async byIds(ids: readonly number[]): Promise<Map<number, TextParts>> {
      if (ids.length === 0) return new Map()
      const rows = await selectParts().where('id', '=', anyOf(ids)).execute()
      return new Map(rows.map(row => [row.id, row]))
    },

    /** In which version entities are, but for their relations and status. */
    async versionsOf(ids: readonly number[]): Promise<{ readonly ref: string; readonly version: string }[]> {
      const rows = await db.selectFrom('entity').select(['id', 'ref', 'core_revision']).where('id', '=', anyOf(ids)).execute()
      return rows.map(({ id, ref, core_revision: revision }) => ({ ref, version: versionOf(id, revision) }))
    },

    /** Whole rows, by number. */
    async rowsOf(ids: readonly number[]): Promise<Map<number, FeedRow>> {
      const rows = await selectRows().where('id', '=', anyOf(ids)).execute()
      return new Map(rows.map(row => [row.id, toFeedRow(row)]))
    },

    async revision(): Promise<number> {
      return Number((await db.selectFrom('revision').select('value').executeTakeFirst())?.value ?? 0)
    },

    /** All entities by number, a batch at a time. */
    async batchAfter(id: number, limit: number): Promise<FeedRow[]> {
      const rows = await selectRows().where('id', '>', id).orderBy('id').limit(limit).execute()
      return rows.map(toFeedRow)
    },

    /**
     * What came, changed and went after a revision, in order: about `limit`, and never part of a revision. Of an entity whose relations or
     * status alone have changed since, only these are read.
     */
    async changesAfter({ revision }: Pick<FeedRow, 'revision'>, limit: number): Promise<FeedRow[]> {
      // Up to which revision is found out from the indexes alone, so that no text is read which then has to wait for the rest of its revision.
      const { rows } = await sql<RawFeedRow>`
        with reached as (
          select max(revision) as revision from (
            (select revision from entity where revision > ${revision} order by revision limit ${limit})
            union all (select revision from change where kind = 'deleted' and revision > ${revision} order by revision limit ${limit})
            order by revision limit ${limit}) step)
        select id, ref, revision, core_revision, case when core_revision > ${revision} then bare_head end as head, tail, definition_id
          from entity_text where revision > ${revision} and revision <= (select revision from reached)
        union all
        select entity_id, ref, revision, null, null, null, null
          from change where kind = 'deleted' and revision > ${revision} and revision <= (select revision from reached)
        order by revision, tail nulls first`.execute(db)
      return rows.map(toFeedRow)
    },
  }
}

/** Another one whenever anything but an entity's relations and status has changed, and for another entity of the same name. */
export function versionOf(id: number, coreRevision: number | string): string {
  return `${id}.${coreRevision}`
}

function toFeedRow({ id, ref, revision, core_revision, head, tail, definition_id: definitionId }: RawFeedRow): FeedRow {
  const texts = { ...(definitionId !== null && { isBare: true }), ...(head !== null && { head }), ...(tail !== null && { tail }) }
  return { id, ref, revision: Number(revision), coreRevision: Number(core_revision), ...texts }
}
