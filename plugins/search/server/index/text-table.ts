import type { SegmentReader, SegmentWriter } from '@portico/core/server/index-store'

const codeBytes = Uint16Array.BYTES_PER_ELEMENT
/** At most this share of the slots is taken. */
const maxLoad = 0.6

/** The letters of a text, in place. */
export interface Letters {
  readonly codes: Uint16Array
  readonly start: number
  readonly end: number
}

/**
 * Numbers for texts, each text once. All of them lie in one block of memory, with a hash table of numbers: a map of strings takes three
 * times as much, in objects that the collector has to visit.
 */
export function createTextTable() {
  let codes = new Uint16Array(1 << 14)
  let buffer = Buffer.from(codes.buffer)
  // The text of a number ends where the next one begins.
  let starts = new Uint32Array(1 << 11)
  let slots = new Uint32Array(1 << 12)
  let size = 0

  function isAt(id: number, text: string): boolean {
    const start = starts[id]!
    if (starts[id + 1]! - start !== text.length) return false
    for (let at = 0; at < text.length; at++) if (codes[start + at] !== text.charCodeAt(at)) return false
    return true
  }

  /** The slot of a text: that of its number, or the free one where it belongs. */
  function slotOf(text: string): number {
    const mask = slots.length - 1
    for (let slot = hashOf(text) & mask; ; slot = (slot + 1) & mask) {
      const taken = slots[slot]!
      if (taken === 0 || isAt(taken - 1, text)) return slot
    }
  }

  function widen(): void {
    slots = new Uint32Array(slots.length * 2)
    const mask = slots.length - 1
    for (let id = 0; id < size; id++) {
      let slot = hashOfCodes(codes, starts[id]!, starts[id + 1]!) & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = id + 1
    }
  }

  function resize(length: number, count: number): void {
    const texts = new Uint16Array(length)
    texts.set(codes.subarray(0, Math.min(length, codes.length)))
    codes = texts
    buffer = Buffer.from(codes.buffer)
    const places = new Uint32Array(count + 1)
    places.set(starts.subarray(0, Math.min(count + 1, starts.length)))
    starts = places
  }

  function append(text: string): number {
    const start = starts[size]!
    const end = start + text.length
    const isLong = end > codes.length
    const isFull = size + 2 > starts.length
    if (isLong || isFull)
      resize(
        isLong ? Math.max(end, Math.ceil(codes.length * 1.5)) : codes.length,
        isFull ? Math.ceil(starts.length * 1.5) : starts.length - 1,
      )
    for (let at = 0; at < text.length; at++) codes[start + at] = text.charCodeAt(at)
    starts[size + 1] = end
    return size++
  }

  return {
    get size() {
      return size
    },
    /** The number of a text, a new one where it has none. */
    add(text: string): number {
      if (size + 1 > slots.length * maxLoad) widen()
      const slot = slotOf(text)
      if (slots[slot] !== 0) return slots[slot]! - 1
      slots[slot] = size + 1
      return append(text)
    },
    find(text: string): number | undefined {
      const taken = slots[slotOf(text)]!
      return taken === 0 ? undefined : taken - 1
    },
    text: (id: number): string => buffer.toString('utf16le', starts[id]! * codeBytes, starts[id + 1]! * codeBytes),
    length: (id: number): number => starts[id + 1]! - starts[id]!,
    /** Valid until the next text is added. */
    letters: (id: number): Letters => ({ codes, start: starts[id]!, end: starts[id + 1]! }),
    /** Below zero where the text of a number is before a text, in the order of strings. */
    compare(id: number, text: string): number {
      const start = starts[id]!
      const length = starts[id + 1]! - start
      for (let at = 0; at < length && at < text.length; at++) {
        const difference = codes[start + at]! - text.charCodeAt(at)
        if (difference !== 0) return difference
      }
      return length - text.length
    },
    /** The same for the texts of two numbers. */
    order(one: number, other: number): number {
      const first = starts[one]!
      const second = starts[other]!
      const end = Math.min(starts[one + 1]! - first, starts[other + 1]! - second)
      for (let at = 0; at < end; at++) {
        const difference = codes[first + at]! - codes[second + at]!
        if (difference !== 0) return difference
      }
      return starts[one + 1]! - first - (starts[other + 1]! - second)
    },
    startsWith: (id: number, text: string): boolean => hasAt(codes, starts[id]!, starts[id + 1]!, text),
    endsWith: (id: number, text: string): boolean =>
      hasAt(codes, Math.max(starts[id]!, starts[id + 1]! - text.length), starts[id + 1]!, text),
    /** Returns the room for texts to come. */
    pack: (): void => resize(starts[size]!, size),
    save(out: SegmentWriter): void {
      out.numbers(size)
      out.array(codes.subarray(0, starts[size]))
      out.array(starts.subarray(0, size + 1))
      out.array(slots)
    },
    /** Takes what was saved in the place of what it has. */
    load(input: SegmentReader): void {
      size = input.numbers()[0]!
      codes = input.uint16()
      buffer = Buffer.from(codes.buffer)
      starts = input.uint32()
      slots = input.uint32()
    },
    get bytes() {
      return codes.byteLength + starts.byteLength + slots.byteLength
    },
  }
}

function hasAt(codes: Uint16Array, start: number, end: number, text: string): boolean {
  if (end - start < text.length) return false
  for (let at = 0; at < text.length; at++) if (codes[start + at] !== text.charCodeAt(at)) return false
  return true
}

/** FNV-1a with a last mix: texts that differ only at their end must not lie side by side. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}

function hashOfCodes(codes: Uint16Array, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ codes[at]!, 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}
