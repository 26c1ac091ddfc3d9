import { markListItem, type BitmapSource } from './bitmaps.ts'

export interface Facet {
  readonly value: string
  readonly count: number
}

/** How many entities of a bitmap have each value of a key. In code-unit order of the values, which keep their case. */
export function countFacet(source: BitmapSource, key: string, bitmap: Uint8Array): Facet[] {
  const column = source.column(key)
  if (!column) return countListItem(source, key, bitmap)
  const { dictionary, cells } = column
  const counts = new Int32Array(dictionary.size)
  cells.countInto(counts, bitmap)
  const found: Facet[] = []
  for (let id = 1; id < counts.length; id++) if (counts[id]! > 0) found.push({ value: dictionary.text(id), count: counts[id]! })
  return found.sort((a, b) => (a.value < b.value ? -1 : 1))
}

/** `metadata.tags.java` counts those whose list holds java in any letter case, each once, under the value "true". */
function countListItem(source: BitmapSource, key: string, bitmap: Uint8Array): Facet[] {
  const marked = new Uint8Array(source.capacity)
  markListItem(source, key, marked)
  const count = marked.reduce((sum, each, slot) => sum + (each & bitmap[slot]!), 0)
  return count > 0 ? [{ value: 'true', count }] : []
}
