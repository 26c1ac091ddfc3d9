/** Names and values are compared without letter case. */
export function isSameText(a: string, b: string): boolean {
  return a.toLocaleLowerCase('en-US') === b.toLocaleLowerCase('en-US')
}

export function isOneOf(wanted: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && wanted.some(each => isSameText(each, value))
}
