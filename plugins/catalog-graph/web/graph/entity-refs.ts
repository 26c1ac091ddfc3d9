import { parseEntityRef, stringifyEntityRef } from '@portico/catalog/common'

/** The whole ref that a text stands for; undefined where it is none. */
export function toWholeRef(text: string): string | undefined {
  try {
    return stringifyEntityRef(parseEntityRef(text))
  } catch {
    return undefined
  }
}

/** The kind in a whole ref. */
export function kindInRef(ref: string): string {
  return ref.slice(0, Math.max(0, ref.indexOf(':')))
}
