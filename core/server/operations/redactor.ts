import { toPlainFacts } from './plain-facts.ts'
import { redacted, secretPatterns } from './secret-patterns.ts'

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

/** Creates a redactor without secret values. */
export function createRedactor(): Redactor {
  const forms = new Set<string>()
  let pattern: RegExp | undefined

  function currentPattern(): RegExp {
    pattern ??= compile(forms)
    pattern.lastIndex = 0
    return pattern
  }

  function redact(text: string): string {
    return text.replace(currentPattern(), replacement)
  }

  function redactLine(line: string): string {
    if (!currentPattern().test(line)) return line
    // Replaced in its strings, not in its text: a secret such as `1234` may also be part of a number or a key.
    const fields = parseFields(line)
    return fields ? `${JSON.stringify(toPlainFacts(fields, redact))}\n` : redact(line)
  }

  return {
    add: secretValues => {
      for (const value of secretValues) for (const form of formsOf(value)) forms.add(form)
      pattern = undefined
    },
    redact,
    redactDeep: value => toPlainFacts(value, redact),
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

function compile(forms: ReadonlySet<string>): RegExp {
  // The longest first, so that a secret which begins with another one is replaced as a whole.
  const values = [...forms].sort((a, b) => b.length - a.length).map(form => form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp([...values, ...secretPatterns].join('|'), 'gs')
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
