/** An object as JSON knows it: not null, not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The same object; an empty one where the value is something else. */
export function toRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

/** A text that is not empty; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A percent-encoded text, decoded; the text itself where it is not valid. */
export function decodeText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What a JSON text says, or the fallback where it is none. */
export function parseJson(text: string, fallback?: unknown): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return fallback
  }
}
