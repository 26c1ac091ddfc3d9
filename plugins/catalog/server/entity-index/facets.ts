import type { Column } from './column.ts'
import { listItemsOf } from './masks.ts'

export interface Facet {
  readonly value: string
  readonly count: number
}

/** How many entities of a mask have each value of a key. In code-unit order of the values, which keep their case. */
export function countFacet(source: { column(key: string): Column | undefined }, key: string, mask: Uint8Array): Facet[] {
  const column = source.column(key)
  if (!column) return countListItem(source, key, mask)
  const { dictionary, cells } = column
  const counts = new Int32Array(dictionary.size)
  cells.countInto(counts, mask)
  const found: Facet[] = []
  for (let id = 1; id < counts.length; id++) if (counts[id]! > 0) found.push({ value: dictionary.text(id), count: counts[id]! })
  return found.sort((a, b) => (a.value < b.value ? -1 : 1))
}

/** `metadata.tags.java` counts those whose list holds java in any letter case, each once, under the value "true". */
function countListItem(source: { column(key: string): Column | undefined }, key: string, mask: Uint8Array): Facet[] {
  const counted = new Set<number>()
  for (const { column, code: wanted } of listItemsOf(source, key)) {
    column.cells.scan((slot, code) => void (code === wanted && mask[slot] === 1 && counted.add(slot)))
  }
  return counted.size > 0 ? [{ value: 'true', count: counted.size }] : []
}
