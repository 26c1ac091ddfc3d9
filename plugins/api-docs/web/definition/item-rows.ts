import type { Outline, OutlineItem } from '@portico/api-docs/common'

/** A line of the list of items: a group, or an item in it. */
export type ItemRow =
  | { readonly kind: 'group'; readonly id: string; readonly title: string; readonly count: number; readonly isOpen: boolean }
  | { readonly kind: 'item'; readonly item: OutlineItem; readonly name: string }

interface PreparedItem {
  readonly row: Extract<ItemRow, { kind: 'item' }>
  /** What is searched, in lower case. */
  readonly words: string
}

/** The items of an outline by group, ready to be searched with every key. */
export interface PreparedItems {
  readonly groups: readonly { readonly id: string; readonly title: string; readonly items: readonly PreparedItem[] }[]
  readonly total: number
}

/** The name of an item without the word in front of it, which is shown apart. */
export function nameOf({ label, method }: Pick<OutlineItem, 'label' | 'method'>): string {
  return method !== undefined && label.startsWith(`${method} `) ? label.slice(method.length + 1) : label
}

/** Sorts items into their groups and prepares what is searched. */
export function prepareItems({ groups, items }: Pick<Outline, 'groups' | 'items'>, others: string): PreparedItems {
  const byGroup = new Map<string, PreparedItem[]>(groups.map(({ id }) => [id, []]))
  const rest: PreparedItem[] = []
  const titles = new Map(groups.map(({ id, title }) => [id, title]))
  for (const item of items) {
    const group = item.groups[0]
    const searched = [item.label, item.method, item.summary, item.words, ...item.groups.map(id => titles.get(id))]
    const prepared = { row: { kind: 'item' as const, item, name: nameOf(item) }, words: searched.join('\n').toLowerCase() }
    ;((group !== undefined && byGroup.get(group)) || rest).push(prepared)
  }
  const named = groups.map(({ id, title }) => ({ id, title, items: byGroup.get(id) ?? [] })).filter(group => group.items.length > 0)
  const all = rest.length > 0 ? [...named, { id: '', title: named.length > 0 ? others : '', items: rest }] : named
  return { groups: all, total: items.length }
}

/** The lines that are shown: all words of the search are in an item, and its group is open or something is searched. */
export function toItemRows({ groups }: PreparedItems, search: string, folded: ReadonlySet<string>): ItemRow[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean)
  const rows: ItemRow[] = []
  for (const { id, title, items } of groups) {
    const found = wanted.length === 0 ? items : items.filter(({ words }) => wanted.every(word => words.includes(word)))
    if (found.length === 0) continue
    const isOpen = wanted.length > 0 || !folded.has(id)
    if (title !== '') rows.push({ kind: 'group', id, title, count: found.length, isOpen })
    if (isOpen) for (const { row } of found) rows.push(row)
  }
  return rows
}
