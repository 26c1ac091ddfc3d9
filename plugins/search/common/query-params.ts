/** What a query string says besides term and paging: `types[0]=a`, `filters[kind]=b`, `filters[lifecycle][0]=c`. */
export interface QueryParams {
  readonly types: readonly string[]
  readonly filters: Readonly<Record<string, readonly string[]>>
  /** Refs of entities that are near to the caller. */
  readonly starred: readonly string[]
  readonly recent: readonly string[]
  /** Fields whose values are counted. */
  readonly fields: readonly string[]
}

const listKey = /^(types|starred|recent|fields)(?:\[\d*\])?$/
const filterKey = /^filters\[([^[\]]+)\](?:\[\d*\])?$/

/** Reads lists and filters as `qs` writes them, in any of its ways. No value is lost, and unknown keys are left alone. */
export function parseQueryParams(query: Readonly<Record<string, unknown>>): QueryParams {
  const lists: Record<string, string[]> = { types: [], starred: [], recent: [], fields: [] }
  // A map: the fields are whatever was written, also the names of what every object has.
  const filters = new Map<string, string[]>()
  for (const [key, value] of Object.entries(query)) {
    const values = toList(value)
    const list = listKey.exec(key)?.[1]
    const field = filterKey.exec(key)?.[1]
    if (list !== undefined) lists[list]!.push(...values)
    else if (field !== undefined) filters.set(field, [...(filters.get(field) ?? []), ...values])
  }
  return {
    types: lists['types']!,
    starred: lists['starred']!,
    recent: lists['recent']!,
    fields: lists['fields']!,
    filters: Object.fromEntries(filters),
  }
}

/** The same, to be sent. Empty filters ask for nothing and are left out. */
export function toQueryParams(params: Partial<QueryParams>): Record<string, string[]> {
  const lists = (['types', 'starred', 'recent', 'fields'] as const).flatMap(name => {
    const values = params[name] ?? []
    return values.length > 0 ? [[`${name}[]`, [...values]] as [string, string[]]] : []
  })
  const filters = Object.entries(params.filters ?? {}).flatMap(([field, values]) =>
    values.length > 0 ? [[`filters[${field}]`, [...values]] as [string, string[]]] : [],
  )
  return Object.fromEntries([...lists, ...filters])
}

function toList(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.filter(each => typeof each === 'string')
}
