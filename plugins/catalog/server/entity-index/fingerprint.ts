/** A number that stands for a text: two texts share theirs once in nine quadrillion pairs. */
export function fingerprint(text: string): number {
  let high = 0x811c9dc5
  let low = 0x2c1b3c6d
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    high = Math.imul(high ^ code, 0x9e3779b1)
    high ^= high >>> 15
    low = Math.imul(low + code, 0x85ebca6b)
    low ^= low >>> 13
  }
  // As many bits as a number holds exactly.
  return (high >>> 0) * 2 ** 21 + (low >>> 11)
}
