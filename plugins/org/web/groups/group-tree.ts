import { catalogApi, entityRefOf, toEntityRef, type Entity } from '@portico/catalog/common'
import { query, useQuery } from '@portico/core/web'
import { useMemo } from 'react'

/** With more groups than this, numbers stay those of the group itself, and the chart opens level by level. */
const maxGroups = 1000

/** Which groups are directly below which. */
export type GroupTree = ReadonlyMap<string, readonly string[]>

const fields = ['kind', 'metadata.name', 'metadata.namespace', 'spec.parent', 'spec.children']

/** The groups of the catalog as a tree: undefined while loading, and where there are too many. */
export function useGroupTree(): { readonly tree: GroupTree | undefined; readonly isPending: boolean } {
  const { data, isPending } = useQuery(
    query(catalogApi.queryEntitiesByPredicate, { body: { query: { kind: 'group' }, fields, limit: maxGroups } }),
  )
  const tree = useMemo(() => (data && data.items.length >= data.totalItems ? toGroupTree(data.items) : undefined), [data])
  return { tree, isPending }
}

export function toGroupTree(groups: readonly Entity[]): GroupTree {
  const tree = new Map<string, Set<string>>()
  const link = (parent: string | undefined, child: string | undefined) => {
    if (parent !== undefined && child !== undefined) tree.set(parent, (tree.get(parent) ?? new Set()).add(child))
  }
  for (const group of groups) {
    const ref = entityRefOf(group)
    link(toRef(group, group.spec?.['parent']), ref)
    const children = group.spec?.['children']
    for (const child of Array.isArray(children) ? children : []) link(ref, toRef(group, child))
  }
  return new Map([...tree].map(([parent, children]) => [parent, [...children]]))
}

/** A number of each group with those of all groups below it. A group in a cycle counts once. */
export function sumBelow(tree: GroupTree, numbers: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const ref of new Set([...tree.keys(), ...numbers.keys()])) {
    const found = new Set([ref])
    for (const each of found) for (const child of tree.get(each) ?? []) found.add(child)
    const sum = [...found].reduce((total, each) => total + (numbers.get(each) ?? 0), 0)
    if (sum > 0) sums.set(ref, sum)
  }
  return sums
}

/** How many levels below the roots can be open so that the chart has at most so many rows. */
export function levelsThatFit(tree: GroupTree, roots: readonly string[], maxRows: number): number {
  const seen = new Set(roots)
  let level: readonly string[] = roots
  for (let levels = 0; ; levels++) {
    level = level.flatMap(ref => tree.get(ref) ?? []).filter(ref => !seen.has(ref))
    for (const ref of level) seen.add(ref)
    if (level.length === 0 || seen.size > maxRows) return levels
  }
}

function toRef(group: Entity, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  return toEntityRef(value, { defaultKind: 'group', defaultNamespace: group.metadata.namespace })
}
