/** A stream of numbers that is the same for the same seed on every machine. */
export interface Random {
  /** At least 0 and below 1. */
  next(): number
  /** A whole number of at least `low` and at most `high`. */
  between(low: number, high: number): number
  /** True with the given chance. */
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** A rank of at least 0 and below `count`; low ranks are more popular, the more so the larger the exponent. */
  zipf(count: number, exponent: number): number
}

/** A stream for one purpose: the parts name it, so that streams do not depend on the order in which they are used. */
export function createRandom(...parts: readonly (string | number)[]): Random {
  let state = hash(parts.join('/'))

  function next(): number {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: probability => next() < probability,
    pick: items => items[Math.floor(next() * items.length)]!,
    zipf: (count, exponent) => zipfRank(next(), count, exponent),
  }
}

/** The continuous bounded power law, inverted: close enough to Zipf, and constant time for any count. */
function zipfRank(uniform: number, count: number, exponent: number): number {
  const power = 1 - exponent
  const end = count + 1
  const value = Math.abs(power) < 1e-9 ? end ** uniform : (uniform * (end ** power - 1) + 1) ** (1 / power)
  return Math.min(count - 1, Math.max(0, Math.floor(value) - 1))
}

/** Thirty-two bits that differ wherever the text differs by a letter (FNV-1a, then a final mix). */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
