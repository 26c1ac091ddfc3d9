/** A page that a user has opened. */
export interface Visit {
  readonly id: string
  /** The title of the page. */
  readonly name: string
  readonly pathname: string
  /** The entity that the page is about. */
  readonly entityRef?: string
  readonly hits: number
  /** When it was last opened, in milliseconds since 1970. */
  readonly timestamp: number
}

export type VisitField = keyof Visit

/** One condition: `{ field: 'hits', operator: '>=', value: 3 }`. */
export interface VisitFilter {
  readonly field: VisitField
  readonly operator: '<' | '<=' | '==' | '!=' | '>' | '>=' | 'contains'
  readonly value: string | number
}

export interface VisitQuery {
  /** 8 by default. */
  readonly limit?: number
  readonly orderBy?: readonly { readonly field: VisitField; readonly direction: 'asc' | 'desc' }[]
  /** All of them hold. */
  readonly filterBy?: readonly VisitFilter[]
}

export const visitLimits = { listed: 8, nameLength: 200, pathLength: 500, bytes: 60_000 } as const

/** The visits that a query finds; the last ones first by default. Parts of a page under its title, such as the steps of a form, are one. */
export function listVisits(visits: readonly Visit[], { limit = visitLimits.listed, orderBy, filterBy = [] }: VisitQuery = {}): Visit[] {
  const order = orderBy ?? [{ field: 'timestamp', direction: 'desc' } as const]
  const seen = new Set<string>()
  return visits
    .filter(visit => filterBy.every(filter => holds(visit, filter)))
    .sort((a, b) => order.reduce((found, { field, direction }) => found || compare(a[field], b[field]) * (direction === 'asc' ? 1 : -1), 0))
    .filter(visit => {
      const page = pageOf(visit, visits)
      return !seen.has(page) && seen.add(page)
    })
    .slice(0, limit)
}

/** The shortest path above that was visited under the same title, or else its own. */
function pageOf({ name, pathname }: Visit, visits: readonly Visit[]): string {
  const above = visits.filter(each => each.name === name && pathname.startsWith(`${each.pathname}/`)).map(each => each.pathname)
  return above.sort((a, b) => a.length - b.length)[0] ?? pathname
}

function holds(visit: Visit, { field, operator, value }: VisitFilter): boolean {
  const own = visit[field]
  if (operator === '==') return own === value
  if (operator === '!=') return own !== value
  if (operator === 'contains') return typeof own === 'string' && own.includes(String(value))
  if (typeof own !== typeof value) return false
  const order = compare(own, value)
  if (operator === '<') return order < 0
  if (operator === '<=') return order <= 0
  return operator === '>' ? order > 0 : order >= 0
}

function compare(a: string | number | undefined, b: string | number | undefined): number {
  if (a === b) return 0
  if (a === undefined || b === undefined) return a === undefined ? -1 : 1
  return a < b ? -1 : 1
}

export interface RecordedPage {
  readonly pathname: string
  readonly name: string
  readonly now: number
  readonly newId: () => string
  readonly limit: number
}

/** The visits with one more. A page that was visited before has one hit more; over the limit the oldest visits go. */
export function recordVisit(visits: readonly Visit[], { pathname, name, now, newId, limit }: RecordedPage): Visit[] {
  const before = visits.find(visit => visit.pathname === pathname)
  const entityRef = entityRefAt(pathname)
  const visit: Visit = {
    id: before?.id ?? newId(),
    name: name.slice(0, visitLimits.nameLength),
    pathname,
    ...(entityRef !== undefined && { entityRef }),
    hits: (before?.hits ?? 0) + 1,
    timestamp: now,
  }
  // A clock that was set back leaves visits in the future; they must not outlive all others.
  const others = visits.filter(each => each.pathname !== pathname).map(each => (each.timestamp > now ? { ...each, timestamp: now } : each))
  const kept = [visit, ...others.sort((a, b) => b.timestamp - a.timestamp)].slice(0, limit)
  while (kept.length > 1 && JSON.stringify(kept).length > visitLimits.bytes) kept.pop()
  return kept
}

/** The entity of a path `/catalog/{namespace}/{kind}/{name}`, with what follows it. */
export function entityRefAt(pathname: string): string | undefined {
  const [, namespace, kind, name] = /^\/catalog\/([^/]+)\/([^/]+)\/([^/]+)(?:\/|$)/.exec(pathname) ?? []
  if (!namespace || !kind || !name) return undefined
  try {
    return `${decodeURIComponent(kind).toLowerCase()}:${decodeURIComponent(namespace).toLowerCase()}/${decodeURIComponent(name)}`
  } catch {
    return undefined
  }
}

/** Reads stored visits; what is no visit is left out. */
export function toVisits(value: unknown): Visit[] {
  return Array.isArray(value) ? value.filter(isVisit) : []
}

function isVisit(value: unknown): value is Visit {
  const { id, name, pathname, entityRef, hits, timestamp } = (value ?? {}) as Partial<Record<VisitField, unknown>>
  return (
    typeof id === 'string' &&
    typeof name === 'string' &&
    typeof pathname === 'string' &&
    /^\/(?!\/)/.test(pathname) &&
    (entityRef === undefined || typeof entityRef === 'string') &&
    typeof hits === 'number' &&
    typeof timestamp === 'number'
  )
}
