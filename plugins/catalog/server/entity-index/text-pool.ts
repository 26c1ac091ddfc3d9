import { resized } from './resized.ts'
import type { SegmentReader, SegmentWriter } from './segments.ts'

const pageSize = 1 << 18
const pageWords = pageSize >> 2
const maxTextLength = 16_000
const highBits = 0x80808080 | 0

/** The load factor of a hash table; beyond it a look-up takes too many steps. */
export const fullest = 0.7

interface Page {
  readonly bytes: Buffer
  readonly words: Int32Array
}

/**
 * Every text of the index once, by number, as UTF-8 outside the engine's heap: a million short strings there would cost three
 * times the memory and be walked over by every collection. Texts begin at whole words, so that they are compared and copied
 * four bytes at a time. Texts only ever come; see `columns.ts` for how a pool is left.
 */
export function createTextPool() {
  const pages: Page[] = [newPage(pageSize)]
  // Where the next text goes in the last page.
  let free = 0
  let count = 0
  // Four numbers for each text, side by side: its first word, its length in bytes, its hash, and the number of its lower case.
  let records = new Int32Array(64 * 4)
  let table = new Int32Array(128).fill(-1)
  const scratch = newPage(maxTextLength * 3 + 4)
  // Of the text that lies in the scratch.
  let length = 0
  let words = 0
  let hash = 0
  let isLower = true

  /** Puts a text into the scratch. */
  function take(text: string): void {
    length = scratch.bytes.write(text, 'utf8')
    for (let i = length; i < length + 3; i++) scratch.bytes[i] = 0
    words = (length + 3) >> 2
    let mixed = 0x811c9dc5 ^ length
    let wide = 0
    let upper = 0
    for (let i = 0; i < words; i++) {
      const word = scratch.words[i]!
      mixed = Math.imul(mixed ^ word, 0x9e3779b1)
      mixed ^= mixed >>> 15
      wide |= word
      // The high bit of each byte from A to Z: adding carries into it from A on, and a second time only from the one after Z on.
      const low = word & ~highBits
      upper |= (low + 0x3f3f3f3f) & ~(low + 0x25252525)
    }
    hash = Math.imul(mixed ^ (mixed >>> 13), 0x2c1b3c6d)
    hash ^= hash >>> 16
    isLower = (wide & highBits) === 0 ? (upper & highBits) === 0 : text === text.toLowerCase()
  }

  function isAt(number: number): boolean {
    const record = number * 4
    if (records[record + 2] !== hash || records[record + 1] !== length) return false
    const start = records[record]!
    const page = pages[start >>> 16]!.words
    const offset = start & (pageWords - 1)
    for (let i = 0; i < words; i++) if (page[offset + i] !== scratch.words[i]) return false
    return true
  }

  /** Where the text of the scratch stands in the table, or belongs. */
  function bucket(): number {
    const mask = table.length - 1
    let at = hash & mask
    while (table[at] !== -1 && !isAt(table[at]!)) at = (at + 1) & mask
    return at
  }

  function grow(): void {
    const size = count + (count >> 1)
    records = resized(records, size * 4)
    if (size < table.length * fullest) return
    table = new Int32Array(table.length * 2).fill(-1)
    const mask = table.length - 1
    for (let number = 0; number < count; number++) {
      let at = records[number * 4 + 2]! & mask
      while (table[at] !== -1) at = (at + 1) & mask
      table[at] = number
    }
  }

  function store(): number {
    if (free + words > pageWords) {
      pages.push(newPage(pageSize))
      free = 0
    }
    const page = pages.at(-1)!.words
    for (let i = 0; i < words; i++) page[free + i] = scratch.words[i]!
    const number = count++
    records[number * 4] = (pages.length - 1) * pageWords + free
    records[number * 4 + 1] = length
    records[number * 4 + 2] = hash
    free += words
    return number
  }

  function add(whole: string): number {
    const text = whole.length > maxTextLength ? whole.slice(0, maxTextLength) : whole
    take(text)
    let at = bucket()
    const known = table[at]!
    if (known !== -1) return known
    if (count * 4 === records.length) {
      grow()
      at = bucket()
    }
    const number = store()
    table[at] = number
    const lower = isLower ? number : add(text.toLowerCase())
    records[number * 4 + 3] = lower
    return number
  }

  return {
    /** The number of a text, new or known. */
    add,
    /** The number of a known text, or -1. */
    find(text: string): number {
      if (text.length > maxTextLength) return -1
      take(text)
      return table[bucket()]!
    },
    /** The number of the text in lower case. */
    lower: (number: number): number => records[number * 4 + 3]!,
    text(number: number): string {
      const start = records[number * 4]!
      const offset = (start & (pageWords - 1)) * 4
      return pages[start >>> 16]!.bytes.toString('utf8', offset, offset + records[number * 4 + 1]!)
    },
    get size() {
      return count
    },
    save(out: SegmentWriter): void {
      out.numbers(count, free, pages.length)
      out.array(records)
      out.array(table)
      for (const page of pages) out.array(page.words)
    },
    load(input: SegmentReader): void {
      const [savedCount = 0, savedFree = 0, pageCount = 0] = input.numbers()
      count = savedCount
      free = savedFree
      records = input.int32()
      table = input.int32()
      pages.length = 0
      for (let page = 0; page < pageCount; page++) pages.push(pageOf(input.int32()))
    },
  }
}

export type TextPool = ReturnType<typeof createTextPool>

function newPage(size: number): Page {
  return pageOf(new Int32Array(size >> 2))
}

function pageOf(words: Int32Array<ArrayBuffer>): Page {
  return { bytes: Buffer.from(words.buffer), words }
}
