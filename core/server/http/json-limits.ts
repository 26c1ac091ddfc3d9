import { AppError, inputError } from '@portico/core/common'

/** How wide and deep JSON from outside may be. What validates, stores and logs a body walks all of it, in the one thread that answers. */
export const jsonLimits = {
  /** Recursion over more than a few thousand levels overflows the stack. */
  depth: 64,
  /** Values in all: each text, number, list and object, on every level. */
  values: 50_000,
  /** Characters of one key. */
  keyLength: 1000,
} as const

export type JsonLimits = { readonly [K in keyof typeof jsonLimits]: number }

const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/** The first limit that a text exceeds. Scans it once, before anything is built of it; signs inside strings do not count. */
export function jsonExcess(text: string, limits: JsonLimits = jsonLimits): AppError | undefined {
  let level = 0
  let values = 1
  let stringLength = 0
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index)
    if (character === quote) {
      const end = endOfString(text, index)
      stringLength = end - index - 1
      index = end
    } else if (character === colon) {
      if (stringLength > limits.keyLength) return longKey(limits.keyLength)
    } else if (character === comma) {
      if (++values > limits.values) return tooManyValues(limits.values)
    } else if (character === openBracket || character === openBrace) {
      if (++level > limits.depth) return tooDeep(limits.depth)
      if (++values > limits.values) return tooManyValues(limits.values)
    } else if (character === closeBracket || character === closeBrace) {
      level--
    }
  }
  return undefined
}

/** Where the string ends that begins at `start`; the end of the text for one that is not closed. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

function isEscaped(text: string, index: number): boolean {
  let backslashes = 0
  while (text.charCodeAt(index - 1 - backslashes) === backslash) backslashes++
  return backslashes % 2 === 1
}

function tooDeep(limit: number): AppError {
  return inputError(`The body is nested more than ${limit} levels deep`, { code: 'core.too-deep' })
}

function tooManyValues(limit: number): AppError {
  return new AppError('PayloadTooLargeError', `The body holds more than ${limit} values. Send it in several parts`, {
    code: 'core.too-many-values',
  })
}

function longKey(limit: number): AppError {
  return inputError(`The body holds a key of more than ${limit} characters`, { code: 'core.long-key' })
}
