import { entityRefOf, relationTargets, tryParseEntityRef, type Entity } from '@portico/catalog/common'

/** APIs that an entity has to do with. */
export interface ApiRefs {
  readonly provided: readonly string[]
  readonly consumed: readonly string[]
  /** Through which components a system has to do with an API. */
  readonly through: ReadonlyMap<string, readonly string[]>
}

const isApi = (ref: string) => tryParseEntityRef(ref)?.kind.toLowerCase() === 'api'

/** What a component provides and consumes. */
export function apisOfComponent(entity: Entity): ApiRefs {
  return { provided: relationTargets(entity, 'providesApi'), consumed: relationTargets(entity, 'consumesApi'), through: new Map() }
}

/** The APIs that belong to a system or that its components provide; and those of others that they consume. */
export function apisOfSystem(system: Entity, components: readonly Entity[]): ApiRefs {
  const providers = componentsByApi(components, 'providesApi')
  const consumers = componentsByApi(components, 'consumesApi')
  const provided = new Set([...relationTargets(system, 'hasPart').filter(isApi), ...providers.keys()])
  for (const api of provided) consumers.delete(api)
  return { provided: [...provided].toSorted(), consumed: [...consumers.keys()].toSorted(), through: new Map([...providers, ...consumers]) }
}

function componentsByApi(components: readonly Entity[], type: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const component of components)
    for (const api of relationTargets(component, type)) found.set(api, [...(found.get(api) ?? []), entityRefOf(component)])
  return found
}

/** Whether an entity has to do with APIs, or is of a kind that usually has. */
export function mayHaveApis({ kind, spec = {}, relations = [] }: Entity): boolean {
  const has = (...types: readonly string[]) => relations.some(({ type }) => types.includes(type))
  if (kind.toLowerCase() === 'system') return has('hasPart')
  if (kind.toLowerCase() !== 'component') return false
  return spec['type'] === 'service' || has('providesApi', 'consumesApi')
}
