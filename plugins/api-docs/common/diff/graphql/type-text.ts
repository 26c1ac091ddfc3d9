/** Whether a type is another one that is less often null: `[Booking!]!` and `[Booking]`. */
export function isNarrower(narrow: string, wide: string): boolean {
  if (narrow === wide) return true
  if (narrow.endsWith('!')) return isNarrower(narrow.slice(0, -1), wide.endsWith('!') ? wide.slice(0, -1) : wide)
  if (wide.endsWith('!')) return false
  const isList = (text: string) => text.startsWith('[') && text.endsWith(']')
  return isList(narrow) && isList(wide) && isNarrower(narrow.slice(1, -1), wide.slice(1, -1))
}
