/** What decides how costly a value is to check. */
export interface ValueSize {
  /** The path of the first part that is nested too deep. */
  readonly tooDeep: readonly (string | number)[] | undefined
  /** Whether the value holds only what JSON has. */
  readonly isJson: boolean
  readonly maxTextLength: number
  readonly maxListLength: number
}

/** Visits every part of a value once. */
export function sizeOf(value: unknown, maxDepth: number): ValueSize {
  const size = { tooDeep: undefined as (string | number)[] | undefined, isJson: true, maxTextLength: 0, maxListLength: 0 }
  const path: (string | number)[] = []

  function visitPart(part: unknown, key: string | number): void {
    path.push(key)
    visit(part)
    path.pop()
  }

  function visit(part: unknown): void {
    switch (typeof part) {
      case 'string':
        if (part.length > size.maxTextLength) size.maxTextLength = part.length
        return
      case 'number':
        if (!Number.isFinite(part)) size.isJson = false
        return
      case 'boolean':
        return
      case 'object':
        break
      default:
        size.isJson = false
        return
    }
    if (part === null) return
    if (path.length > maxDepth) {
      size.tooDeep ??= [...path]
      return
    }
    if (Array.isArray(part)) {
      if (part.length > size.maxListLength) size.maxListLength = part.length
      for (let index = 0; index < part.length && !size.tooDeep; index++) visitPart(part[index], index)
      return
    }
    if ('toJSON' in part) size.isJson = false
    for (const key in part) {
      if (size.tooDeep) return
      visitPart((part as Record<string, unknown>)[key], key)
    }
  }

  visit(value)
  return size
}
