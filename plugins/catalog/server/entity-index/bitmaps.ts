import type { EntityPredicate } from '@portico/catalog/common'
import type { Column } from '@portico/core/server/index-store'

/** Where bitmaps come from: the columns, and which slots hold an entity. */
export interface BitmapSource {
  /** How long a bitmap is: a multiple of four, at least as much as there are slots. */
  readonly capacity: number
  readonly live: Uint8Array
  /** How many slots hold one. */
  readonly size: number
  column(key: string): Column | undefined
}

/** One byte per slot: 1 where the entity meets the predicate. Where it is not within another bitmap, anything. */
export function bitmapOf(source: BitmapSource, predicate: EntityPredicate | undefined, within?: Uint8Array): Uint8Array {
  if (predicate === undefined) return source.live.slice()
  if ('all' in predicate) {
    const [first, ...rest] = predicate.all
    const bitmap = bitmapOf(source, first, within)
    for (const each of rest) combine(bitmap, 'and', bitmapOf(source, each, bitmap))
    return bitmap
  }
  if ('not' in predicate) {
    const bitmap = source.live.slice()
    combine(bitmap, 'without', bitmapOf(source, predicate.not, within))
    return bitmap
  }
  const bitmap = new Uint8Array(source.capacity)
  if ('any' in predicate) for (const each of predicate.any) combine(bitmap, 'or', bitmapOf(source, each, within))
  else markCondition(source, predicate, bitmap, within)
  return bitmap
}

export function combine(bitmap: Uint8Array, operation: 'and' | 'or' | 'without', other: Uint8Array): void {
  const words = wordsOf(bitmap)
  const others = wordsOf(other)
  const [isAnd, isOr] = [operation === 'and', operation === 'or']
  for (let i = 0; i < words.length; i++) {
    const both = words[i]! & others[i]!
    words[i] = isAnd ? both : isOr ? words[i]! | others[i]! : words[i]! ^ both
  }
}

/** Four slots at a time; bitmaps are as long as the index has room, which is a multiple of four. */
export function wordsOf({ buffer, byteOffset, length }: Uint8Array): Int32Array {
  return new Int32Array(buffer, byteOffset, length >> 2)
}

type KeyCondition = Exclude<EntityPredicate, { all: unknown } | { any: unknown } | { not: unknown }>

function markCondition(source: BitmapSource, condition: KeyCondition, bitmap: Uint8Array, within: Uint8Array | undefined): void {
  const column = source.column(condition.key)
  if (column) column.cells.mark(bitmap, wantedTexts(column, condition), { within })
  if (isMetByListItem(condition)) markListItem(source, condition.key, bitmap)
}

/** Where a text of a list makes a key of its own, `metadata.tags.java`, the value of that key is `true`. */
export function isMetByListItem(condition: KeyCondition): boolean {
  if ('exists' in condition) return true
  return 'prefix' in condition ? 'true'.startsWith(condition.prefix) : condition.in.includes('true')
}

/** A table with 1 for each text of a column that meets a condition. */
function wantedTexts({ dictionary }: Column, condition: KeyCondition): Uint8Array {
  if ('prefix' in condition) return dictionary.startingWith(condition.prefix)
  const table = new Uint8Array(dictionary.size)
  if ('exists' in condition) return table.fill(1)
  for (const value of condition.in) for (const number of dictionary.find(value)) table[number] = 1
  return table
}

/** `metadata.tags.java` is true where `metadata.tags` holds java. */
export function markListItem(source: Pick<BitmapSource, 'column'>, key: string, bitmap: Uint8Array): void {
  for (const prefix of prefixesOf(key)) {
    const column = source.column(prefix)
    if (column) column.cells.mark(bitmap, wantedTexts(column, { key, in: [key.slice(prefix.length + 1)] }), { isListItem: true })
  }
}

/** The keys above a key: `metadata` and `metadata.tags` of `metadata.tags.java`. */
export function prefixesOf(key: string): string[] {
  const parts = key.split('.')
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('.'))
}
