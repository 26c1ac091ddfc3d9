/**
 * Numbers for texts, so that a column holds integers. Texts that differ only by letter case are one, shown as it came first:
 * that is how filters compare. Open addressing over typed arrays, because a Map would cost three times the memory.
 * Texts only ever come; a column that has outlived most of its texts makes a new dictionary.
 */
export function createDictionary() {
  const texts: string[] = []
  let hashes = new Int32Array(16)
  let table = new Int32Array(32).fill(-1)

  function placeOf(lower: string, hash: number): number {
    const mask = table.length - 1
    let at = hash & mask
    for (;;) {
      const id = table[at]!
      if (id === -1) return at
      if (hashes[id] === hash) {
        const text = texts[id]!
        if (text === lower || (text.length === lower.length && text.toLowerCase() === lower)) return at
      }
      at = (at + 1) & mask
    }
  }

  function grow(): void {
    hashes = resized(hashes, hashes.length * 2)
    table = new Int32Array(table.length * 2).fill(-1)
    const mask = table.length - 1
    for (let id = 0; id < texts.length; id++) {
      let at = hashes[id]! & mask
      while (table[at] !== -1) at = (at + 1) & mask
      table[at] = id
    }
  }

  return {
    add(text: string): number {
      if (texts.length === hashes.length) grow()
      const lower = text.toLowerCase()
      const hash = hashOf(lower)
      const at = placeOf(lower, hash)
      const known = table[at]!
      if (known !== -1) return known
      const id = texts.length
      texts.push(text)
      hashes[id] = hash
      table[at] = id
      return id
    },
    /** The number of a text that is in lower case, or -1. */
    find(lower: string): number {
      return table[placeOf(lower, hashOf(lower))]!
    },
    text: (id: number): string => texts[id]!,
    lowerText: (id: number): string => texts[id]!.toLowerCase(),
    get size() {
      return texts.length
    },
  }
}

export type Dictionary = ReturnType<typeof createDictionary>

/** FNV-1a over code units, finished so that low bits are well mixed. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}

/** A copy with another length; what is new is 0. */
export function resized(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(length)
  copy.set(array.subarray(0, Math.min(length, array.length)))
  return copy
}
