import { randomInt } from 'node:crypto'

/** Part of a text, from its first character to behind its last. */
type Range = readonly [start: number, end: number]

/** Finds many known texts in others. */
export interface TextSearch {
  add(texts: Iterable<string>): void
  has(text: string): boolean
  /** Each place where known texts are is replaced once, also where several overlap. */
  replace(text: string, replacement: string): string
  /** How many transitions it has made so far: those of a search grow with its text alone. */
  readonly steps: () => number
}

/**
 * Texts can be added between searches. They are kept in few automata, each at least twice as large as the next: a text is built into at
 * most log n of them, however often texts are added, and a search makes at most log n passes.
 */
export function createTextSearch(): TextSearch {
  const known = new Set<string>()
  const automata: Automaton[] = []
  let added: string[] = []
  const counter = { steps: 0 }

  function settled(): readonly Automaton[] {
    if (added.length === 0) return automata
    let texts = added
    added = []
    let size = texts.reduce((sum, text) => sum + text.length, 0)
    for (let last = automata.at(-1); last && last.size < 2 * size; last = automata.at(-1)) {
      texts = [...last.texts, ...texts]
      size += last.size
      automata.pop()
    }
    automata.push(createAutomaton(texts, size, counter))
    return automata
  }

  return {
    add(texts) {
      for (const text of texts) {
        if (text === '' || known.has(text)) continue
        known.add(text)
        added.push(text)
      }
    },
    has: text => settled().some(automaton => automaton.find(text).length > 0),
    replace(text, replacement) {
      const found = settled().map(automaton => automaton.find(text))
      const ranges = found.length === 1 ? found[0]! : joined(found.flat().sort((a, b) => a[1] - b[1]))
      let shown = ''
      let at = 0
      for (const [start, end] of ranges) {
        shown += text.slice(at, start) + replacement
        at = end
      }
      return at === 0 ? text : shown + text.slice(at)
    },
    steps: () => counter.steps,
  }
}

interface Automaton {
  readonly texts: readonly string[]
  /** How many characters they have together. */
  readonly size: number
  find(text: string): readonly Range[]
}

/**
 * The automaton of Aho and Corasick: one pass over a text finds all others in it. Nodes are numbers and edges are slots of a hash table,
 * which takes a few bytes where an object would take a hundred. Hashes are salted, so that nobody can choose texts that collide.
 */
function createAutomaton(texts: readonly string[], size: number, counter: { steps: number }): Automaton {
  const maxNodes = size + 1
  const mask = 2 ** Math.ceil(Math.log2(maxNodes * 2)) - 1
  const salt = randomInt(2 ** 31)
  const [froms, tos] = [new Int32Array(mask + 1), new Int32Array(mask + 1)]
  const letters = new Uint16Array(mask + 1)
  /** The node of the longest end of a node's text that is also the beginning of another. */
  const fallbacks = new Int32Array(maxNodes)
  /** The length of the longest known text that ends at a node. */
  const lengths = new Int32Array(maxNodes)
  let nodes = 1

  function slotOf(node: number, letter: number): number {
    let slot = Math.imul((Math.imul(node, 0x9e3779b1) ^ Math.imul(letter + salt, 0x85ebca6b)) | 0, 0xc2b2ae35)
    slot = (slot ^ (slot >>> 15)) & mask
    while (tos[slot] !== 0 && (froms[slot] !== node || letters[slot] !== letter)) slot = (slot + 1) & mask
    return slot
  }

  function next(from: number, letter: number): number {
    for (let node = from; ; node = fallbacks[node]!) {
      counter.steps += 1
      const to = tos[slotOf(node, letter)]!
      if (to !== 0 || node === 0) return to
    }
  }

  // By levels: the fallback of a node is on a level before its own.
  let rest = texts.map(text => ({ text, node: 0 }))
  for (let level = 0; rest.length > 0; level += 1) {
    for (const each of rest) {
      const letter = each.text.charCodeAt(level)
      const slot = slotOf(each.node, letter)
      if (tos[slot] === 0) {
        const node = nodes++
        if (level > 0) fallbacks[node] = next(fallbacks[each.node]!, letter)
        froms[slot] = each.node
        letters[slot] = letter
        tos[slot] = node
        lengths[node] = lengths[fallbacks[node]!]!
      }
      each.node = tos[slot]!
      if (each.text.length === level + 1) lengths[each.node] = level + 1
    }
    rest = rest.filter(({ text }) => text.length > level + 1)
  }

  return {
    texts,
    size,
    find(text) {
      const ranges: Range[] = []
      let node = 0
      for (let at = 0; at < text.length; at += 1) {
        node = next(node, text.charCodeAt(at))
        const length = lengths[node]!
        if (length > 0) ranges.push([at + 1 - length, at + 1])
      }
      return joined(ranges)
    },
  }
}

/** Ranges that overlap become one. They come in the order of their ends. */
function joined(ranges: readonly Range[]): readonly Range[] {
  const found: Range[] = []
  for (const [start, end] of ranges) {
    let first = start
    for (let last = found.at(-1); last && last[1] > first; last = found.at(-1)) {
      first = Math.min(first, last[0])
      found.pop()
    }
    found.push([first, end])
  }
  return found
}
