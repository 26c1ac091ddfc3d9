import { createHashTable } from './hash-table.ts'
import type { SegmentReader, SegmentWriter } from './segments.ts'

const pageSize = 1 << 18
const pageWords = pageSize >> 2
const maxTextLength = 16_000
// Three numbers for each text, side by side: its first word, its lengths, and its hash. In chunks, so that growing moves none.
const recordSize = 3
const chunkBits = 14
const chunkSize = 1 << chunkBits

interface Page {
  readonly bytes: Buffer
  readonly words: Int32Array
}

export type TextTable = ReturnType<typeof createTextTable>

/**
 * Every text once, by number, as UTF-8 outside the engine's heap: a million short strings there would cost three times the memory and be walked
 * over by every collection. Texts begin at whole words, so that they are compared and copied four bytes at a time. Texts only ever come.
 */
export function createTextTable() {
  let pages = [toPage(new Int32Array(pageWords))]
  // Where the next text goes in the last page.
  let end = 0
  let size = 0
  let chunks: Int32Array[] = []
  const scratch = toPage(new Int32Array((maxTextLength * 3 + 4) >> 2))
  // Of the text in the scratch.
  let bytes = 0
  let words = 0
  let hash = 0

  const numbers = createHashTable({
    hashOf: number => chunks[number >>> chunkBits]![(number & (chunkSize - 1)) * recordSize + 2]!,
    isKey: isScratch,
  })

  /** Puts a text into the scratch. */
  function take(text: string): void {
    bytes = scratch.bytes.write(text, 'utf8')
    words = (bytes + 3) >> 2
    scratch.bytes.fill(0, bytes, words * 4)
    hash = hashOfWords(scratch.words, words, bytes)
  }

  function isScratch(number: number): boolean {
    const records = chunks[number >>> chunkBits]!
    const record = (number & (chunkSize - 1)) * recordSize
    if (records[record + 2] !== hash || (records[record + 1]! & 0xffff) !== bytes) return false
    const start = records[record]!
    const page = pages[start >>> 16]!.words
    const offset = start & (pageWords - 1)
    for (let i = 0; i < words; i++) if (page[offset + i] !== scratch.words[i]) return false
    return true
  }

  /** Copies the scratch into a page and gives it the next number. */
  function append(letters: number): number {
    if (end + words > pageWords) {
      pages.push(toPage(new Int32Array(pageWords)))
      end = 0
    }
    const page = pages.at(-1)!.words
    for (let i = 0; i < words; i++) page[end + i] = scratch.words[i]!
    if (size >>> chunkBits === chunks.length) chunks.push(new Int32Array(chunkSize * recordSize))
    const record = (size & (chunkSize - 1)) * recordSize
    chunks.at(-1)!.set([(pages.length - 1) * pageWords + end, bytes | (letters << 16), hash], record)
    end += words
    numbers.add(hash, size)
    return size++
  }

  const firstWord = (number: number): number => chunks[number >>> chunkBits]![(number & (chunkSize - 1)) * recordSize]!
  const lengths = (number: number): number => chunks[number >>> chunkBits]![(number & (chunkSize - 1)) * recordSize + 1]!

  return {
    get size() {
      return size
    },
    /** The number of a text, new or known. */
    add(whole: string): number {
      const text = whole.length > maxTextLength ? whole.slice(0, maxTextLength) : whole
      take(text)
      const known = numbers.find(hash)
      return known === -1 ? append(text.length) : known
    },
    /** The number of a known text, or -1. */
    find(text: string): number {
      if (text.length > maxTextLength) return -1
      take(text)
      return numbers.find(hash)
    },
    text(number: number): string {
      const start = firstWord(number)
      const offset = (start & (pageWords - 1)) * 4
      return pages[start >>> 16]!.bytes.toString('utf8', offset, offset + (lengths(number) & 0xffff))
    },
    /** How many letters a text has, in UTF-16. */
    length: (number: number): number => lengths(number) >>> 16,
    save(out: SegmentWriter): void {
      out.numbers(size, end, pages.length, chunks.length)
      numbers.save(out)
      for (const chunk of chunks) out.array(chunk)
      for (const page of pages) out.array(page.words)
    },
    load(input: SegmentReader): void {
      const [savedSize = 0, savedEnd = 0, pageCount = 0, chunkCount = 0] = input.numbers()
      size = savedSize
      end = savedEnd
      numbers.load(input)
      chunks = Array.from({ length: chunkCount }, () => input.int32())
      pages = Array.from({ length: pageCount }, () => toPage(input.int32()))
    },
    get bytes() {
      return pages.length * pageSize + chunks.length * chunkSize * recordSize * 4 + numbers.bytes
    },
  }
}

function toPage(words: Int32Array<ArrayBuffer>): Page {
  return { bytes: Buffer.from(words.buffer), words }
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
