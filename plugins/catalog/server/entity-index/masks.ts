import type { EntityPredicate } from '@portico/catalog/common'
import type { Column } from './column.ts'

/** Where masks come from: the columns, and which slots hold an entity. */
export interface MaskSource {
  /** How long a mask is: a multiple of four, at least as much as there are slots. */
  readonly capacity: number
  readonly live: Uint8Array
  /** How many slots hold one. */
  readonly size: number
  column(key: string): Column | undefined
}

/** One byte per slot: 1 where the entity meets the predicate. Where it is not within another mask, anything. */
export function maskOf(source: MaskSource, predicate: EntityPredicate | undefined, within?: Uint8Array): Uint8Array {
  if (predicate === undefined) return source.live.slice()
  if ('all' in predicate) return maskOfAll(source, predicate.all, within)
  if ('not' in predicate) {
    const mask = maskOf(source, predicate.not, within)
    const words = wordsOf(mask)
    const live = wordsOf(source.live)
    for (let i = 0; i < words.length; i++) words[i] = live[i]! & ~words[i]!
    return mask
  }
  const mask = new Uint8Array(source.capacity)
  if ('any' in predicate) {
    for (const each of predicate.any) mergeInto(mask, maskOf(source, each, within))
    return mask
  }
  markCondition(source, predicate, mask, within)
  return mask
}

function maskOfAll(source: MaskSource, predicates: readonly EntityPredicate[], within: Uint8Array | undefined): Uint8Array {
  const [first, ...rest] = predicates
  const mask = maskOf(source, first, within)
  for (const each of rest) {
    const words = wordsOf(mask)
    const others = wordsOf(maskOf(source, each, mask))
    for (let i = 0; i < words.length; i++) words[i] = words[i]! & others[i]!
  }
  return mask
}

function mergeInto(mask: Uint8Array, other: Uint8Array): void {
  const words = wordsOf(mask)
  const others = wordsOf(other)
  for (let i = 0; i < words.length; i++) words[i] = words[i]! | others[i]!
}

/** How many of a mask are 1. */
export function countOf(mask: Uint8Array): number {
  const words = wordsOf(mask)
  let count = 0
  for (let start = 0; start < words.length; start += 255) {
    const end = Math.min(start + 255, words.length)
    // Each of its bytes counts one of four slots, up to 255.
    let four = 0
    for (let i = start; i < end; i++) four = (four + words[i]!) | 0
    count += (four & 255) + ((four >>> 8) & 255) + ((four >>> 16) & 255) + (four >>> 24)
  }
  return count
}

/** Four slots at a time; masks are as long as the index has room, which is a multiple of four. */
function wordsOf(mask: Uint8Array): Int32Array {
  return new Int32Array(mask.buffer, mask.byteOffset, mask.length >> 2)
}

type KeyCondition = Exclude<EntityPredicate, { all: unknown } | { any: unknown } | { not: unknown }>

function markCondition(source: MaskSource, condition: KeyCondition, mask: Uint8Array, within: Uint8Array | undefined): void {
  const { key } = condition
  const column = source.column(key)
  if ('prefix' in condition) {
    column?.markPrefix(mask, condition.prefix, within)
    if ('true'.startsWith(condition.prefix)) markListItem(source, key, mask)
  } else if ('exists' in condition) {
    column?.cells.scan(slot => void (mask[slot] = 1))
    markListItem(source, key, mask)
  } else {
    if (column) markValues(column, condition.in, mask, within)
    if (condition.in.includes('true')) markListItem(source, key, mask)
  }
}

function markValues({ dictionary, cells }: Column, values: readonly string[], mask: Uint8Array, within: Uint8Array | undefined): void {
  const wanted = values.flatMap(value => dictionary.find(value)).filter(id => id > 0)
  if (wanted.length === 1) return cells.markEqual(mask, wanted[0]! * 2, within)
  if (wanted.length === 0) return
  const table = new Uint8Array(dictionary.size)
  for (const id of wanted) table[id] = 1
  cells.markTable(mask, table, within)
}

/** Where a text of a list makes a key of its own: `metadata.tags.java` is true where `metadata.tags` holds java. */
export function listItemsOf(source: Pick<MaskSource, 'column'>, key: string): { readonly column: Column; readonly code: number }[] {
  const found: { column: Column; code: number }[] = []
  for (let dot = key.indexOf('.'); dot !== -1; dot = key.indexOf('.', dot + 1)) {
    const column = source.column(key.slice(0, dot))
    if (!column) continue
    for (const id of column.dictionary.find(key.slice(dot + 1))) if (id > 0) found.push({ column, code: id * 2 + 1 })
  }
  return found
}

function markListItem(source: MaskSource, key: string, mask: Uint8Array): void {
  for (const { column, code: wanted } of listItemsOf(source, key)) {
    column.cells.scan((slot, code) => {
      if (code === wanted) mask[slot] = 1
    })
  }
}
