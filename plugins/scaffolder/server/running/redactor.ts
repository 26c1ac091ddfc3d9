import { createTextSearch } from '@portico/core/server'
import { secretsTooLong } from '../errors.ts'

const hidden = '***'
const minLength = 4
/** Texts longer than this are searched for as they are and inside JSON, not in all encodings. */
const maxEncodedLength = 20_000
/** Of all texts in all their forms. */
const maxCharacters = 4_000_000

/** Hides secrets, and what was made of them, in everything that people see. */
export function createRedactor() {
  const given = new Set<string>()
  const search = createTextSearch()
  let characters = 0

  function hide(secret: string): void {
    // A short text would be found everywhere; expressions that use one are shown without it anyway.
    if (secret.length < minLength || given.has(secret)) return
    const forms = formsOf(secret)
    characters += forms.reduce((sum, form) => sum + form.length, 0)
    if (characters > maxCharacters) throw secretsTooLong()
    given.add(secret)
    search.add(forms)
  }

  const redactText = (text: string) => search.replace(text, hidden)

  function redact<T>(value: T): T {
    return given.size === 0 ? value : (redactValue(value, redactText) as T)
  }

  return {
    hide,
    redact,
    redactText,
    /** Whether a text holds something that must be hidden. */
    has: (text: string) => given.size > 0 && search.has(text),
    /** The texts as they were given. */
    list: () => [...given],
  }
}

export type Redactor = ReturnType<typeof createRedactor>

/** A secret as it is, and as it looks inside JSON, addresses and encodings. */
function formsOf(secret: string): string[] {
  const escaped = JSON.stringify(secret).slice(1, -1)
  if (secret.length > maxEncodedLength) return [...new Set([secret, escaped])]
  // Half of a surrogate pair cannot be encoded.
  const wellFormed = secret.toWellFormed()
  const forms = [
    secret,
    escaped,
    encodeURIComponent(wellFormed),
    encodeURI(wellFormed),
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
