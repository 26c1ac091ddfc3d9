import { resized, withRoom } from './arrays.ts'

const maxTextLength = 16_000
// At most this share of the places is taken; beyond it a look-up takes too many steps.
const maxLoad = 0.6

/**
 * Every text once, by number, as UTF-8 in one block outside the engine's heap, with a hash table of the numbers: a map of strings takes three
 * times the memory, in objects that every garbage collection walks over. Texts only ever come.
 */
export function createTextTable() {
  let bytes = new Uint8Array(64)
  let buffer = bufferOf(bytes)
  // The text of a number ends where the next one begins.
  let starts = new Uint32Array(8)
  // Numbers, each plus one, by the hash of their texts.
  let places = new Uint32Array(8)
  let size = 0
  // The text that is looked for.
  let scratch = Buffer.alloc(64)

  /** Puts a text into the scratch. Returns how many bytes it has. */
  function toScratch(text: string): number {
    if (text.length * 3 > scratch.length) scratch = Buffer.alloc(text.length * 3)
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code > 127) return scratch.write(text, 'utf8')
      scratch[at] = code
    }
    return text.length
  }

  /** Where the text in the scratch stands among the places, or the free place where it belongs. */
  function placeOf(length: number): number {
    const mask = places.length - 1
    for (let place = hashOf(scratch, 0, length) & mask; ; place = (place + 1) & mask) {
      const taken = places[place]!
      if (taken === 0 || isScratch(taken - 1, length)) return place
    }
  }

  function isScratch(number: number, length: number): boolean {
    const start = starts[number]!
    if (starts[number + 1]! - start !== length) return false
    for (let at = 0; at < length; at++) if (bytes[start + at] !== scratch[at]) return false
    return true
  }

  function widen(): void {
    places = new Uint32Array(places.length * 2)
    const mask = places.length - 1
    for (let number = 0; number < size; number++) {
      let place = hashOf(bytes, starts[number]!, starts[number + 1]!) & mask
      while (places[place] !== 0) place = (place + 1) & mask
      places[place] = number + 1
    }
  }

  function append(length: number): number {
    const end = starts[size]! + length
    if (end > bytes.length) {
      bytes = withRoom(bytes, end)
      buffer = bufferOf(bytes)
    }
    starts = withRoom(starts, size + 2)
    for (let at = 0; at < length; at++) bytes[end - length + at] = scratch[at]!
    starts[size + 1] = end
    return size++
  }

  /** The number of the text at a position. */
  function numberAt(position: number, from: number, to: number): number {
    let low = from
    let high = to - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if (starts[middle]! <= position) low = middle
      else high = middle - 1
    }
    return low
  }

  const save = () => ({ bytes: bytes.subarray(0, starts[size]), starts: starts.subarray(0, size + 1), places })

  return {
    get size() {
      return size
    },
    /** The number of a text, new or known. */
    add(text: string): number {
      if (size + 1 > places.length * maxLoad) widen()
      const length = toScratch(text.length > maxTextLength ? text.slice(0, maxTextLength) : text)
      const place = placeOf(length)
      if (places[place] === 0) places[place] = append(length) + 1
      return places[place]! - 1
    },
    /** The number of a known text, or -1. */
    find: (text: string): number => (text.length > maxTextLength ? -1 : places[placeOf(toScratch(text))]! - 1),
    text: (number: number): string => buffer.toString('utf8', starts[number], starts[number + 1]),
    /** How many letters a text has, in UTF-16. */
    length(number: number): number {
      let letters = 0
      for (let at = starts[number]!; at < starts[number + 1]!; at++) {
        const byte = bytes[at]!
        if ((byte & 0xc0) !== 0x80) letters += byte < 0xf0 ? 1 : 2
      }
      return letters
    },
    /** Below zero where the text of one number is before that of another, in the order of their letters. */
    compare: (one: number, other: number): number => buffer.compare(buffer, starts[other], starts[other + 1], starts[one], starts[one + 1]),
    /** The same for a text that need not be here. */
    compareTo: (number: number, text: Uint8Array): number => buffer.compare(text, 0, text.length, starts[number], starts[number + 1]),
    startsWith(number: number, text: Uint8Array): boolean {
      const start = starts[number]!
      if (starts[number + 1]! - start < text.length) return false
      for (let at = 0; at < text.length; at++) if (bytes[start + at] !== text[at]) return false
      return true
    },
    /** The numbers, from one to before another, whose texts contain a term. All texts are searched as one. */
    containing(term: string, from = 0, to = size): number[] {
      const wanted = Buffer.from(term)
      const found: number[] = []
      const first = starts[from]!
      const texts = buffer.subarray(first, starts[to])
      if (term === '') return Array.from({ length: to - from }, (_, at) => from + at)
      for (let at = texts.indexOf(wanted); at !== -1;) {
        const number = numberAt(first + at, from, to)
        const end = starts[number + 1]! - first
        // What begins in one text and ends in the next is in neither.
        const isWithin = at + wanted.length <= end
        if (isWithin) found.push(number)
        at = texts.indexOf(wanted, isWithin ? end : at + 1)
      }
      return found
    },
    /** Returns the room for texts to come. */
    pack(): void {
      bytes = resized(bytes, starts[size]!)
      buffer = bufferOf(bytes)
      starts = resized(starts, size + 1)
    },
    save,
    /** Takes what was saved in the place of what it has. */
    load(saved: ReturnType<typeof save>): void {
      ;({ bytes, starts, places } = saved)
      buffer = bufferOf(bytes)
      size = starts.length - 1
    },
  }
}

/** FNV-1a with a last mix: texts that differ only at their end must not lie side by side. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193)
  return hash ^ (hash >>> 15)
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Buffer<ArrayBuffer> {
  return Buffer.from(buffer, byteOffset, byteLength)
}
