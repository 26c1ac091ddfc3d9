import { parseEntityRef, type Entity } from '@portico/catalog/common'
import { presentEntity } from '@portico/catalog/web'
import type { GraphGroup } from '@portico/ui'
import { kindInRef } from './entity-refs.ts'
import type { EntityGraph, EntityNode } from './graph-drawing.ts'
import type { LoadEntities } from './neighbourhood.ts'
import type { GroupBy } from './view-state.ts'

type EntityOf = (ref: string) => Entity | undefined

/** A graph whose nodes stand in groups. */
export interface GroupedGraph extends EntityGraph {
  readonly groups?: readonly GraphGroup[] | undefined
}

/** The first of these kinds that an entity is part of. */
function wholeOf(entity: Entity | undefined, kind: string): string | undefined {
  return entity?.relations
    ?.filter(({ type }) => type === 'partOf')
    .map(({ targetRef }) => targetRef.toLowerCase())
    .find(ref => kindInRef(ref) === kind)
}

/** The system that an entity is in: its own, or that of the component that it is a part of. */
export function systemOf(ref: string, entityOf: EntityOf): string | undefined {
  const seen = new Set<string>()
  for (let at: string | undefined = ref; at !== undefined && !seen.has(at);) {
    seen.add(at)
    const entity = entityOf(at)
    const system = wholeOf(entity, 'system')
    if (system !== undefined) return system
    at = wholeOf(entity, 'component')
  }
  return undefined
}

/** The entities of the groups that are not in the graph themselves: systems, then their domains. */
export async function loadGroupEntities(refs: readonly string[], entityOf: EntityOf, load: LoadEntities): Promise<Map<string, Entity>> {
  const loaded = new Map<string, Entity>()
  const known: EntityOf = ref => loaded.get(ref) ?? entityOf(ref)
  const add = async (wanted: readonly (string | undefined)[]) => {
    const missing = [...new Set(wanted)].filter(ref => ref !== undefined && known(ref) === undefined) as string[]
    if (missing.length === 0) return
    const entities = await load(missing)
    missing.forEach((ref, index) => entities[index] && loaded.set(ref, entities[index]))
  }
  const systems = refs.flatMap(ref => (kindInRef(ref) === 'system' ? [ref] : [systemOf(ref, known)]))
  await add(systems)
  await add(systems.map(ref => (ref === undefined ? undefined : wholeOf(known(ref), 'domain'))))
  return loaded
}

/** Puts entities into the boxes of their systems, and these into the lanes of their domains. Systems and domains are then no nodes any more. */
export function groupNodes(
  graph: EntityGraph,
  groupBy: GroupBy,
  { entityOf, toPage }: { readonly entityOf: EntityOf; readonly toPage: (ref: string) => string | undefined },
): GroupedGraph {
  if (groupBy === 'none') return graph
  const groups = new Map<string, GraphGroup>()
  const add = (ref: string, look: GraphGroup['look'], parent?: string) => {
    const kind = kindInRef(ref)
    const label = presentEntity(entityOf(ref) ?? ref, { defaultKind: kind, defaultNamespace: parseEntityRef(ref).namespace }).primaryTitle
    groups.set(ref, { id: ref, label, hint: kind, kind, look, parent, to: entityOf(ref) ? toPage(ref) : undefined })
  }
  const addDomain = (domain: string | undefined) => {
    if (groupBy !== 'domain' || domain === undefined) return undefined
    if (!groups.has(domain)) add(domain, 'lane')
    return domain
  }
  const addSystem = (system: string | undefined) => {
    if (system !== undefined && !groups.has(system)) add(system, 'box', addDomain(wholeOf(entityOf(system), 'domain')))
    return system
  }
  /** A system without parts stands in its domain. A summary stands where what it counts would. */
  const groupOf = ({ ref, form }: EntityNode) => {
    const kind = kindInRef(ref)
    if (kind === 'domain') return form === 'more' ? addDomain(ref) : undefined
    if (kind === 'system') return form === 'more' ? addSystem(ref) : addDomain(wholeOf(entityOf(ref), 'domain'))
    return addSystem(systemOf(ref, entityOf))
  }
  const grouped = graph.nodes.map(node => ({ ...node, group: groupOf(node) }))
  const nodes = grouped.filter(({ id }) => !groups.has(id))
  if (groups.size === 0) return graph
  const shown = new Set(nodes.map(({ id }) => id))
  return { nodes, edges: graph.edges.filter(({ from, to }) => shown.has(from) && shown.has(to)), groups: [...groups.values()] }
}
