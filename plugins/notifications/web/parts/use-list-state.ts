import { useSearchParams } from '@portico/core/web'
import { severities, type Severity } from '@portico/notifications/common'

export const views = ['unread', 'all', 'saved', 'read'] as const
export type ListView = (typeof views)[number]
export const orders = ['created,desc', 'created,asc', 'severity,asc', 'origin,asc'] as const
export type ListOrder = (typeof orders)[number]

/** What the page shows; it lives in the address. */
export interface ListState {
  readonly view: ListView
  readonly severity: Severity | undefined
  readonly topic: string | undefined
  readonly search: string
  readonly order: ListOrder
  readonly offset: number
  readonly limit: number
}

export const pageSizes = [25, 50, 100]
const initial: ListState = {
  view: 'unread',
  severity: undefined,
  topic: undefined,
  search: '',
  order: 'created,desc',
  offset: 0,
  limit: 25,
}

/** The state in the address, and the way to change it. Another filter begins at the first page. */
export function useListState() {
  const [params, setParams] = useSearchParams()
  const state: ListState = {
    view: oneOf(views, params.get('view')) ?? initial.view,
    severity: oneOf(severities, params.get('severity')),
    topic: params.get('topic') ?? undefined,
    search: params.get('search') ?? '',
    order: oneOf(orders, params.get('order')) ?? initial.order,
    offset: toCount(params.get('offset')) ?? 0,
    limit: pageSizes.find(size => String(size) === params.get('limit')) ?? initial.limit,
  }
  function change(part: Partial<ListState>): void {
    const next = { ...state, ...(!('offset' in part) && { offset: 0 }), ...part }
    const changed = Object.entries(next).filter(([name, value]) => value !== initial[name as keyof ListState])
    setParams(new URLSearchParams(changed.map(([name, value]) => [name, String(value)])), { replace: true })
  }
  return { state, change }
}

/** The question to the server. */
export function toListQuery({ view, severity, topic, search, order, offset, limit }: ListState) {
  return {
    ...(view === 'unread' && { read: 'false' as const }),
    ...(view === 'read' && { read: 'true' as const }),
    ...(view === 'saved' && { saved: 'true' as const }),
    ...(severity && { minimumSeverity: severity }),
    ...(topic !== undefined && { topic }),
    ...(search.trim() !== '' && { search: search.trim().slice(0, 255) }),
    orderField: order,
    offset,
    limit,
  }
}

/** Whether anything is left out besides by the view. */
export function isFiltered({ severity, topic, search }: ListState): boolean {
  return severity !== undefined || topic !== undefined || search !== ''
}

function oneOf<T extends string>(known: readonly T[], value: string | null): T | undefined {
  return known.find(each => each === value)
}

function toCount(value: string | null): number | undefined {
  return value !== null && /^\d{1,9}$/.test(value) ? Number(value) : undefined
}
