import { parseEntityRef, stringifyEntityRef } from '@portico/catalog/common'

/** The full ref that a text stands for; undefined where it is not a ref. */
export function toFullRef(text: string): string | undefined {
  try {
    return stringifyEntityRef(parseEntityRef(text))
  } catch {
    return undefined
  }
}

/** The kind in a full ref. */
export function kindInRef(ref: string): string {
  return ref.slice(0, Math.max(0, ref.indexOf(':')))
}
