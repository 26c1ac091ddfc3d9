import { sql, type Kysely } from 'kysely'
import type { Change } from '@portico/catalog/common'

/** One step of the history, with the whole entity before it where more than relations changed. */
export interface ChangeRecord extends Change {
  readonly finalBefore: string | undefined
}

interface ChangeRow {
  readonly revision: string
  readonly sequence: number
  readonly at: Date
  readonly ref: string
  readonly kind: Change['kind']
  readonly fields: string[]
  readonly relations_added: string[]
  readonly relations_removed: string[]
  readonly source: string | null
  readonly source_revision: string | null
  readonly final_before: string | null
}

/** After which change a page begins. */
export interface ChangePosition {
  readonly revision: number
  readonly sequence: number
}

const columns = sql.raw('revision, sequence, at, ref, kind, fields, relations_added, relations_removed, source, source_revision')

export type HistoryStore = ReturnType<typeof createHistoryStore>

/** The changes of the catalog, as they were made. */
export function createHistoryStore(db: Kysely<unknown>) {
  return {
    /** Of one entity, the newest first. */
    async ofEntity(ref: string, before: ChangePosition | undefined, limit: number): Promise<ChangeRecord[]> {
      const older = before ? sql`and (revision, sequence) < (${before.revision}, ${before.sequence})` : sql``
      const { rows } = await sql<ChangeRow>`
        select ${columns}, final_before from change
        where entity_id = (select id from ref_name where ref = ${ref}) ${older}
        order by revision desc, sequence desc limit ${limit}`.execute(db)
      return rows.map(toRecord)
    },

    /** In the order in which they were made, without the entities' texts. */
    async after({ revision, sequence }: ChangePosition, limit: number): Promise<ChangeRecord[]> {
      const { rows } = await sql<ChangeRow>`
        select ${columns}, null as final_before from change where (revision, sequence) > (${revision}, ${sequence})
        order by revision, sequence limit ${limit}`.execute(db)
      return rows.map(toRecord)
    },

    /**
     * The first change of each entity since a moment: what that took away is how the entity was. Moments are told to the millisecond, so what
     * happened within it is not since.
     */
    async firstSince(moment: Date): Promise<ChangeRecord[]> {
      const { rows } = await sql<ChangeRow>`
        select distinct on (entity_id) ${columns}, final_before from change
        where at > ${moment} and date_trunc('milliseconds', at) > ${moment}
        order by entity_id, revision, sequence`.execute(db)
      return rows.map(toRecord)
    },

    /** The oldest change that is kept. */
    async oldest(): Promise<(ChangePosition & { readonly at: Date }) | undefined> {
      const { rows } = await sql<ChangeRow>`select revision, sequence, at from change order by revision, sequence limit 1`.execute(db)
      const [row] = rows
      return row && { revision: Number(row.revision), sequence: row.sequence, at: row.at }
    },

    /** All changes of some entities from a position on, the newest first. */
    async ofEntitiesFrom(refs: readonly string[], { revision, sequence }: ChangePosition): Promise<ChangeRecord[]> {
      const { rows } = await sql<ChangeRow>`
        select ${columns}, final_before from change
        where entity_id in (select id from ref_name where ref = any(${refs}::text[])) and (revision, sequence) >= (${revision}, ${sequence})
        order by revision desc, sequence desc`.execute(db)
      return rows.map(toRecord)
    },

    /** The last changes of some entities, the newest first, without the entities' texts. */
    async newestOf(refs: readonly string[], limit: number): Promise<ChangeRecord[]> {
      const { rows } = await sql<ChangeRow>`
        select ${columns}, null as final_before from change
        where entity_id in (select id from ref_name where ref = any(${refs}::text[]))
        order by revision desc, sequence desc limit ${limit}`.execute(db)
      return rows.map(toRecord)
    },

    /** Entities as they are, each with the revision that made it so. */
    async statesOf(refs: readonly string[]): Promise<Map<string, { readonly text: string; readonly revision: number }>> {
      const { rows } = await sql<{ ref: string; text: string; revision: string }>`
        select ref, text, revision from entity_text where ref = any(${refs}::text[])`.execute(db)
      return new Map(rows.map(({ ref, text, revision }) => [ref, { text, revision: Number(revision) }]))
    },

    async textsOf(refs: readonly string[]): Promise<Map<string, string>> {
      const { rows } = await sql<{ ref: string; text: string }>`select ref, text from entity_text where ref = any(${refs})`.execute(db)
      return new Map(rows.map(row => [row.ref, row.text]))
    },
  }
}

function toRecord(row: ChangeRow): ChangeRecord {
  return {
    revision: Number(row.revision),
    sequence: row.sequence,
    at: row.at.toISOString(),
    ref: row.ref,
    kind: row.kind,
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
