const hidden = '***'
const minLength = 4

/** Hides secrets, and what was made of them, in everything that people see. */
export function createRedactor() {
  const given = new Set<string>()
  const texts = new Set<string>()
  let sorted: readonly string[] = []

  function hide(secret: string): void {
    // A short text would be found everywhere; expressions that use one are shown without it anyway.
    if (secret.length < minLength || texts.has(secret)) return
    given.add(secret)
    for (const form of formsOf(secret)) texts.add(form)
    // The longest first, so that no part of one remains.
    sorted = [...texts].sort((a, b) => b.length - a.length)
  }

  function redactText(text: string): string {
    let shown = text
    for (const secret of sorted) if (shown.includes(secret)) shown = shown.replaceAll(secret, hidden)
    return shown
  }

  function redact<T>(value: T): T {
    if (sorted.length === 0) return value
    return redactValue(value, redactText) as T
  }

  return {
    hide,
    /** Hides every text inside a value. */
    hideAll(value: unknown): void {
      if (typeof value === 'string') hide(value)
      else if (typeof value === 'object' && value !== null) Object.values(value).forEach(each => this.hideAll(each))
    },
    redact,
    redactText,
    /** The texts as they were given. */
    list: () => [...given],
  }
}

export type Redactor = ReturnType<typeof createRedactor>

/** A secret as it is, and as it looks inside JSON, addresses and encodings. */
function formsOf(secret: string): string[] {
  const forms = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    encodeURI(secret),
    new URLSearchParams({ x: secret }).toString().slice(2),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('base64url'),
    Buffer.from(secret).toString('hex'),
    secret.toUpperCase(),
    secret.toLowerCase(),
    [...secret].reverse().join(''),
    secret.trim(),
  ]
  return [...new Set(forms)].filter(form => form.length >= minLength)
}

function redactValue(value: unknown, redactText: (text: string) => string): unknown {
  if (typeof value === 'string') return redactText(value)
  if (Array.isArray(value)) return value.map(item => redactValue(item, redactText))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [redactText(key), redactValue(item, redactText)]))
}
