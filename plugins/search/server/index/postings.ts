import type { SegmentReader, SegmentWriter } from '@portico/core/server/index-store'

/** Which documents have which term: a document's number and eight bits about it, in one block of memory. */
export interface Postings {
  add(term: number, document: number, bits: number): void
  /** The entries of a term: `document * 256 + bits`. Valid until the next change. */
  of(term: number): Uint32Array
  count(term: number): number
  /** Removes the entries of documents that are gone from those of a term. */
  sweep(term: number, isGone: (document: number) => boolean): void
  /** Moves all entries together, with little room between them, and none for terms beyond so many. */
  pack(terms: number): void
  save(out: SegmentWriter): void
  load(input: SegmentReader): void
  readonly bytes: number
}

// Room that is not written to takes no memory. Without it, the first change after a load moves the entries of all frequent terms: 100 ms.
const roomShare = 2
const roomyOf = (count: number) => count + (count >> 4)

/** A term's entries lie together, in a room that moves to a larger one, of the next power of two, when it is full. */
export function createPostings(): Postings {
  let pool = new Uint32Array(1 << 16)
  let used = 0
  let starts = new Uint32Array(1 << 12)
  let counts = new Uint32Array(1 << 12)
  let capacities = new Uint32Array(1 << 12)
  // By capacity. Rooms that were packed seldom have a power of two, and are then used again when all is packed again.
  let free = new Map<number, number[]>()

  function roomOf(capacity: number): number {
    const reused = free.get(capacity)?.pop()
    if (reused !== undefined) return reused
    const start = used
    used += capacity
    if (used > pool.length) pool = grown(pool, used)
    return start
  }

  function giveBack(term: number): void {
    const capacity = capacities[term]!
    if (capacity === 0) return
    const rooms = free.get(capacity)
    if (rooms) rooms.push(starts[term]!)
    else free.set(capacity, [starts[term]!])
    capacities[term] = 0
  }

  function reserve(term: number): void {
    if (term < starts.length) return
    starts = grown(starts, term + 1)
    counts = grown(counts, term + 1)
    capacities = grown(capacities, term + 1)
  }

  function pack(terms: number): void {
    const all = counts.reduce((sum, count) => sum + roomyOf(count), 0)
    const packed = new Uint32Array(Math.ceil(all * roomShare))
    used = 0
    for (let term = 0; term < counts.length; term++) {
      const count = counts[term]!
      packed.set(pool.subarray(starts[term]!, starts[term]! + count), used)
      starts[term] = used
      capacities[term] = roomyOf(count)
      used += roomyOf(count)
    }
    pool = packed
    free = new Map()
    ;[starts, counts, capacities] = [starts, counts, capacities].map(each => each.slice(0, terms)) as [Numbers, Numbers, Numbers]
  }

  return {
    add(term, document, bits) {
      reserve(term)
      const count = counts[term]!
      if (count === capacities[term]!) {
        const capacity = 2 ** Math.ceil(Math.log2(count + 1))
        const start = roomOf(capacity)
        pool.copyWithin(start, starts[term]!, starts[term]! + count)
        giveBack(term)
        starts[term] = start
        capacities[term] = capacity
      }
      pool[starts[term]! + count] = document * 256 + bits
      counts[term] = count + 1
    },
    of: term => (term < counts.length ? pool.subarray(starts[term]!, starts[term]! + counts[term]!) : pool.subarray(0, 0)),
    count: term => counts[term] ?? 0,
    sweep(term, isGone) {
      if (term >= counts.length) return
      const start = starts[term]!
      let kept = 0
      for (let index = 0; index < counts[term]!; index++) {
        const entry = pool[start + index]!
        if (!isGone(entry >>> 8)) pool[start + kept++] = entry
      }
      if (kept === 0) giveBack(term)
      counts[term] = kept
    },
    pack,
    save(out) {
      out.array(pool.subarray(0, used))
      out.array(starts)
      out.array(counts)
    },
    load(input) {
      pool = input.uint32()
      starts = input.uint32()
      counts = input.uint32()
      capacities = new Uint32Array(counts.length)
      // What was free is left behind, and there is room for what comes.
      pack(counts.length)
    },
    get bytes() {
      return used * pool.BYTES_PER_ELEMENT + starts.byteLength + counts.byteLength + capacities.byteLength
    },
  }
}

type Numbers = Uint32Array<ArrayBuffer>

function grown(array: Numbers, needed: number): Numbers {
  const wider = new Uint32Array(Math.max(needed, Math.ceil(array.length * 1.4)))
  wider.set(array)
  return wider
}
