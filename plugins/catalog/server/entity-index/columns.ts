import { createColumn, type Column } from '@portico/core/server/index-store'
import { isStitchedKey, maxSearchTextLength, type SearchNode } from '@portico/catalog/common'
import type { Steps } from '@portico/core/server/worker'

// Keys that came fewer times, and no query names, share one column: one of their own costs as much as a hundred values.
const fewValues = 8
// Far more than any catalog has. Keys beyond it cannot be searched, and take no memory.
const maxRareKeys = 500_000
const maxNodes = 20_000

/** A way into the columns by the names in entities. */
interface KeyNode extends SearchNode {
  below(name: string): KeyNode | undefined
}

/** The columns of an index by key. `filled` is called with the slots that a new column has. */
export function createColumns(capacity: () => number, filled: (slot: number) => void, isOrdered: (key: string) => boolean) {
  const fold = (text: string) => text.toLowerCase()
  const columns = new Map<string, Column>()
  const stitched: Column[] = []
  const collected: Column[] = []
  // The values of keys without a column, each with its key before it; and how many came of each key.
  const rare = createColumn({ key: '', fold, capacity })
  const rareKeys = new Map<string, number>()
  // Rare keys that have become common with the entity that is being read, or was read last.
  const common: string[] = []
  let nodes = 0
  let root = createNode('', '')

  function addColumn(key: string): Column {
    const column = createColumn({ key, fold, capacity })
    columns.set(key, column)
    if (isStitchedKey(key)) stitched.push(column)
    return column
  }

  /** Gives a key that has become common, or is queried, a column with the values that entities have of it. Its rare values go with the next change. */
  function promote(key: string): Column {
    const column = addColumn(key)
    if (!rareKeys.delete(key)) return column
    const prefix = toRare(key)
    const { dictionary, cells } = rare
    const wanted = dictionary.startingWith(prefix)
    const slots = new Uint8Array(capacity())
    cells.mark(slots, wanted)
    for (let slot = slots.indexOf(1); slot !== -1; slot = slots.indexOf(1, slot + 1)) {
      for (const code of Array.from(cells.codes(slot)))
        if (wanted[code >> 1] === 1) column.collect(toValue(dictionary.text(code >> 1), prefix), (code & 1) === 1)
      column.settle(slot)
      filled(slot)
    }
    return column
  }

  function collectRare(key: string, value: string | undefined, isListItem: boolean): void {
    const count = rareKeys.get(key) ?? 0
    if (count === 0 && rareKeys.size >= maxRareKeys) return
    rareKeys.set(key, count + 1)
    if (count + 1 === fewValues) common.push(key)
    if (rare.collect(toRare(key, value), isListItem)) collected.push(rare)
  }

  /** Those of the values that are there. */
  function readRareKeys(): void {
    rareKeys.clear()
    rare.cells.scan((_, code) => {
      const key = keyOfRare(rare.dictionary.text(code >> 1))
      if (!columns.has(key)) rareKeys.set(key, (rareKeys.get(key) ?? 0) + 1)
    })
  }

  /**
   * A tree over the names in entities, so that a value finds its column by the names that lead to it: their keys put together
   * again for every value of every entity were half of what indexing cost.
   */
  function createNode(key: string, prefix: string): KeyNode {
    let below: Map<string, KeyNode> | undefined
    let column = columns.get(key)

    function lookUp(name: string): KeyNode | undefined {
      const lower = name.toLowerCase()
      const inner = prefix + lower
      if (inner.length > maxSearchTextLength) return undefined
      below ??= new Map()
      const found = below.get(lower) ?? createNode(inner, `${inner}.`)
      below.set(lower, found).set(name, found)
      nodes += 1
      return found
    }

    return {
      below: name => below?.get(name) ?? lookUp(name),
      add(value, isListItem) {
        column ??= columns.get(key)
        // A view is sorted by columns, so a key that one was sorted by before it had values needs its column at once.
        if (!column && (isStitchedKey(key) || isOrdered(key))) column = promote(key)
        if (!column) collectRare(key, value, isListItem)
        else if (column.collect(value, isListItem)) collected.push(column)
      },
    }
  }

  const save = () => ({ rare: rare.save(), columns: [...columns.values()].map(column => ({ key: column.key, ...column.save() })) })

  return {
    /** All there are. */
    all: (): Iterable<Column> => [rare, ...columns.values()],
    get size() {
      return columns.size
    },
    /** The column of a key, which it has from now on if any entity has a value of it. */
    column: (key: string): Column | undefined => columns.get(key) ?? (rareKeys.has(key) ? promote(key) : undefined),
    /** The column of a key, whether any entity has a value of it or not. */
    own: (key: string): Column => columns.get(key) ?? promote(key),
    /** Those of relations and status. */
    stitched,
    /** Takes the values of an entity, from now on. */
    get root(): SearchNode {
      for (const key of common.splice(0)) if (rareKeys.has(key)) promote(key)
      return root
    },
    /** The columns that have a value of the entity that is being read. */
    collected,
    /** Throws away what is no longer used. Called now and then. */
    compact(): void {
      if (nodes > maxNodes) {
        root = createNode('', '')
        nodes = 0
      }
      for (const column of columns.values()) column.compact()
      if (rare.compact()) readRareKeys()
    },
    save,
    /** Takes the place of nothing: only for columns that are new. */
    *load(saved: ReturnType<typeof save>): Steps {
      for (const column of saved.columns) {
        addColumn(column.key).load(column)
        yield
      }
      rare.load(saved.rare)
      readRareKeys()
    },
  }
}

/** The length keeps one key from being the beginning of another. */
function toRare(key: string, value?: string): string {
  return `${key.length}:${key}${value === undefined ? '' : `=${value}`}`
}

function toValue(rare: string, prefix: string): string | undefined {
  return rare.length === prefix.length ? undefined : rare.slice(prefix.length + 1)
}

function keyOfRare(rare: string): string {
  const start = rare.indexOf(':') + 1
  return rare.slice(start, start + Number.parseInt(rare))
}
