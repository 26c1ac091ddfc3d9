import { isTie, longestSearchText, type SearchPlace } from '@portico/catalog/common'
import { createColumn, type Column } from './column.ts'
import { createRefs } from './refs.ts'
import { createTextPool } from './text-pool.ts'

// Texts that nobody uses any more, from which on it is worth moving the others.
const littleWaste = 10_000

/** The columns of an index by key, with the pool of all their texts and of the refs. */
export function createColumns(capacity: () => number) {
  let pool = createTextPool()
  let wasted = 0
  const columns = new Map<string, Column>()
  const tied: Column[] = []
  const refs = createRefs(pool)
  const collected: Column[] = []
  // What still has to leave an old pool.
  let leaving: { moveTo(other: typeof pool): unknown }[] = []

  function columnOf(key: string): Column {
    const known = columns.get(key)
    if (known) return known
    const column = createColumn(key, capacity, pool)
    columns.set(key, column)
    if (isTie(key)) tied.push(column)
    return column
  }

  /**
   * A tree over the names in entities, so that a value finds its column by the names that lead to it: their keys put together
   * anew for every value of every entity were half of what indexing cost.
   */
  function place(key: string, prefix: string): SearchPlace {
    const places = new Map<string, SearchPlace | undefined>()
    let column: Column | undefined

    function lookUp(name: string): SearchPlace | undefined {
      const lower = name.toLowerCase()
      const inner = prefix + lower
      const found = inner.length > longestSearchText ? undefined : (places.get(lower) ?? place(inner, `${inner}.`))
      if (found) places.set(lower, found).set(name, found)
      return found
    }

    return {
      below: name => places.get(name) ?? lookUp(name),
      add(value, isListItem) {
        column ??= columnOf(key)
        if (column.collect(value, isListItem)) collected.push(column)
      },
    }
  }

  return {
    columns,
    /** Those of relations and status. */
    tied,
    refs,
    root: place('', ''),
    /** The columns that have a value of the entity that is being read. */
    collected,
    /**
     * Throws away what is no longer used. Called now and then; what takes long is done in steps: when most of the pool is waste,
     * the columns move to a new one, one in each call.
     */
    tidy(): void {
      const next = leaving.pop()
      if (next) return void next.moveTo(pool)
      for (const column of columns.values()) wasted += column.tidy(pool)
      wasted += refs.tidy(pool)
      if (wasted < littleWaste + pool.size / 2) return
      wasted = 0
      pool = createTextPool()
      leaving = [...columns.values(), refs]
    },
  }
}
