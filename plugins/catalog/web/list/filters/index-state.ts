import { parseQuery, toQuery, type QueryValue } from '@portico/core/web'
import type { IndexModel, IndexSettings, PagingMode, UserList } from '../index-model.ts'
import { parseOrder, stringifyOrder, type IndexOrder } from '../order.ts'
import { hasOwners } from './own-filters.ts'

/** The filters of the list. Kind and values are compared without letter case. */
export interface IndexFilters {
  readonly kind: string
  readonly user: UserList
  readonly text: string
  /** What is chosen, by filter. A filter with nothing chosen is not in it. */
  readonly values: Readonly<Record<string, readonly string[]>>
}

/** Everything that the address says. */
export interface IndexState {
  readonly filters: IndexFilters
  readonly limit: number
  readonly offset: number
  readonly cursor: string | undefined
  readonly order: IndexOrder | undefined
  /** The moment of the past that is looked at, as the address has it: see `toMoment`. */
  readonly asOf: string | undefined
}

/** The max rows of a page; more in an address is a mistake. */
const maxRows = 500
const userLists: readonly string[] = ['owned', 'starred', 'all'] satisfies UserList[]

export const noFilters: Omit<IndexFilters, 'kind'> = { user: 'all', text: '', values: {} }

/** Whether an address has no filters, so that it opens the user's default view. */
export function isUndecided(search: string): boolean {
  return !Object.hasOwn(parseQuery(search), 'filters')
}

/** The kind that an address names, in lower case; '' for none. */
export function kindIn(search: string): string {
  const { filters } = parseQuery(search)
  return isRecord(filters) ? textOf(filters['kind']).toLocaleLowerCase('en-US') : ''
}

export function parseIndexState(search: string, settings: IndexSettings, model: IndexModel): IndexState {
  const { filters, limit, offset, cursor, order, asOf } = parseQuery(search)
  const given: { readonly [key: string]: QueryValue | undefined } = isRecord(filters) ? filters : {}
  const user = textOf(given['user'])
  const kind = (settings.onlyKind ?? (textOf(given['kind']) || settings.initialKind)).toLocaleLowerCase('en-US')
  const read = model.filters(kind).map(filter => {
    const values = listOf(Object.hasOwn(given, filter.id) ? given[filter.id] : undefined)
    return [filter.id, filter.read?.(values) ?? values] as const
  })
  return {
    filters: fitting(
      {
        kind,
        user: userLists.includes(user) ? (user as UserList) : filters === undefined ? settings.initialList : 'all',
        text: textOf(given['text']),
        values: Object.fromEntries(read),
      },
      model,
    ),
    limit: toCount(limit) || settings.pageSize,
    offset: toCount(offset, Number.MAX_SAFE_INTEGER),
    cursor: textOf(cursor) || undefined,
    order: parseOrder(textOf(order), model.columns(kind)),
    asOf: textOf(asOf) || undefined,
  }
}

/** The address of a state, without a question mark. Defaults are left out, except for kind, list and page. */
export function toSearch({ filters, limit, offset, cursor, order, asOf }: IndexState, mode: PagingMode, model: IndexModel): string {
  const { kind, user, values, text } = filters
  const chosen = model.filters(kind).flatMap(({ id, look }) => {
    const own = values[id] ?? []
    return own.length === 0 ? [] : [[id, look === 'flag' ? 'true' : own] as const]
  })
  return toQuery({
    filters: { kind, user, ...Object.fromEntries(chosen), ...(text !== '' && { text }) },
    ...(order && { order: stringifyOrder(order) }),
    ...(mode !== 'none' && { limit: String(limit) }),
    ...(mode === 'offset' && { offset: String(offset) }),
    ...(mode === 'cursor' && cursor !== undefined && { cursor }),
    ...(asOf !== undefined && { asOf }),
  })
}

/** Filters that fit the kind: others are dropped. */
export function fitting(filters: IndexFilters, model: IndexModel): IndexFilters {
  const { kind, user, values } = filters
  const kept = model.filters(kind).flatMap(({ id }) => ((values[id]?.length ?? 0) > 0 ? [[id, values[id] ?? []] as const] : []))
  return { ...filters, user: user === 'owned' && !hasOwners(kind) ? 'all' : user, values: Object.fromEntries(kept) }
}

/** How many values are chosen in the pickers. */
export function activeCount({ values }: Pick<IndexFilters, 'values'>): number {
  return Object.values(values).reduce((sum, chosen) => sum + chosen.length, 0)
}

function textOf(value: QueryValue | undefined): string {
  const first = Array.isArray(value) ? (value as readonly QueryValue[])[0] : value
  return typeof first === 'string' ? first : ''
}

function listOf(value: QueryValue | undefined): string[] {
  const values = Array.isArray(value) ? (value as readonly QueryValue[]) : value === undefined ? [] : [value as QueryValue]
  return [...new Set(values.filter((item): item is string => typeof item === 'string' && item !== ''))]
}

function toCount(value: QueryValue | undefined, max = maxRows): number {
  const text = textOf(value)
  return /^\d+$/.test(text) ? Math.min(Number(text), max) : 0
}

function isRecord(value: QueryValue | undefined): value is { readonly [key: string]: QueryValue } {
  return typeof value === 'object' && !Array.isArray(value)
}
