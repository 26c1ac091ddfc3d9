import type { SegmentReader, SegmentWriter } from './segments.ts'

const pageSize = 1 << 18
const pageWords = pageSize >> 2
const maxTextLength = 16_000
// Records and hash table grow a part at a time, so that no text has to wait until millions of others have been moved.
const recordBits = 14
const chunkSize = 1 << recordBits
const partBits = 8
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
  const chunks: Int32Array[] = []
  // The numbers of the texts, found by hash: the first bits say in which part, the last where in it; and how many each part has.
  const parts = Array.from({ length: 1 << partBits }, () => emptyPart(16))
  const sizes = new Int32Array(parts.length)
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
    const records = chunks[number >>> recordBits]!
    const record = (number & (chunkSize - 1)) * 4
    if (records[record + 2] !== hash || records[record + 1] !== length) return false
    const start = records[record]!
    const page = pages[start >>> 16]!.words
    const offset = start & (pageWords - 1)
    for (let i = 0; i < words; i++) if (page[offset + i] !== scratch.words[i]) return false
    return true
  }

  /** Where the text of the scratch stands in its part of the table, or belongs. */
  function bucket(part: Int32Array): number {
    const mask = part.length - 1
    let at = hash & mask
    while (part[at] !== -1 && !isAt(part[at]!)) at = (at + 1) & mask
    return at
  }

  /** Puts a number into the part of its hash, which is made larger first where it is full. */
  function enter(number: number): void {
    const of = hash >>> (32 - partBits)
    if (sizes[of]! >= parts[of]!.length * fullest) parts[of] = enlarged(parts[of]!)
    parts[of]![bucket(parts[of]!)] = number
    sizes[of]! += 1
  }

  function enlarged(part: Int32Array): Int32Array<ArrayBuffer> {
    const larger = emptyPart(part.length * 2)
    const mask = larger.length - 1
    for (const number of part) {
      if (number === -1) continue
      let at = hashOf(number) & mask
      while (larger[at] !== -1) at = (at + 1) & mask
      larger[at] = number
    }
    return larger
  }

  const hashOf = (number: number): number => chunks[number >>> recordBits]![(number & (chunkSize - 1)) * 4 + 2]!

  function store(): number {
    if (free + words > pageWords) {
      pages.push(newPage(pageSize))
      free = 0
    }
    const page = pages.at(-1)!.words
    for (let i = 0; i < words; i++) page[free + i] = scratch.words[i]!
    const number = count++
    if (number >>> recordBits === chunks.length) chunks.push(new Int32Array(chunkSize * 4))
    const records = chunks[number >>> recordBits]!
    const record = (number & (chunkSize - 1)) * 4
    records[record] = (pages.length - 1) * pageWords + free
    records[record + 1] = length
    records[record + 2] = hash
    free += words
    return number
  }

  function add(whole: string): number {
    const text = whole.length > maxTextLength ? whole.slice(0, maxTextLength) : whole
    take(text)
    const part = parts[hash >>> (32 - partBits)]!
    const known = part[bucket(part)]!
    if (known !== -1) return known
    const number = store()
    enter(number)
    const lower = isLower ? number : add(text.toLowerCase())
    chunks[number >>> recordBits]![(number & (chunkSize - 1)) * 4 + 3] = lower
    return number
  }

  return {
    /** The number of a text, new or known. */
    add,
    /** The number of a known text, or -1. */
    find(text: string): number {
      if (text.length > maxTextLength) return -1
      take(text)
      const part = parts[hash >>> (32 - partBits)]!
      return part[bucket(part)]!
    },
    /** The number of the text in lower case. */
    lower: (number: number): number => chunks[number >>> recordBits]![(number & (chunkSize - 1)) * 4 + 3]!,
    text(number: number): string {
      const records = chunks[number >>> recordBits]!
      const record = (number & (chunkSize - 1)) * 4
      const start = records[record]!
      const offset = (start & (pageWords - 1)) * 4
      return pages[start >>> 16]!.bytes.toString('utf8', offset, offset + records[record + 1]!)
    },
    get size() {
      return count
    },
    save(out: SegmentWriter): void {
      out.numbers(count, free, pages.length, chunks.length)
      out.array(sizes)
      for (const part of parts) out.array(part)
      for (const chunk of chunks) out.array(chunk)
      for (const page of pages) out.array(page.words)
    },
    load(input: SegmentReader): void {
      const [savedCount = 0, savedFree = 0, pageCount = 0, chunkCount = 0] = input.numbers()
      count = savedCount
      free = savedFree
      sizes.set(input.int32())
      for (let part = 0; part < parts.length; part++) parts[part] = input.int32()
      chunks.length = 0
      for (let chunk = 0; chunk < chunkCount; chunk++) chunks.push(input.int32())
      pages.length = 0
      for (let page = 0; page < pageCount; page++) pages.push(pageOf(input.int32()))
    },
  }
}

export type TextPool = ReturnType<typeof createTextPool>

/** A part of a hash table of numbers, for a power of two of them. */
export function emptyPart(size: number): Int32Array<ArrayBuffer> {
  return new Int32Array(size).fill(-1)
}

function newPage(size: number): Page {
  return pageOf(new Int32Array(size >> 2))
}

function pageOf(words: Int32Array<ArrayBuffer>): Page {
  return { bytes: Buffer.from(words.buffer), words }
}
