/** The kind in a full ref. */
export function kindInRef(ref: string): string {
  return ref.slice(0, Math.max(0, ref.indexOf(':')))
}
