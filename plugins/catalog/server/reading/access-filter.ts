import {
  entityRefOf,
  matches,
  relationsOf,
  searchPairs,
  type Entity,
  type EntityPredicate,
  type KindDefinition,
} from '@portico/catalog/common'
import type { EntityIndex } from '../entity-index/entity-index.ts'
import type { Visibility } from './access.ts'

/** What one caller may read and know, by the rules of today. */
export interface AccessFilter {
  /** Nothing is hidden from the caller, so no check is needed. */
  readonly isFree: boolean
  /** Whether the caller may read an entity as it is given: an earlier version, or one that is being processed. */
  readonly canRead: (version: Entity | undefined) => boolean
  /** The same for a document that has not become an entity. One that cannot be named is only for those who may read everything. */
  readonly canReadDocument: (document: unknown) => boolean
  /** Whether the caller may see the name of an entity; undefined where every caller may see names. */
  readonly knows: NameCheck | undefined
}

/** Whether a ref may be shown. */
export type NameCheck = (ref: string) => boolean

/** Names are visible unless config hides them; then only those of entities that exist and may be read. */
export function createNameCheck(
  index: Pick<EntityIndex, 'membership'>,
  visibility: Visibility,
  isHidingNames: boolean,
): NameCheck | undefined {
  if (!isHidingNames || visibility === 'all') return undefined
  return visibility === 'nothing' ? () => false : index.membership(visibility)
}

/** The access filter for what a caller may see. */
export function createAccessFilter(visibility: Visibility, kinds: readonly KindDefinition[], knows: NameCheck | undefined): AccessFilter {
  if (visibility === 'all') return { isFree: true, canRead: () => true, canReadDocument: () => true, knows: undefined }
  const canRead = (version: Entity | undefined) =>
    version !== undefined && visibility !== 'nothing' && matches(visibility, searchPairs(version))
  return {
    isFree: false,
    canRead,
    canReadDocument: document => canRead(toEntity(document, kinds)),
    knows,
  }
}

/** A document as the entity it describes, with the relations that it declares and no others; undefined where it has no name. */
function toEntity(document: unknown, kinds: readonly KindDefinition[]): Entity | undefined {
  if (typeof document !== 'object' || document === null) return undefined
  const { relations: _relations, status: _status, ...entity } = document as Entity
  try {
    entityRefOf(entity as Entity)
    return {
      ...entity,
      relations: relationsOf(entity as Entity, kinds).map(({ type, target }) => ({ type, targetRef: target })),
    } as Entity
  } catch {
    return undefined
  }
}

/** What was asked for, in such a way that the answer says nothing about relations to entities whose names are hidden. */
export function withoutHiddenTargets(index: EntityIndex, predicate: EntityPredicate, knows: NameCheck): EntityPredicate {
  if ('all' in predicate) return { all: predicate.all.map(each => withoutHiddenTargets(index, each, knows)) }
  if ('any' in predicate) return { any: predicate.any.map(each => withoutHiddenTargets(index, each, knows)) }
  if ('not' in predicate) return { not: withoutHiddenTargets(index, predicate.not, knows) }
  const { key } = predicate
  if (!isRelationKey(key)) return predicate
  if ('in' in predicate) return { key, in: predicate.in.filter(knows) }
  const prefix = 'prefix' in predicate ? predicate.prefix : ''
  const targets = index.facets(key, undefined).map(({ value }) => value.toLowerCase())
  return { key, in: targets.filter(target => target.startsWith(prefix) && knows(target)) }
}

/** Whether a key of the index holds the names of other entities. */
export function isRelationKey(key: string): boolean {
  return key.toLowerCase().startsWith('relations.')
}
