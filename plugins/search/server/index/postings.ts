/** Which documents have which term: a document's number and eight bits about it, in one block of memory. */
export interface Postings {
  add(term: number, document: number, bits: number): void
  /** The entries of a term: `document * 256 + bits`. Valid until the next change. */
  of(term: number): Uint32Array
  count(term: number): number
  /** Removes the entries of documents that are gone. */
  sweep(isGone: (document: number) => boolean, from: number, to: number): void
  readonly bytes: number
}

/** A term's entries lie together, in a room of a power of two; one that is full moves to a room twice as large. */
export function createPostings(): Postings {
  let pool = new Uint32Array(1 << 16)
  let used = 0
  let starts = new Uint32Array(1 << 12)
  let counts = new Uint32Array(1 << 12)
  let sizes = new Uint8Array(1 << 12)
  const free: number[][] = []

  function roomOf(size: number): number {
    const reused = free[size]?.pop()
    if (reused !== undefined) return reused
    const start = used
    used += 1 << size
    if (used > pool.length) pool = grown(pool, used)
    return start
  }

  function reserve(term: number): void {
    if (term < starts.length) return
    starts = grown(starts, term + 1)
    counts = grown(counts, term + 1)
    const wider = new Uint8Array(starts.length)
    wider.set(sizes)
    sizes = wider
  }

  return {
    add(term, document, bits) {
      reserve(term)
      const count = counts[term]!
      if (count === 0) starts[term] = roomOf(0)
      else if (count === 1 << sizes[term]!) {
        const size = sizes[term]!
        const start = roomOf(size + 1)
        pool.copyWithin(start, starts[term]!, starts[term]! + count)
        ;(free[size] ??= []).push(starts[term]!)
        starts[term] = start
        sizes[term] = size + 1
      }
      pool[starts[term]! + count] = document * 256 + bits
      counts[term] = count + 1
    },
    of: term => (term < counts.length ? pool.subarray(starts[term]!, starts[term]! + counts[term]!) : pool.subarray(0, 0)),
    count: term => counts[term] ?? 0,
    sweep(isGone, from, to) {
      for (let term = from; term < Math.min(to, counts.length); term++) {
        const start = starts[term]!
        let kept = 0
        for (let index = 0; index < counts[term]!; index++) {
          const entry = pool[start + index]!
          if (!isGone(entry >>> 8)) pool[start + kept++] = entry
        }
        if (kept === 0 && counts[term]! > 0) {
          ;(free[sizes[term]!] ??= []).push(start)
          sizes[term] = 0
        }
        counts[term] = kept
      }
    },
    get bytes() {
      return pool.byteLength + starts.byteLength + counts.byteLength + sizes.byteLength
    },
  }
}

function grown(array: Uint32Array<ArrayBuffer>, needed: number): Uint32Array<ArrayBuffer> {
  const wider = new Uint32Array(Math.max(needed, Math.ceil(array.length * 1.4)))
  wider.set(array)
  return wider
}
