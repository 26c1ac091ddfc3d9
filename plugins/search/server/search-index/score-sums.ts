/** Adds up scores: one number per document for the word at hand and for all words so far. */
export function createScoreSums(size: number) {
  const stamps = new Uint32Array(size)
  const nameStamps = new Uint32Array(size)
  const best = new Float32Array(size)
  const totals = new Float32Array(size)
  const hits = new Uint8Array(size)
  const nameHits = new Uint8Array(size)
  const touched = new Int32Array(size)
  const inSum = new Int32Array(size)
  let current = 0
  let count = 0
  let summed = 0
  let words = 0
  let needed = 0

  return {
    size,
    get found() {
      return count
    },
    /** How many documents have any of the words so far. */
    get summed() {
      return summed
    },
    clear(end: number) {
      totals.fill(0, 0, end)
      hits.fill(0, 0, end)
      nameHits.fill(0, 0, end)
      summed = 0
      words = 0
    },
    begin() {
      current += 1
      count = 0
    },
    add(entries: Uint32Array, weights: Float32Array, factor: number, nameMask: number) {
      for (let at = 0; at < entries.length; at++) {
        const entry = entries[at]!
        const document = entry >>> 8
        const score = weights[entry & 255]! * factor
        if (score === 0) continue
        if (entry & nameMask & 255) nameStamps[document] = current
        if (stamps[document] !== current) {
          stamps[document] = current
          best[document] = score
          touched[count++] = document
        } else if (score > best[document]!) best[document] = score
      }
    },
    /** Adds the word to the sum. Rare words count more. */
    close(documents: number) {
      words += 1
      const rarity = 0.6 + 0.4 * (1 - Math.log(1 + count) / Math.log(2 + documents))
      for (let at = 0; at < count; at++) {
        const document = touched[at]!
        if (hits[document] === 0) inSum[summed++] = document
        hits[document] = hits[document]! + 1
        totals[document] = totals[document]! + best[document]! * rarity
        if (nameStamps[document] === current) nameHits[document] = nameHits[document]! + 1
      }
    },
    /** Adds a word that need not be there, where others are. */
    closeOptional(weight: number) {
      for (let at = 0; at < count; at++) {
        const document = touched[at]!
        if (hits[document] === 0) continue
        totals[document] = totals[document]! + best[document]! * weight
        nameHits[document] = nameHits[document]! + 1
      }
    },
    closeJoined(weight: number, all: number) {
      for (let at = 0; at < count; at++) {
        const document = touched[at]!
        if (hits[document] === 0) inSum[summed++] = document
        hits[document] = Math.max(hits[document]!, all)
        totals[document] = totals[document]! + best[document]! * weight
        nameHits[document] = Math.max(nameHits[document]!, all)
      }
    },
    keep(wanted: number) {
      needed = wanted
    },
    each(run: (document: number, score: number, share: number, nameHits: number) => void) {
      for (let at = 0; at < summed; at++) {
        const document = inSum[at]!
        if (hits[document]! >= needed) run(document, totals[document]!, hits[document]! / words, nameHits[document]!)
      }
    },
  }
}
