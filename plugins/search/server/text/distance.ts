const width = 64
// One table for all calls: the vocabulary is compared word by word.
const rows = new Uint8Array(width * width)
for (let index = 0; index < width; index++) {
  rows[index] = index
  rows[index * width] = index
}

/** How far a word is from another, and from the nearest beginning of it. Both are over the limit where they would exceed it. */
export interface Distance {
  readonly whole: number
  readonly prefix: number
}

const far: Distance = { whole: 255, prefix: 255 }

/**
 * Counts insertions, deletions, replacements and swapped neighbours that turn `word` into `other`, and into the nearest beginning of
 * `other`, up to a limit. Both have at most 63 letters.
 */
export function distanceWithin(word: string, other: string, limit: number): Distance {
  const length = word.length
  const otherLength = other.length
  const reach = Math.min(otherLength, length + limit)
  if (reach < length - limit) return far
  for (let row = 1; row <= length; row++) {
    const letter = word.charCodeAt(row - 1)
    const first = Math.max(1, row - limit)
    const last = Math.min(reach, row + limit)
    if (first > 1) rows[row * width + first - 1] = 200
    let best = 255
    for (let column = first; column <= last; column++) {
      const at = row * width + column
      const isSame = letter === other.charCodeAt(column - 1)
      const above = column < row + limit ? rows[at - width]! + 1 : 255
      let value = Math.min(rows[at - width - 1]! + (isSame ? 0 : 1), above, rows[at - 1]! + 1)
      if (row > 1 && column > 1 && letter === other.charCodeAt(column - 2) && word.charCodeAt(row - 2) === other.charCodeAt(column - 1))
        value = Math.min(value, rows[at - 2 * width - 2]! + 1)
      rows[at] = value
      if (value < best) best = value
    }
    if (best > limit) return far
  }
  let prefix = 255
  for (let column = Math.max(1, length - limit); column <= reach; column++) prefix = Math.min(prefix, rows[length * width + column]!)
  const whole = otherLength <= length + limit ? rows[length * width + otherLength]! : 255
  return { whole: otherLength < length - limit ? 255 : whole, prefix }
}

/** How many mistakes are forgiven in a word: one from four letters, two from eight. */
export function forgivenMistakes(word: string): number {
  if (word.length < 4) return 0
  return word.length < 8 ? 1 : 2
}

/** A bit for each letter of a word: words that differ in more letters than the limit are sorted out without a comparison. */
export function letterBits(word: string): number {
  let bits = 0
  for (let index = 0; index < word.length; index++) bits |= 1 << (word.charCodeAt(index) & 31)
  return bits
}

/** The number of bits that are set. */
export function countBits(bits: number): number {
  let value = bits - ((bits >>> 1) & 0x55555555)
  value = (value & 0x33333333) + ((value >>> 2) & 0x33333333)
  return (((value + (value >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
