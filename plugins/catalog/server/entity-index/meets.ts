import type { EntityPredicate } from '@portico/catalog/common'
import { isMetByListItem, prefixesOf, type BitmapSource } from './bitmaps.ts'

/** Whether the entity in one slot meets a predicate. For one entity this takes microseconds, where a bitmap would look at all of them. */
export function meets(source: Pick<BitmapSource, 'column'>, slot: number, predicate: EntityPredicate): boolean {
  if ('all' in predicate) return predicate.all.every(each => meets(source, slot, each))
  if ('any' in predicate) return predicate.any.some(each => meets(source, slot, each))
  if ('not' in predicate) return !meets(source, slot, predicate.not)
  const { key } = predicate
  const texts = textsOf(source, slot, key)
  const isMet =
    'exists' in predicate ||
    texts.some(({ text }) => text !== undefined && ('in' in predicate ? predicate.in.includes(text) : text.startsWith(predicate.prefix)))
  if (isMet && texts.length > 0) return true
  const isItem = (prefix: string) =>
    textsOf(source, slot, prefix).some(({ text, isListItem }) => isListItem && text === key.slice(prefix.length + 1))
  return isMetByListItem(predicate) && prefixesOf(key).some(isItem)
}

function textsOf(source: Pick<BitmapSource, 'column'>, slot: number, key: string) {
  const column = source.column(key)
  return Array.from(column?.cells.codes(slot) ?? [], code => ({
    text: code < 2 ? undefined : column!.dictionary.foldedText(code >> 1),
    isListItem: (code & 1) === 1,
  }))
}
