import { createTextTable, type SegmentReader, type SegmentWriter } from '@portico/core/server/index-store'
import { isStitchedKey, maxSearchTextLength, type SearchNode } from '@portico/catalog/common'
import type { Steps } from '@portico/core/server/worker'
import { createColumn, type Column } from './column.ts'
import { createRefs } from './refs.ts'

// The number of unused texts from which on it is worth moving the others.
const littleWaste = 10_000
// Keys that fewer entities have, and no query names, get no column: one costs as much as a hundred values beside their entity.
const fewSlots = 8
// Far more than any catalog has. Keys beyond it cannot be searched, and take no memory.
const maxNodes = 500_000
const manyNodes = 20_000
const stepSize = 256

const noSlots: readonly number[] = Object.freeze([])

/** A value of a key that has no column. */
interface RareValue {
  readonly node: KeyNode
  readonly value: string | undefined
  readonly isListItem: boolean
}

interface KeyNode extends SearchNode {
  readonly key: string
  /** The slots that have a value here, while there is no column. */
  slots: readonly number[]
  column: Column | undefined
  /** The nodes below, by their names in lower case. */
  children(): Iterable<readonly [string, KeyNode]>
  below(name: string): KeyNode | undefined
  promote(): Column
  /** Drops the nodes below that no entity has. Returns how many there are, itself included; 0 when it is not needed either. */
  prune(): number
}

