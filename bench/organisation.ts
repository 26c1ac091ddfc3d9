import { countsOf, type Counts, type Entity } from './entity.ts'
import { createPeople } from './people.ts'
import { createSoftware } from './software.ts'

export interface OrganisationOptions {
  /** How many entities, 20 or more. */
  readonly entities: number
  /** The same seed gives the same organisation, byte for byte. */
  readonly seed: number
}

/**
 * A generated organisation of any size, one entity at a time. Each entity is a function of the seed, its kind and its number, so nothing
 * is kept in memory and every reference targets an entity of the same organisation.
 */
export function* generateOrganisation({ entities, seed }: OrganisationOptions): Generator<Entity, void> {
  const counts: Counts = countsOf(entities)
  const people = createPeople(seed, counts)
  const software = createSoftware(seed, counts, people)
  yield* each(counts.Group, people.group)
  yield* each(counts.User, people.user)
  yield* each(counts.Domain, software.domain)
  yield* each(counts.System, software.system)
  yield* each(counts.Resource, software.resource)
  yield* each(counts.API, software.api)
  yield* each(counts.Component, software.component)
}

function* each(count: number, make: (index: number) => Entity): Generator<Entity, void> {
  for (let index = 0; index < count; index++) yield make(index)
}
