/** How much a value is when it is written out: its values, keys included, and the characters of its texts. */
export interface ExpandedSize {
  readonly values: number
  readonly characters: number
}

const endless: ExpandedSize = { values: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY }

/**
 * The size of a value whose parts may be referred to many times, as YAML's aliases do: a few lines can stand for billions of values.
 * Each part is looked at once, so it takes no longer than reading the text did. A value that holds itself has no end.
 */
export function expandedSize(root: unknown): ExpandedSize {
  const known = new Map<object, ExpandedSize>()

  function sizeOf(value: unknown): ExpandedSize {
    if (typeof value === 'string') return { values: 1, characters: value.length }
    if (typeof value !== 'object' || value === null) return { values: 1, characters: 1 }
    const before = known.get(value)
    if (before) return before
    known.set(value, endless)
    let values = 1
    let characters = 2
    const isList = Array.isArray(value)
    for (const key of Object.keys(value)) {
      const part = sizeOf((value as Record<string, unknown>)[key])
      values += part.values + (isList ? 0 : 1)
      characters += part.characters + (isList ? 0 : key.length)
    }
    const size = { values, characters }
    known.set(value, size)
    return size
  }
  return sizeOf(root)
}
