import { annotations, listItemKey, toEntityRef } from '@portico/catalog/common'
import { catalogMessages } from '../../messages.ts'
import { entityFilters } from '../../slots.ts'
import { isOneOf, isSameText } from '../same-text.ts'
import type { Condition } from './filter.ts'

/** Users and groups have no owner. */
export function hasOwners(kind: string): boolean {
  return kind !== 'user' && kind !== 'group'
}

/** Full refs of owners. Without a kind it is a group; what is not a ref is dropped. */
export function toOwnerRefs(values: readonly string[]): string[] {
  return [...new Set(values.flatMap(value => toEntityRef(value, { defaultKind: 'Group' }) ?? []))]
}

function toTagCondition(tag: string): Condition {
  const key = listItemKey('metadata.tags', tag)
  return key === undefined ? ['metadata.tags', [tag]] : [key, ['true']]
}

const toFlag = (values: readonly string[]) => (values.includes('true') ? ['true'] : [])

/** The filters that the catalog itself has. */
export const ownFilters = entityFilters.fillOwn([
  {
    name: 'type',
    place: 'pickers',
    order: 10,
    title: catalogMessages.type,
    facet: 'spec.type',
    closed: true,
    matches: ({ entity }, values) => isOneOf(values, entity.spec?.['type']),
    fields: ['spec.type'],
  },
  {
    name: 'owners',
    place: 'pickers',
    order: 20,
    isFor: hasOwners,
    title: catalogMessages.owner,
    facet: 'relations.ownedBy',
    large: true,
    look: 'owners',
    matches: ({ resolved }, values) => resolved.owners.some(ref => isOneOf(values, ref)),
    fields: ['relations.ownedBy'],
    read: toOwnerRefs,
  },
  {
    name: 'lifecycles',
    place: 'pickers',
    order: 30,
    title: catalogMessages.lifecycle,
    facet: 'spec.lifecycle',
    matches: ({ entity }, values) => isOneOf(values, entity.spec?.['lifecycle']),
    fields: ['spec.lifecycle'],
  },
  {
    name: 'tags',
    place: 'pickers',
    order: 40,
    title: catalogMessages.tags,
    facet: 'metadata.tags',
    large: true,
    // Every tag is wanted, and a list of values would mean any of them.
    toConditions: tags => tags.map(toTagCondition),
    matches: ({ entity }, tags) => tags.every(tag => entity.metadata.tags?.some(own => isSameText(own, tag)) === true),
    fields: ['metadata.tags'],
  },
  {
    name: 'namespace',
    place: 'pickers',
    order: 50,
    title: catalogMessages.namespace,
    facet: 'metadata.namespace',
    // Where everything is in the default namespace there is nothing to pick.
    isWorthwhile: values => values.some(({ value }) => value !== 'default'),
    matches: ({ entity }, values) => isOneOf(values, entity.metadata.namespace ?? 'default'),
  },
  {
    name: 'orphan',
    place: 'status',
    order: 10,
    title: catalogMessages.isOrphan,
    look: 'flag',
    toConditions: () => [[`metadata.annotations.${annotations.orphan}`, ['true']]],
    matches: ({ entity }) => entity.metadata.annotations?.[annotations.orphan] === 'true',
    fields: [`metadata.annotations.${annotations.orphan}`],
    read: toFlag,
  },
  {
    name: 'error',
    place: 'status',
    order: 20,
    title: catalogMessages.hasError,
    look: 'flag',
    toConditions: () => [['status.items.level', ['error']]],
    matches: ({ entity }) => entity.status?.items?.some(({ level }) => level === 'error') === true,
    fields: ['status'],
    read: toFlag,
  },
])
