/** What a query string holds: texts, lists and objects of them. */
export type QueryValue = string | readonly QueryValue[] | { readonly [key: string]: QueryValue }
export type QueryObject = { readonly [key: string]: QueryValue }

export interface QueryLimits {
  /** Indexes up to this are positions in a list; higher ones only give an order, so that no list has holes. No value is lost. */
  readonly arrayLimit?: number
  /** How deep keys nest; what is deeper stays one key as it was written. */
  readonly depth?: number
  /** How many parameters are read. */
  readonly parameterLimit?: number
}

export const queryLimits = { arrayLimit: 20, depth: 5, parameterLimit: 1000 } as const satisfies QueryLimits

type Node = { readonly text: string } | { readonly children: [key: string, node: Node][] }

/** Reads `filters[kind]=api&filters[tags][]=a&filters[tags][]=b` into nested objects and lists. */
export function parseQuery(search: string, limits: QueryLimits = {}): QueryObject {
  const { arrayLimit, depth, parameterLimit } = { ...queryLimits, ...limits }
  const root: [string, Node][] = []
  for (const [name, value] of [...new URLSearchParams(search)].slice(0, parameterLimit)) insert(root, toPath(name, depth), value)
  return toObject(root, arrayLimit)
}

/** `a[b][][c]` as `a`, `b`, ``, `c`. */
function toPath(name: string, depth: number): string[] {
  const [, head = '', rest = ''] = /^([^[]*)((?:\[[^[\]]*\])*)$/.exec(name) ?? [undefined, name]
  if (head === '') return [name]
  const keys = [...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, key = '']) => key)
  const deep = keys.slice(depth).map(key => `[${key}]`)
  return [head, ...keys.slice(0, depth), ...(deep.length > 0 ? [deep.join('')] : [])]
}

function insert(children: [string, Node][], [key = '', ...rest]: readonly string[], text: string): void {
  if (rest.length === 0) return void children.push([key, { text }])
  const found = key === '' ? undefined : children.find(([name, node]) => name === key && 'children' in node)?.[1]
  if (found && 'children' in found) return insert(found.children, rest, text)
  const inner: [string, Node][] = []
  children.push([key, { children: inner }])
  insert(inner, rest, text)
}

function toObject(children: readonly [string, Node][], arrayLimit: number): QueryObject {
  const keys = [...new Set(children.map(([key]) => key))]
  // fromEntries defines keys, so that one called __proto__ stays a key.
  return Object.fromEntries(
    keys.map(key => [key, join(children.filter(([name]) => name === key).map(([, node]) => toValue(node, arrayLimit)))]),
  )
}

/** A key that is written several times is a list of all its values. */
function join(values: readonly QueryValue[]): QueryValue {
  return values.length === 1 ? values[0]! : values.flat()
}

function toValue(node: Node, arrayLimit: number): QueryValue {
  if ('text' in node) return node.text
  const isList = node.children.every(([key]) => key === '' || /^\d+$/.test(key))
  if (!isList) return toObject(node.children, arrayLimit)
  const position = ([key]: [string, Node]) => (key === '' || Number(key) > arrayLimit ? Infinity : Number(key))
  const ordered = node.children.map((child, index) => ({ child, index }))
  ordered.sort((a, b) => comparePositions(position(a.child), position(b.child)) || a.index - b.index)
  return ordered.map(({ child: [, inner] }) => toValue(inner, arrayLimit))
}

function comparePositions(a: number, b: number): number {
  return a === b ? 0 : a - b
}

/** Writes what `parseQuery` reads. Lists are written with `[]`, except of objects, which need their index. */
export function toQuery(values: { readonly [key: string]: QueryValue | undefined }): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(values)) if (value !== undefined) append(search, key, value)
  return search.toString()
}

function append(search: URLSearchParams, name: string, value: QueryValue): void {
  if (typeof value === 'string') search.append(name, value)
  else if (isList(value)) value.forEach((item, index) => append(search, typeof item === 'string' ? `${name}[]` : `${name}[${index}]`, item))
  else for (const [key, inner] of Object.entries(value)) append(search, `${name}[${key}]`, inner)
}

function isList(value: QueryValue): value is readonly QueryValue[] {
  return Array.isArray(value)
}
