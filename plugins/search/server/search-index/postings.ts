import { withRoom } from '@portico/core/server/index-store'

// Room that is not written to takes no memory. Without it, the first change after a load moves the entries of all frequent terms: 100 ms.
const roomShare = 2
const roomyOf = (count: number) => count + (count >> 4)

/**
 * Which documents have which term: a document's number and eight bits about it, in one block of memory. A term's entries lie together, in a
 * room that is left for a larger one, of the next power of two, when it is full. Rooms that were left are used again when all is packed.
 */
export function createPostings() {
  let pool = new Uint32Array(1 << 16)
  let used = 0
  let left = 0
  let starts = new Uint32Array(1 << 12)
  let counts = new Uint32Array(1 << 12)
  let capacities = new Uint32Array(1 << 12)

  /** Moves all entries together, with little room between them, and none for terms beyond so many. */
  function pack(terms = counts.length): void {
    const all = counts.reduce((sum, count) => sum + roomyOf(count), 0)
    const packed = new Uint32Array(Math.ceil(all * roomShare))
    ;[starts, counts, capacities] = [starts.slice(0, terms), counts.slice(0, terms), capacities.slice(0, terms)]
    used = 0
    left = 0
    for (let term = 0; term < counts.length; term++) {
      const count = counts[term]!
      packed.set(pool.subarray(starts[term]!, starts[term]! + count), used)
      starts[term] = used
      capacities[term] = roomyOf(count)
      used += roomyOf(count)
    }
    pool = packed
  }

  function grow(term: number): void {
    const count = counts[term]!
    const capacity = 2 ** Math.ceil(Math.log2(count + 1))
    if (used + capacity > pool.length && left > used / 2) pack()
    pool = withRoom(pool, used + capacity, 1.5)
    pool.copyWithin(used, starts[term]!, starts[term]! + count)
    left += capacities[term]!
    starts[term] = used
    capacities[term] = capacity
    used += capacity
  }

  const save = () => ({ pool: pool.subarray(0, used), starts, counts })

  return {
    add(term: number, document: number, bits: number): void {
      if (term >= starts.length)
        [starts, counts, capacities] = [withRoom(starts, term + 1), withRoom(counts, term + 1), withRoom(capacities, term + 1)]
      if (counts[term] === capacities[term]) grow(term)
      pool[starts[term]! + counts[term]!] = document * 256 + bits
      counts[term]! += 1
    },
    /** The entries of a term: `document * 256 + bits`. Valid until the next change. */
    of: (term: number): Uint32Array =>
      term < counts.length ? pool.subarray(starts[term], starts[term]! + counts[term]!) : pool.subarray(0, 0),
    count: (term: number): number => counts[term] ?? 0,
    /** Removes the entries of documents that are gone from those of a term. */
    sweep(term: number, isGone: (document: number) => boolean): void {
      if (term >= counts.length) return
      const start = starts[term]!
      let kept = 0
      for (let index = 0; index < counts[term]!; index++) {
        const entry = pool[start + index]!
        if (!isGone(entry >>> 8)) pool[start + kept++] = entry
      }
      counts[term] = kept
    },
    pack,
    save,
    load(saved: ReturnType<typeof save>): void {
      ;({ pool, starts, counts } = saved)
      capacities = new Uint32Array(counts.length)
      // Rooms that were left are dropped, and there is room for what comes.
      pack()
    },
  }
}
