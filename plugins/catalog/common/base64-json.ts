/** JSON as base64 of ASCII: everybody who decodes it, with or without UTF-8 in mind, reads the same. */
export function encodeBase64Json(value: unknown): string {
  return btoa(JSON.stringify(value).replaceAll(/[\u007f-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`))
}

/** The value inside; undefined where the text is something else. Also reads the URL-safe alphabet, and `+` that became a blank in transit. */
export function decodeBase64Json(text: string): unknown {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/').replaceAll(' ', '+'))
    if (/^[\u0000-\u007f]*$/.test(binary)) return JSON.parse(binary)
    const escaped = Array.from(binary, byte => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')
    return JSON.parse(decodeURIComponent(escaped))
  } catch {
    return undefined
  }
}
