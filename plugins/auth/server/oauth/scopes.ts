/** The single scopes of a text; providers separate them by spaces or by commas. */
export function splitScope(text: string | undefined): string[] {
  return (text ?? '').split(/[\s,]+/).filter(scope => scope !== '')
}

/** Merges lists of scopes, without duplicates. */
export function joinScopes(...lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat())]
}
