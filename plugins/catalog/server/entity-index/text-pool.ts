import type { SegmentReader, SegmentWriter } from '@portico/core/server/index-store'

const pageSize = 1 << 18
const pageWords = pageSize >> 2
const maxTextLength = 16_000
// Records and hash table grow a part at a time, so that no text has to wait until millions of others have been moved.
const recordBits = 14
const chunkSize = 1 << recordBits
const partBits = 8
const highBits = 0x80808080 | 0
// Three numbers for each text, side by side: its first word, its length in bytes with these two marks, and its hash.
const recordSize = 3
const lengthMask = 0xffff
/** The text is the lower case of the letters that lie there, which are those of another text. */
const folded = 1 << 16
/** The text is not in lower case; the number of the one that is lies in the word before it. */
const cased = 1 << 17

/** The load factor of a hash table; beyond it a look-up takes too many steps. */
export const fullest = 0.8

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
  // The records of the texts.
  const chunks: Int32Array[] = []
  // The numbers of the texts, found by hash: the first bits say in which part, the last where in it; and how many each part has.
  const parts = Array.from({ length: 1 << partBits }, () => emptyPart(16))
  const sizes = new Int32Array(parts.length)
  const scratch = newPage(maxTextLength * 3 + 4)
  // Of the text that lies in the scratch.
  let length = 0
  let words = 0
  let hash = 0
  let isAscii = true
  let isLower = true

  /** Puts a text into the scratch. */
  function take(text: string): void {
    length = scratch.bytes.write(text, 'utf8')
    for (let i = length; i < length + 3; i++) scratch.bytes[i] = 0
    words = (length + 3) >> 2
    let wide = 0
    let upper = 0
    for (let i = 0; i < words; i++) {
      const word = scratch.words[i]!
      wide |= word
      upper |= upperBits(word)
    }
    isAscii = (wide & highBits) === 0
    isLower = isAscii ? upper === 0 : text === text.toLowerCase()
    hash = hashOfWords(scratch.words, words, length)
  }

  /** Turns the text in the scratch, which has no letters but those of ASCII, into its lower case. */
  function foldScratch(): void {
    for (let i = 0; i < words; i++) scratch.words[i] = toLower(scratch.words[i]!)
    isLower = true
    hash = hashOfWords(scratch.words, words, length)
  }

  function isAt(number: number): boolean {
    const records = chunks[number >>> recordBits]!
    const record = (number & (chunkSize - 1)) * recordSize
    return records[record + 2] === hash && hasLetters(records[record]!, records[record + 1]!)
  }

  /** Whether the text of the scratch is the one that lies at a place. */
  function hasLetters(start: number, marked: number): boolean {
    if ((marked & lengthMask) !== length) return false
    const page = pages[start >>> 16]!.words
    const offset = start & (pageWords - 1)
    if ((marked & folded) === 0) {
      for (let i = 0; i < words; i++) if (page[offset + i] !== scratch.words[i]) return false
    } else {
      for (let i = 0; i < words; i++) if (toLower(page[offset + i]!) !== scratch.words[i]) return false
    }
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

  const hashOf = (number: number): number => chunks[number >>> recordBits]![(number & (chunkSize - 1)) * recordSize + 2]!

  /** Gives the next number to the text of the scratch, whose letters lie at a place. */
  function append(start: number, marks: number): number {
    const number = count++
    if (number >>> recordBits === chunks.length) chunks.push(new Int32Array(chunkSize * recordSize))
    const records = chunks[number >>> recordBits]!
    const record = (number & (chunkSize - 1)) * recordSize
    records[record] = start
    records[record + 1] = length | marks
    records[record + 2] = hash
    enter(number)
    return number
  }

  /** Copies the letters of the scratch into a page. Returns where they lie; a text that is not in lower case has a word before it. */
  function store(): number {
    const before = isLower ? 0 : 1
    if (free + before + words > pageWords) {
      pages.push(newPage(pageSize))
      free = 0
    }
    free += before
    const page = pages.at(-1)!.words
    for (let i = 0; i < words; i++) page[free + i] = scratch.words[i]!
    const start = (pages.length - 1) * pageWords + free
    free += words
    return start
  }

  function known(): number {
    const part = parts[hash >>> (32 - partBits)]!
    return part[bucket(part)]!
  }

  function add(whole: string): number {
    const text = whole.length > maxTextLength ? whole.slice(0, maxTextLength) : whole
    take(text)
    const found = known()
    if (found !== -1) return found
    const start = store()
    if (isLower) return append(start, 0)
    const number = append(start, cased)
    pages[start >>> 16]!.words[(start & (pageWords - 1)) - 1] = isAscii ? addFolded(start) : add(text.toLowerCase())
    return number
  }

  /** Adds the lower case of the text in the scratch, which was just stored: it needs no letters of its own. */
  function addFolded(start: number): number {
    foldScratch()
    const found = known()
    return found === -1 ? append(start, folded) : found
  }

  return {
    /** The number of a text, new or known. */
    add,
    /** The number of a known text, or -1. */
    find(text: string): number {
      if (text.length > maxTextLength) return -1
      take(text)
      return known()
    },
    /** The number of the text in lower case. */
    lower(number: number): number {
      const records = chunks[number >>> recordBits]!
      const record = (number & (chunkSize - 1)) * recordSize
      if ((records[record + 1]! & cased) === 0) return number
      const start = records[record]!
      return pages[start >>> 16]!.words[(start & (pageWords - 1)) - 1]!
    },
    text(number: number): string {
      const records = chunks[number >>> recordBits]!
      const record = (number & (chunkSize - 1)) * recordSize
      const start = records[record]!
      const marked = records[record + 1]!
      const offset = (start & (pageWords - 1)) * 4
      const text = pages[start >>> 16]!.bytes.toString('utf8', offset, offset + (marked & lengthMask))
      return (marked & folded) === 0 ? text : text.toLowerCase()
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

/** The high bit of each byte from A to Z: adding carries into it from A on, and a second time only from the one after Z on. */
function upperBits(word: number): number {
  const low = word & ~highBits
  return (low + 0x3f3f3f3f) & ~(low + 0x25252525) & highBits
}

/** Four letters of ASCII in lower case. */
function toLower(word: number): number {
  return word | (upperBits(word) >>> 2)
}

function hashOfWords(words: Int32Array, count: number, length: number): number {
  let mixed = 0x811c9dc5 ^ length
  for (let i = 0; i < count; i++) {
    mixed = Math.imul(mixed ^ words[i]!, 0x9e3779b1)
    mixed ^= mixed >>> 15
  }
  const hash = Math.imul(mixed ^ (mixed >>> 13), 0x2c1b3c6d)
  return hash ^ (hash >>> 16)
}
