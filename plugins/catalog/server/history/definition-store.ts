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

/** What stands with the entity: short definitions, and those of before long ones were kept apart. */
const now = sql`(coalesce(orphan_core, core) || '}}')::json`
const before = sql`final_before::json`
const hashOf = (text: ReturnType<typeof sql>) => sql<string>`left(encode(sha256(convert_to(${text}, 'UTF8')), 'hex'), 32)`
const idOf = sql<string>`coalesce(definition_id, ${hashOf(sql`own`)})`
const bytesOf = sql<number>`coalesce((select octet_length(d.text) from definition d where d.id = definition_id), octet_length(own))`
/** Of so many changes, the last, the versions of a definition are told. */
const maxChanges = 500

/** The definitions of APIs, as they are and as they were. Texts stay in the database until somebody asks for one. */
export function createDefinitionStore(db: CatalogDatabase) {
  const changesOf = (ref: string) => sql`
    from change where entity_id = (select id from ref_name where ref = ${ref})
      and (kind <> 'updated' or fields && array['spec.definition', 'spec', 'spec.type'] or cardinality(fields) >= 50)
    order by revision desc, sequence desc limit ${maxChanges}`

  return {
    async current(ref: string): Promise<DefinitionRow | undefined> {
      const { rows } = await sql<DefinitionRow>`
        select ${idOf} as id, type, ${bytesOf} as bytes
        from (select definition_id, json #>> '{spec,definition}' as own, json #>> '{spec,type}' as type
          from (select definition_id, ${now} as json from entity where ref = ${ref} offset 0) e) e
        where definition_id is not null or own is not null`.execute(db)
      return rows[0]
    },

    /** The changes that may have made a version, the newest first. */
    async changes(ref: string): Promise<PastDefinitionRow[]> {
      const { rows } = await sql<PastDefinitionRow>`
        select at, kind, source_revision, ${idOf} as id, json #>> '{spec,type}' as type, ${bytesOf} as bytes,
          (json::jsonb #- '{spec,definition}')::text as rest
        from (select c.*, json #>> '{spec,definition}' as own
          from (select at, revision, sequence, kind, source_revision, definition_id, ${before} as json ${changesOf(ref)}) c) c
        order by revision desc, sequence desc`.execute(db)
      return rows
    },

    /** One that the entity has, or had. */
    async text(ref: string, id: string): Promise<string | undefined> {
      const apart = await sql<{ text: string }>`
        select text from definition where id = ${id} and (
          exists (select from entity where ref = ${ref} and definition_id = ${id})
          or exists (select from change where definition_id = ${id} and entity_id = (select id from ref_name where ref = ${ref})))`.execute(
        db,
      )
      if (apart.rows[0]) return apart.rows[0].text
      const { rows } = await sql<{ own: string }>`
        select own from (select ${now} #>> '{spec,definition}' as own from entity where ref = ${ref}
          union all select json #>> '{spec,definition}' from (select ${before} as json ${changesOf(ref)}) c) t
        where ${hashOf(sql`own`)} = ${id} limit 1`.execute(db)
      return rows[0]?.own
    },
  }
}

export type DefinitionStore = ReturnType<typeof createDefinitionStore>
