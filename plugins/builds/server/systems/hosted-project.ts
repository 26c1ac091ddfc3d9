import { annotations, parseLocationRef, type Entity } from '@portico/catalog/common'
import type { Integration, Integrations, IntegrationType } from '@portico/integrations/server'
import { hostUnknown } from '../errors.ts'

/** The host of a kind that has the source of an entity; else the first of that kind with credentials, else the first. */
export function hostOf(integrations: Pick<Integrations, 'list' | 'byUrl'>, type: IntegrationType, title: string, entity: Entity) {
  const source = sourceUrlOf(entity)
  const own = source === undefined ? undefined : integrations.byUrl(source)
  const known = integrations.list().filter(each => each.type === type && each.apiBaseUrl !== undefined)
  const host = own?.type === type && own.apiBaseUrl !== undefined ? own : (known.find(each => each.hasCredentials) ?? known[0])
  if (host?.apiBaseUrl === undefined) throw hostUnknown(title)
  return host as Integration & { readonly apiBaseUrl: string }
}

/** Where the source of an entity is. */
export function sourceUrlOf(entity: Entity): string | undefined {
  for (const name of [annotations.sourceLocation, annotations.managedByLocation]) {
    const ref = entity.metadata.annotations?.[name]
    if (ref === undefined) continue
    try {
      const { type, target } = parseLocationRef(ref)
      if (type === 'url' && URL.canParse(target)) return target
    } catch {
      // What is not a location says nothing about a host.
    }
  }
  return undefined
}
