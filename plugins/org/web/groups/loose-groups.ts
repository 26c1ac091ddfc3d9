import { catalogApi, toEntityRef, type Entity } from '@portico/catalog/common'
import { useClient, useQuery } from '@portico/core/web'

/** A group with children that cannot be reached from any root group. */
export interface LooseGroup {
  readonly ref: string
  readonly why: 'missing' | 'circle'
}

const maxParents = 5000
const atOnce = 1000

/**
 * Where the chart would lose groups: parents that are not in the catalog, and cycles without a root. One group of each cycle
 * stands for it. `parents` are all refs that some group names as its parent, with their entities.
 */
export function findLooseGroups(parents: readonly { readonly ref: string; readonly entity: Entity | undefined }[]): LooseGroup[] {
  const known = new Set(parents.filter(({ entity }) => entity).map(({ ref }) => ref))
  const children = new Map<string, Set<string>>()
  const hasParent = new Set<string>()
  const link = (parent: string | undefined, child: string | undefined) => {
    if (parent === undefined || child === undefined) return
    hasParent.add(child)
    children.set(parent, (children.get(parent) ?? new Set()).add(child))
  }
  for (const { ref, entity } of parents) {
    link(groupRefs(entity, 'parent')[0], entity ? ref : undefined)
    for (const child of groupRefs(entity, 'children')) link(ref, child)
  }
  const missing = parents.filter(({ entity }) => !entity).map(({ ref }) => ref)
  const reached = new Set<string>()
  const reach = (starts: readonly string[]) => {
    for (const open = [...starts]; open.length > 0;) {
      const ref = open.pop()!
      if (reached.has(ref)) continue
      reached.add(ref)
      open.push(...(children.get(ref) ?? []))
    }
  }
  reach([...[...known].filter(ref => !hasParent.has(ref)), ...missing])
  const circles: LooseGroup[] = []
  for (const ref of [...known].sort()) {
    if (reached.has(ref)) continue
    circles.push({ ref, why: 'circle' })
    reach([ref])
  }
  return [...missing.sort().map(ref => ({ ref, why: 'missing' as const })), ...circles]
}

/** The loose groups among these parents. */
export function useLooseGroups(parents: readonly string[] | undefined) {
  const client = useClient()
  return useQuery({
    queryKey: ['org', 'loose-groups', parents],
    enabled: parents !== undefined && parents.length > 0 && parents.length <= maxParents,
    queryFn: async ({ signal }) => {
      const refs = parents ?? []
      const fields = ['kind', 'metadata.name', 'metadata.namespace', 'spec.parent', 'spec.children']
      const found: { ref: string; entity: Entity | undefined }[] = []
      for (let at = 0; at < refs.length; at += atOnce) {
        const entityRefs = refs.slice(at, at + atOnce)
        const { items } = await client.call(catalogApi.getEntitiesByRefs, { query: {}, body: { entityRefs, fields } }, { signal })
        entityRefs.forEach((ref, index) => found.push({ ref, entity: items[index] ?? undefined }))
      }
      return findLooseGroups(found)
    },
  })
}

function groupRefs(entity: Entity | undefined, field: 'parent' | 'children'): string[] {
  const values = [entity?.spec?.[field] ?? []].flat()
  const context = { defaultKind: 'group', defaultNamespace: entity?.metadata.namespace }
  return values.flatMap(value => (typeof value === 'string' ? (toEntityRef(value, context) ?? []) : []))
}
