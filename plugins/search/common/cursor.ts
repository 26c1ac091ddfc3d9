/** The cursor of a page: base64 of its number, the first being 0. */
export function encodePageCursor(page: number): string {
  return btoa(String(page))
}

/** The page of a cursor; undefined where it is none. */
export function decodePageCursor(cursor: string): number | undefined {
  try {
    const text = atob(cursor)
    return /^\d{1,9}$/.test(text) ? Number(text) : undefined
  } catch {
    return undefined
  }
}
