import type { Change } from '@portico/catalog/common'
import { anyOf } from '@portico/core/server/expressions'
import { expressionBuilder, sql, type NotNull, type Selectable } from 'kysely'
import type { CatalogTables } from '../migrations/tables.ts'
import type { CatalogDatabase } from '../processing/write/catalog-database-store.ts'

/** One step of the history, with the whole entity before it where more than relations changed. */
export interface ChangeRecord extends Change {
  readonly finalBefore: string | undefined
}

interface ChangeRow extends Omit<Selectable<CatalogTables['change']>, 'entity_id' | 'final_before' | 'definition_id' | 'definition_at'> {
  readonly final_before?: string | null
}

/** After which change a page begins. */
export interface ChangePosition {
  readonly revision: number
  readonly sequence: number
}

/** Whether nothing was deleted before a change: it is the first of what was brought in (revision 0), or of what the catalog saw. */
export function isBeginning({ revision, sequence }: ChangePosition): boolean {
  return revision <= 1 && sequence === 1
}

const columns = [
  'revision',
  'sequence',
  'at',
  'ref',
  'kind',
  'fields',
  'relations_added',
  'relations_removed',
  'source',
  'source_revision',
] as const

/** The entity before a change, with how long its definition was where that is kept apart: a page of them may be shown at once. */
const shownBefore = sql<string | null>`
  case when definition_id is null then final_before else left(final_before, definition_at)
    || (select to_json('A text of ' || octet_length(d.text) || ' bytes, SHA-256 ' || d.id)::text from definition d where d.id = definition_id)
    || substr(final_before, definition_at + 5) end`.as('final_before')

const { tuple, refTuple, eb } = expressionBuilder<CatalogTables, 'change'>()

/** Where a change stands among all, compared with another. */
const isAt = (operator: '<' | '>' | '>=', { revision, sequence }: ChangePosition) =>
  eb(refTuple('revision', 'sequence'), operator, tuple(String(revision), sequence))

export type HistoryStore = ReturnType<typeof createHistoryStore>

/** The changes of the catalog, as they were made. */
export function createHistoryStore(db: CatalogDatabase) {
  const selectChanges = () => db.selectFrom('change').select(columns)
  const newestFirst = () => selectChanges().orderBy('revision', 'desc').orderBy('sequence', 'desc')
  const idsOf = (refs: readonly string[]) => db.selectFrom('ref_name').select('id').where('ref', '=', anyOf(refs))

  return {
    /** Of one entity, the newest first. */
    async ofEntity(ref: string, before: ChangePosition | undefined, limit: number): Promise<ChangeRecord[]> {
      let changes = newestFirst()
        .select(shownBefore)
        .where('entity_id', '=', eb => eb.selectFrom('ref_name').select('id').where('ref', '=', ref))
      if (before) changes = changes.where(isAt('<', before))
      return (await changes.limit(limit).execute()).map(toRecord)
    },

    /** In the order in which they were made, without the entities' texts. */
    async after(position: ChangePosition, limit: number): Promise<ChangeRecord[]> {
      const rows = await selectChanges().where(isAt('>', position)).orderBy('revision').orderBy('sequence').limit(limit).execute()
      return rows.map(toRecord)
    },

    /**
     * The first change of each entity since a moment: what that took away is how the entity was. Moments are told to the millisecond, so what
     * happened within it is not since.
     */
    async firstSince(moment: Date): Promise<ChangeRecord[]> {
      const rows = await selectChanges()
        .distinctOn('entity_id')
        .select(shownBefore)
        .where('at', '>', moment)
        .where(sql<Date>`date_trunc('milliseconds', at)`, '>', moment)
        .orderBy('entity_id')
        .orderBy('revision')
        .orderBy('sequence')
        .execute()
      return rows.map(toRecord)
    },

    /** The oldest change that is kept. */
    async oldest(): Promise<(ChangePosition & { readonly at: Date }) | undefined> {
      const row = await db
        .selectFrom('change')
        .select(['revision', 'sequence', 'at'])
        .orderBy('revision')
        .orderBy('sequence')
        .limit(1)
        .executeTakeFirst()
      return row && { revision: Number(row.revision), sequence: row.sequence, at: row.at }
    },

    /** All changes of some entities from a position on, the newest first. */
    async ofEntitiesFrom(refs: readonly string[], position: ChangePosition): Promise<ChangeRecord[]> {
      const rows = await newestFirst().select(shownBefore).where('entity_id', 'in', idsOf(refs)).where(isAt('>=', position)).execute()
      return rows.map(toRecord)
    },

    /** The last changes of some entities, the newest first, without the entities' texts. */
    async newestOf(refs: readonly string[], limit: number): Promise<ChangeRecord[]> {
      return (await newestFirst().where('entity_id', 'in', idsOf(refs)).limit(limit).execute()).map(toRecord)
    },

    /** Entities as they are, each with the revision that made it so. */
    async statesOf(refs: readonly string[]): Promise<Map<string, { readonly text: string; readonly revision: number }>> {
      const rows = await db
        .selectFrom('entity_text')
        .select(['ref', 'short_text as text', 'revision'])
        .where('ref', '=', anyOf(refs))
        .$narrowType<{ ref: NotNull; text: NotNull; revision: NotNull }>()
        .execute()
      return new Map(rows.map(({ ref, text, revision }) => [ref, { text, revision: Number(revision) }]))
    },
  }
}

function toRecord(row: ChangeRow): ChangeRecord {
  return {
    revision: Number(row.revision),
    sequence: row.sequence,
    at: row.at.toISOString(),
    ref: row.ref,
    kind: row.kind as Change['kind'],
    fields: row.fields,
    relationsAdded: row.relations_added.map(toRelation),
    relationsRemoved: row.relations_removed.map(toRelation),
    ...(row.source !== null && { source: row.source }),
    ...(row.source_revision !== null && { sourceRevision: row.source_revision }),
    finalBefore: row.final_before ?? undefined,
  }
}

/** `ownedBy group:default/team`: a type has no blanks. */
function toRelation(text: string): { type: string; targetRef: string } {
  const blank = text.indexOf(' ')
  return { type: text.slice(0, blank), targetRef: text.slice(blank + 1) }
}
