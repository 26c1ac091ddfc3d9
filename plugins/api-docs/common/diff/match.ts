/** Things of two lists that have the same key, and those that have none in the other. */
export interface Matched<Item> {
  readonly both: readonly (readonly [before: Item, after: Item])[]
  readonly removed: readonly Item[]
  readonly added: readonly Item[]
}

/** Of things with the same key in one list the first counts. */
export function matchBy<Item>(before: readonly Item[], after: readonly Item[], keyOf: (item: Item) => string): Matched<Item> {
  const old = firstBy(before, keyOf)
  const fresh = firstBy(after, keyOf)
  return {
    both: [...old].flatMap(([key, item]) => (fresh.has(key) ? [[item, fresh.get(key)!] as const] : [])),
    removed: [...old].filter(([key]) => !fresh.has(key)).map(([, item]) => item),
    added: [...fresh].filter(([key]) => !old.has(key)).map(([, item]) => item),
  }
}

function firstBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item> {
  const found = new Map<string, Item>()
  for (const item of items) if (!found.has(keyOf(item))) found.set(keyOf(item), item)
  return found
}

/** Whether two values of JSON are the same, whatever the order of their keys. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || stableText(one) === stableText(other)
}

/** JSON with sorted keys. */
export function stableText(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
  })
}

/** What is in one set and not in the other. */
export function difference<Item>(one: Iterable<Item>, other: Iterable<Item>): Item[] {
  const others = new Set(other)
  return [...new Set(one)].filter(item => !others.has(item))
}