/** The columns of an index by key, with the pool of all their texts and of the refs. `filled` is called with the slots that a new column has. */
export function createColumns(capacity: () => number, filled: (slot: number) => void, isOrdered: (key: string) => boolean) {
  let pool = createTextTable()
  let wasted = 0
  const columns = new Map<string, Column>()
  const stitched: Column[] = []
  const refs = createRefs(pool)
  const collected: Column[] = []
  const rareNodes = new Map<string, KeyNode>()
  const rareValues = new Map<number, readonly RareValue[]>()
  let collectedRare: RareValue[] = []
  let nodes = 0
  // What still has to leave an old pool.
  let leaving: { moveTo(other: typeof pool): unknown }[] = []

  function addColumn(key: string): Column {
    const column = createColumn(key, capacity, pool)
    columns.set(key, column)
    if (isStitchedKey(key)) stitched.push(column)
    return column
  }

  /** Gives a key that has become common, or is asked for, a column with the values that entities have of it. */
  function toColumn(node: KeyNode): Column {
    const column = addColumn(node.key)
    rareNodes.delete(node.key)
    for (const slot of node.slots) {
      const values = rareValues.get(slot) ?? []
      for (const rare of values) if (rare.node === node) column.collect(rare.value, rare.isListItem)
      column.settle(slot)
      filled(slot)
      rareValues.set(
        slot,
        values.filter(rare => rare.node !== node),
      )
    }
    node.slots = noSlots
    return column
  }

  /**
   * A tree over the names in entities, so that a value finds its column by the names that lead to it: their keys put together
   * again for every value of every entity were half of what indexing cost.
   */
  function createNode(key: string, prefix: string): KeyNode {
    let below: Map<string, KeyNode> | undefined

    function lookUp(name: string): KeyNode | undefined {
      const lower = name.toLowerCase()
      const inner = prefix + lower
      if (inner.length > maxSearchTextLength) return undefined
      below ??= new Map()
      let found = below.get(lower)
      if (!found) {
        if (nodes >= maxNodes) return undefined
        nodes += 1
        found = createNode(inner, `${inner}.`)
      }
      below.set(lower, found).set(name, found)
      return found
    }

    const own: KeyNode = {
      key,
      slots: noSlots,
      column: undefined,
      below: name => below?.get(name) ?? lookUp(name),
      children: () => [...(below ?? [])].filter(([name]) => name === name.toLowerCase()),
      add(value, isListItem) {
        // An order looks only at columns, so a key that one asked for before it had values needs its column at once.
        if (!own.column && (own.slots.length >= fewSlots || isStitchedKey(key) || isOrdered(key))) own.promote()
        if (!own.column) collectedRare.push({ node: own, value, isListItem })
        else if (own.column.collect(value, isListItem)) collected.push(own.column)
      },
      promote: () => (own.column ??= toColumn(own)),
      prune() {
        let kept = 0
        for (const [name, node] of below ?? []) {
          const count = node.prune()
          if (count === 0) below?.delete(name)
          else if (name === name.toLowerCase()) kept += count
        }
        return kept > 0 || own.column || own.slots.length > 0 ? kept + 1 : 0
      },
    }
    return own
  }

  /** Gives a slot the rare values that were collected, instead of those it had. */
  function settleRare(slot: number): void {
    const before = rareValues.get(slot)
    if (!before && collectedRare.length === 0) return
    const after = collectedRare
    collectedRare = []
    for (const { node } of before ?? []) {
      node.slots = node.slots.length === 1 && node.slots[0] === slot ? noSlots : node.slots.filter(each => each !== slot)
    }
    for (const { node } of after) {
      if (node.slots.length === 0) rareNodes.set(node.key, node)
      if (node.slots.at(-1) !== slot) node.slots = [...node.slots, slot]
    }
    for (const { node } of before ?? []) if (node.slots.length === 0) rareNodes.delete(node.key)
    if (after.length > 0) rareValues.set(slot, after)
    else rareValues.delete(slot)
  }

  const root = createNode('', '')

  /** The tree, by name and number of its parent, and the values that have no column. */
  function saveTree(out: SegmentWriter): void {
    const names: string[] = []
    const links: number[] = []
    const numbers = new Map([[root, 0]])
    const columnNumbers = new Map([...columns.values()].map((column, at) => [column, at]))
    for (const [parent, number] of numbers) {
      for (const [name, node] of parent.children()) {
        links.push(number, (node.column && columnNumbers.get(node.column)) ?? -1)
        numbers.set(node, names.push(name))
      }
    }
    const rare = [...rareValues].flatMap(([slot, values]) => values.map(value => ({ slot, ...value })))
    out.texts(names)
    out.array(Int32Array.from(links))
    out.texts(rare.map(({ value }) => value))
    out.array(Int32Array.from(rare.flatMap(({ slot, node, isListItem }) => [slot, numbers.get(node)!, isListItem ? 1 : 0])))
  }

  function* loadTree(input: SegmentReader): Steps {
    const names = input.texts()
    const links = input.int32()
    const known = [root]
    const list = [...columns.values()]
    for (const [at, name] of names.entries()) {
      const node = known[links[at * 2]!]!.below(name!)!
      node.column = list[links[at * 2 + 1]!]
      known.push(node)
      if (at % stepSize === 0) yield
    }
    const values = input.texts()
    const places = input.int32()
    for (const [at, value] of values.entries()) {
      const slot = places[at * 3]!
      collectedRare.push({ node: known[places[at * 3 + 1]!]!, value, isListItem: places[at * 3 + 2] === 1 })
      if (places[at * 3 + 3] !== slot) settleRare(slot)
      if (at % stepSize === 0) yield
    }
  }

  return {
    columns,
    /** The column of a key, which it has from now on if any entity has a value of it. */
    column: (key: string): Column | undefined => columns.get(key) ?? rareNodes.get(key)?.promote(),
    /** Those of relations and status. */
    stitched,
    refs,
    root,
    /** The columns that have a value of the entity that is being read. */
    collected,
    settleRare,
    /**
     * Throws away what is no longer used. Called now and then; what takes long is done in steps: when most of the pool is waste,
     * the columns move to a new one, one in each call.
     */
    tidy(): void {
      const next = leaving.pop()
      if (next) return void next.moveTo(pool)
      if (nodes > manyNodes) nodes = root.prune()
      for (const column of columns.values()) wasted += column.tidy(pool)
      wasted += refs.tidy(pool)
      if (wasted < littleWaste + pool.size / 2) return
      wasted = 0
      pool = createTextTable()
      leaving = [...columns.values(), refs]
    },
    save(out: SegmentWriter): void {
      for (const each of leaving.splice(0)) each.moveTo(pool)
      pool.save(out)
      refs.save(out)
      out.texts([...columns.keys()])
      for (const column of columns.values()) column.save(out)
      saveTree(out)
    },
    /** Takes the place of nothing: only for columns that are new. */
    *load(input: SegmentReader): Steps {
      pool.load(input)
      refs.load(input)
      for (const key of input.texts()) {
        addColumn(key!).load(input)
        yield
      }
      yield* loadTree(input)
    },
  }
}
