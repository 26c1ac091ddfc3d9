import { parseEntityRef, stringifyEntityRef } from '@portico/catalog/common'
import { parseQuery, toQuery, type QueryValue } from '@portico/core/web'
import { parseOrder, stringifyOrder, type IndexOrder } from './order.ts'
import type { IndexSettings, PagingMode, UserList } from './settings.ts'

/** What narrows the list. Kind and values are compared without letter case. */
export interface IndexFilters {
  readonly kind: string
  readonly user: UserList
  readonly types: readonly string[]
  /** Whole refs. */
  readonly owners: readonly string[]
  readonly lifecycles: readonly string[]
  readonly tags: readonly string[]
  readonly namespaces: readonly string[]
  readonly text: string
  readonly orphan: boolean
  readonly error: boolean
}

/** Everything that the address says. */
export interface IndexState {
  readonly filters: IndexFilters
  readonly limit: number
  readonly offset: number
  readonly cursor: string | undefined
  readonly order: IndexOrder | undefined
}

/** More rows than this on one page is a mistake in the address. */
const mostRows = 500
const userLists: readonly string[] = ['owned', 'starred', 'all'] satisfies UserList[]

export const noFilters: Omit<IndexFilters, 'kind'> = {
  user: 'all',
  types: [],
  owners: [],
  lifecycles: [],
  tags: [],
  namespaces: [],
  text: '',
  orphan: false,
  error: false,
}

/** Whether an address says nothing about filters, so that whoever opens it gets their usual view. */
export function isUndecided(search: string): boolean {
  return !Object.hasOwn(parseQuery(search), 'filters')
}

export function parseIndexState(search: string, settings: IndexSettings): IndexState {
  const { filters, limit, offset, cursor, order } = parseQuery(search)
  const given: { readonly [key: string]: QueryValue | undefined } = isRecord(filters) ? filters : {}
  const user = textOf(given['user'])
  return {
    filters: fitting({
      kind: (textOf(given['kind']) || settings.initialKind).toLocaleLowerCase('en-US'),
      user: userLists.includes(user) ? (user as UserList) : filters === undefined ? settings.initialList : 'all',
      types: listOf(given['type']),
      owners: toOwnerRefs(listOf(given['owners'])),
      lifecycles: listOf(given['lifecycles']),
      tags: listOf(given['tags']),
      namespaces: listOf(given['namespace']),
      text: textOf(given['text']),
      orphan: textOf(given['orphan']) === 'true',
      error: textOf(given['error']) === 'true',
    }),
    limit: toCount(limit) || settings.pageSize,
    offset: toCount(offset, Number.MAX_SAFE_INTEGER),
    cursor: textOf(cursor) || undefined,
    order: parseOrder(textOf(order)),
  }
}

/** The address of a state, without a question mark. What is as it always is, is left out, except for kind, list and place. */
export function toSearch({ filters, limit, offset, cursor, order }: IndexState, mode: PagingMode): string {
  const { kind, user, types, owners, lifecycles, tags, namespaces, text, orphan, error } = filters
  const active = {
    kind,
    user,
    ...(types.length > 0 && { type: types }),
    ...(owners.length > 0 && { owners }),
    ...(lifecycles.length > 0 && { lifecycles }),
    ...(tags.length > 0 && { tags }),
    ...(namespaces.length > 0 && { namespace: namespaces }),
    ...(text !== '' && { text }),
    ...(orphan && { orphan: 'true' }),
    ...(error && { error: 'true' }),
  }
  return toQuery({
    filters: active,
    ...(order && { order: stringifyOrder(order) }),
    ...(mode !== 'none' && { limit: String(limit) }),
    ...(mode === 'offset' && { offset: String(offset) }),
    ...(mode === 'cursor' && cursor !== undefined && { cursor }),
  })
}

/** People and teams have no owner, so nobody owns them. */
export function hasOwners(kind: string): boolean {
  return kind !== 'user' && kind !== 'group'
}

/** Filters that hold together: what the kind does not have is let go. */
export function fitting(filters: IndexFilters): IndexFilters {
  if (hasOwners(filters.kind)) return filters
  return { ...filters, owners: [], user: filters.user === 'owned' ? 'all' : filters.user }
}

/** Whole refs of owners. Who has no kind is a group; what is no ref is dropped. */
export function toOwnerRefs(values: readonly string[]): string[] {
  const refs = values.flatMap(value => {
    try {
      return [stringifyEntityRef(parseEntityRef(value, { defaultKind: 'Group' }))]
    } catch {
      return []
    }
  })
  return [...new Set(refs)]
}

/** How many values are chosen in the pickers. */
export function activeCount({ types, owners, lifecycles, tags, namespaces, orphan, error }: IndexFilters): number {
  return types.length + owners.length + lifecycles.length + tags.length + namespaces.length + Number(orphan) + Number(error)
}

export function isSameText(a: string, b: string): boolean {
  return a.toLocaleLowerCase('en-US') === b.toLocaleLowerCase('en-US')
}

function textOf(value: QueryValue | undefined): string {
  const first = Array.isArray(value) ? (value as readonly QueryValue[])[0] : value
  return typeof first === 'string' ? first : ''
}

function listOf(value: QueryValue | undefined): string[] {
  const values = Array.isArray(value) ? (value as readonly QueryValue[]) : value === undefined ? [] : [value as QueryValue]
  return [...new Set(values.filter((item): item is string => typeof item === 'string' && item !== ''))]
}

function toCount(value: QueryValue | undefined, most = mostRows): number {
  const text = textOf(value)
  return /^\d+$/.test(text) ? Math.min(Number(text), most) : 0
}

function isRecord(value: QueryValue | undefined): value is { readonly [key: string]: QueryValue } {
  return typeof value === 'object' && !Array.isArray(value)
}
