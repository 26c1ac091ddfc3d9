import { toPlainFields } from './plain-fields.ts'
import { redacted, secretPatterns } from './secret-patterns.ts'
import { createTextSearch } from './text-search.ts'

/** Removes secrets from whatever is written: by their key, by their shape, and by value. */
export interface Redactor {
  /** From now on these values are removed wherever they appear. Values shorter than 4 characters are ignored: they would only mangle text. */
  add(secretValues: readonly string[]): void
  redact(text: string): string
  /** A copy as plain JSON data without secrets; errors become their fields, circular references a note. */
  redactDeep(value: unknown): unknown
  /** The same for one line of JSON, which stays valid JSON. Fast where there is nothing to remove. */
  redactLine(line: string): string
}

const minSecretLength = 4

const shapes = new RegExp(secretPatterns.join('|'), 'gs')

/** Creates a redactor without secret values. */
export function createRedactor(): Redactor {
  const values = createTextSearch()

  function redact(text: string): string {
    return values.replace(text, redacted).replace(shapes, replacement)
  }

  function redactLine(line: string): string {
    // `search` begins at the start, whatever came before.
    if (line.search(shapes) < 0 && !values.has(line)) return line
    // Replaced in its strings, not in its text: a secret such as `1234` may also be part of a number or a key.
    const fields = parseFields(line)
    return fields ? `${JSON.stringify(toPlainFields(fields, redact))}\n` : redact(line)
  }

  return {
    add: secretValues => secretValues.forEach(value => values.add(formsOf(value))),
    redact,
    redactDeep: value => toPlainFields(value, redact),
    redactLine,
  }
}

/** A secret as it is written in text, in JSON, in JSON inside JSON, in an address and in base64. */
function formsOf(value: string): string[] {
  const forms = [value, value.trim()].flatMap(raw => {
    const bytes = Buffer.from(raw)
    const form = encodeURIComponent(raw.toWellFormed())
    return [raw, form, form.replaceAll('%20', '+'), bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')]
  })
  const escaped = forms.map(form => JSON.stringify(form).slice(1, -1))
  const twice = escaped.map(form => JSON.stringify(form).slice(1, -1))
  return value.trim().length < minSecretLength ? [] : [...forms, ...escaped, ...twice]
}

function replacement(_match: string, ...rest: unknown[]): string {
  const groups = rest.at(-1) as Record<string, string | undefined>
  let before = ''
  let after = ''
  for (const name in groups) {
    if (groups[name] === undefined) continue
    if (name.startsWith('keep')) before = groups[name]
    else after = groups[name]
  }
  return `${before}${redacted}${after}`
}

function parseFields(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
