import { relationTargets, type Entity } from '@portico/catalog/common'
import type { Message } from '@portico/core/web'
import { entityMessages } from '../messages.ts'

/** Relations that belong together: one card, with a part for each direction that the entity has. */
export interface RelationGroup {
  readonly id: string
  readonly title: Message
  /** Undefined for whatever no other group has. */
  readonly types: readonly string[] | undefined
}

/** The refs of one type of relation. */
export interface EntityRelations {
  readonly type: string
  readonly refs: readonly string[]
}

/** In the order of the page. Owners have a card of their own at the side. */
export const relationCards: readonly RelationGroup[] = [
  { id: 'apis', title: entityMessages.apis, types: ['providesApi', 'consumesApi', 'apiProvidedBy', 'apiConsumedBy'] },
  { id: 'dependencies', title: entityMessages.dependencies, types: ['dependsOn', 'dependencyOf'] },
  { id: 'parts', title: entityMessages.parts, types: ['partOf', 'hasPart'] },
  { id: 'groups', title: entityMessages.groups, types: ['childOf', 'parentOf'] },
  { id: 'members', title: entityMessages.members, types: ['memberOf', 'hasMember'] },
  { id: 'owned', title: entityMessages.owned, types: ['ownerOf'] },
  { id: 'other-relations', title: entityMessages.otherRelations, types: undefined },
]

const known = new Set([...relationCards.flatMap(({ types }) => types ?? []), 'ownedBy'])

/** What the entity has of a group, without the types it has none of. */
export function relationsIn(entity: Entity, { types }: RelationGroup): EntityRelations[] {
  const wanted = types ?? [...new Set((entity.relations ?? []).map(({ type }) => type))].filter(type => !known.has(type))
  return wanted.map(type => ({ type, refs: relationTargets(entity, type) })).filter(({ refs }) => refs.length > 0)
}

const titles: Readonly<Record<string, Message>> = {
  ownedBy: entityMessages.ownedBy,
  ownerOf: entityMessages.ownerOf,
  providesApi: entityMessages.providesApi,
  consumesApi: entityMessages.consumesApi,
  apiProvidedBy: entityMessages.apiProvidedBy,
  apiConsumedBy: entityMessages.apiConsumedBy,
  dependsOn: entityMessages.dependsOn,
  dependencyOf: entityMessages.dependencyOf,
  partOf: entityMessages.partOf,
  hasPart: entityMessages.hasPart,
  childOf: entityMessages.childOf,
  parentOf: entityMessages.parentOf,
  memberOf: entityMessages.memberOf,
  hasMember: entityMessages.hasMember,
}

/** The title of a relation; one that is not of the standard model by its own name. */
export function relationTitle(type: string): Message | string {
  return Object.hasOwn(titles, type) ? titles[type]! : type
}
