import { sql } from 'kysely'
import type { CatalogDatabase } from '../processing/write/catalog-database-store.ts'

/** A definition without its text. */
export interface DefinitionRow {
  /** The hash of its text. */
  readonly id: string
  readonly type: string | null
  readonly bytes: number
}

/** A definition that a change has replaced or taken away. */
export interface PastDefinitionRow {
  readonly at: Date
  readonly kind: 'created' | 'updated' | 'deleted'
  readonly source_revision: string | null
  /** As it was before the change; null where there was none. */
  readonly id: string | null
  readonly type: string | null
  readonly bytes: number | null
  /** The entity as it was, without its definition. */
  readonly rest: string | null
}

const definitionOf = (json: ReturnType<typeof sql>) => sql<string>`(${json})::json #>> '{spec,definition}'`
const now = definitionOf(sql`coalesce(orphan_core, core) || '}}'`)
const before = definitionOf(sql`final_before`)
const hashOf = (text: ReturnType<typeof sql>) => sql<string>`left(encode(sha256(convert_to(${text}, 'UTF8')), 'hex'), 32)`
/** Of so many changes, the last, the versions of a definition are told. */
const maxChanges = 500

/** The definitions of APIs, as they are and as they were. Texts stay in the database until somebody asks for one. */
export function createDefinitionStore(db: CatalogDatabase) {
  const changesOf = (ref: string) => sql`
    from change where entity_id = (select id from ref_name where ref = ${ref})
      and (kind <> 'updated' or fields && array['spec.definition', 'spec', 'spec.type'] or cardinality(fields) >= 50)`

  return {
    async current(ref: string): Promise<DefinitionRow | undefined> {
      const { rows } = await sql<DefinitionRow>`
        select ${hashOf(sql`definition`)} as id, type, octet_length(definition) as bytes
        from (select ${now} as definition, (coalesce(orphan_core, core) || '}}')::json #>> '{spec,type}' as type
          from entity where ref = ${ref} offset 0) e
        where definition is not null`.execute(db)
      return rows[0]
    },

    /** The changes that may have made a version, the newest first. */
    async changes(ref: string): Promise<PastDefinitionRow[]> {
      const { rows } = await sql<PastDefinitionRow>`
        select at, kind, source_revision, ${hashOf(sql`definition`)} as id, type, octet_length(definition) as bytes, rest
        from (select at, revision, sequence, kind, source_revision, ${before} as definition, final_before::json #>> '{spec,type}' as type,
            (final_before::jsonb #- '{spec,definition}')::text as rest
          ${changesOf(ref)} order by revision desc, sequence desc limit ${maxChanges} offset 0) c
        order by revision desc, sequence desc`.execute(db)
      return rows
    },

    async text(ref: string, id: string): Promise<string | undefined> {
      const { rows } = await sql<{ definition: string }>`
        select definition from (select ${now} as definition from entity where ref = ${ref}
          union all (select ${before} ${changesOf(ref)} order by revision desc, sequence desc limit ${maxChanges})) t
        where ${hashOf(sql`definition`)} = ${id} limit 1`.execute(db)
      return rows[0]?.definition
    },
  }
}

export type DefinitionStore = ReturnType<typeof createDefinitionStore>
