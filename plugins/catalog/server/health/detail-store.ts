import { annotations } from '@portico/catalog/common'
import { sql } from 'kysely'
import { bucketSize } from '../processing/read/claim-store.ts'
import { generatedRef } from '../processing/read/generated-location.ts'
import type { CatalogDatabase } from '../processing/write/catalog-database-store.ts'
import type { ProblemDetail, ProblemRow } from './problem-row.ts'

interface SourceRow {
  id: number
  type: string
  target: string
  is_config: boolean
  read_at: Date | null
  due_at: Date | null
  entities: number
  parent: string | null
}

/** What the lines of one page of problems show, in their order. */
export function createDetailStore(db: CatalogDatabase) {
  async function sourcesOf(rows: readonly ProblemRow[]): Promise<Map<number, SourceRow>> {
    const ids = [...new Set(rows.flatMap(({ sourceId }) => sourceId ?? []))]
    const { rows: found } = await sql<SourceRow>`
      select s.id, s.type, s.target, s.is_config, case when s.due_at is null then greatest(s.read_at, b.read_at) else s.read_at end as read_at,
        case when s.type <> 'provider' then coalesce(s.due_at, b.due_at) end as due_at,
        (select count(*)::int from entity e where e.source_id = s.id and not e.is_root) as entities,
        coalesce((select entity_ref from location l where l.id = s.location_id),
          (select min(n.ref) from source_parent p join ref_name n on n.id = p.parent_id where p.source_id = s.id)) as parent
      from source s left join bucket b on b.id = s.id / ${bucketSize} where s.id = any(${ids}::int[])`.execute(db)
    return new Map(found.map(row => [row.id, row]))
  }

  /** The lines at which entities begin in their files. */
  async function linesOf(rows: readonly ProblemRow[]): Promise<Map<number, number>> {
    const { rows: found } = await sql<{ id: number; line: number }>`
      select e.id, s.document_line[array_position(s.document_id, e.id)] as line from entity e join source s on s.id = e.source_id
      where e.id = any(${rows.flatMap(({ entityId }) => entityId ?? [])}::int[])
        and s.document_line[array_position(s.document_id, e.id)] is not null`.execute(db)
    return new Map(found.map(({ id, line }) => [id, line]))
  }

  /** Since when entities have been as they are: what was told is in the history, and else they came so. */
  async function momentsOf(rows: readonly ProblemRow[]): Promise<Map<string, Date>> {
    const asked = rows.filter(({ since, entityId }) => since === undefined && entityId !== undefined)
    const { rows: found } = await sql<{ id: string; at: Date | null }>`
      select n.id, greatest(
        (select max(at) from change where entity_id = n.target_id and kind = 'deleted'),
        (select max(at) from change where entity_id = n.entity_id and n.relation = any(relations_added)),
        (select max(at) from change where entity_id = n.entity_id and kind = 'updated' and n.field = any(fields)),
        (select created_at from entity where entity.id = n.entity_id)) as at
      from unnest(${asked.map(({ id }) => id)}::text[], ${asked.map(({ entityId }) => entityId)}::int[],
        ${asked.map(({ targetId }) => targetId ?? null)}::int[],
        ${asked.map(({ relation, target }) => (relation === undefined ? null : `${relation} ${target}`))}::text[],
        ${asked.map(({ type }) => fieldOf(type))}::text[]) n (id, entity_id, target_id, relation, field)`.execute(db)
    return new Map(found.flatMap(({ id, at }) => (at ? [[id, at] as const] : [])))
  }

  return async function detailsOf(rows: readonly ProblemRow[]): Promise<ProblemDetail[]> {
    const [sources, lines, moments] = await Promise.all([sourcesOf(rows), linesOf(rows), momentsOf(rows)])
    return rows.map(row => {
      const source = sources.get(row.sourceId ?? -1)
      const line = row.line ?? lines.get(row.entityId ?? -1)
      const since = row.since ?? moments.get(row.id)
      const locationRef = source && (source.parent ?? (source.is_config ? generatedRef(source) : undefined))
      return {
        ...(line !== undefined && { line }),
        ...(since && { since }),
        ...(source?.read_at && { lastReadAt: source.read_at }),
        ...(source?.due_at && { nextReadAt: source.due_at }),
        ...(source && { entities: source.entities }),
        ...(locationRef !== undefined && { locationRef }),
      }
    })
  }
}

export type DetailStore = ReturnType<typeof createDetailStore>

/** The field whose change makes an entity one without a parent, or without an owner. */
function fieldOf(type: ProblemRow['type']): string | null {
  if (type === 'orphan') return `metadata.annotations.${annotations.orphan}`
  return type === 'unowned' ? 'spec.owner' : null
}
