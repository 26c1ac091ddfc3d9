import { annotations, type Entity } from '@portico/catalog/common'

const maxSegments = 30

/** Where an entity was read from, and everything above that: one of them may be a repository that a task made. */
export function addressesOf({ metadata }: Entity): string[] {
  const found = [annotations.managedByOriginLocation, annotations.managedByLocation, annotations.sourceLocation]
    .map(name => metadata.annotations?.[name])
    .flatMap(ref => (ref?.startsWith('url:') ? [ref.slice('url:'.length)] : []))
  return [...new Set(found.flatMap(withParents))]
}

function withParents(address: string): string[] {
  if (!URL.canParse(address)) return [address]
  const { origin, pathname } = new URL(address)
  const segments = pathname.split('/').filter(Boolean).slice(0, maxSegments)
  const parents = segments.map((_, at) => `${origin}/${segments.slice(0, at + 1).join('/')}`)
  return [address, ...parents, ...parents.map(parent => `${parent}.git`)]
}
