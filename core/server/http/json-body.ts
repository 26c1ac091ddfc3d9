import { inputError } from '@portico/core/common'
import type { FastifyInstance } from 'fastify'
import './route-marks.ts'

/** How deep JSON from outside may be nested. Recursion over more than a few thousand levels overflows the stack. */
export const maxJsonDepth = 500

/** Parses JSON bodies. An empty body counts as no body, not as invalid JSON: clients send `content-type: application/json` with a DELETE. */
export function addJsonParser(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.removeContentTypeParser('application/json')
  http.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text.length === 0) return done(null, undefined)
    if (isDeeperThan(text, maxJsonDepth)) {
      return done(inputError(`The body is nested more than ${maxJsonDepth} levels deep`, { code: 'core.too-deep' }))
    }
    parse(request, text, (error, value) => {
      if (error) return done(error)
      if (!request.routeOptions.config.takesAnyText && mayHoldBadText(text) && holdsBadText(value)) {
        return done(
          inputError('The body holds a text with the character NUL, or with half of a surrogate pair', { code: 'core.invalid-text' }),
        )
      }
      done(null, value)
    })
  })
}

/** JSON from outside that is not a request body: undefined when it is invalid, too deep, or holds a text that cannot be stored. */
export function parseOutsideJson(text: string): unknown {
  if (isDeeperThan(text, maxJsonDepth)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return mayHoldBadText(text) && holdsBadText(value) ? undefined : value
  } catch {
    return undefined
  }
}

/** Scans the text, since recursion over a value that is too deep would overflow the stack. Brackets inside strings do not count. */
function isDeeperThan(text: string, depth: number): boolean {
  // Each level takes two characters.
  if (text.length <= 2 * depth) return false
  let level = 0
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index)
    if (character === quote) {
      index = endOfString(text, index)
    } else if (character === openBracket || character === openBrace) {
      if (++level > depth) return true
    } else if (character === closeBracket || character === closeBrace) {
      level--
    }
  }
  return false
}

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

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

/** Only an escape can produce such characters: most bodies have none, and need no traversal. */
function mayHoldBadText(text: string): boolean {
  return /\\u(?:0000|d[89a-f])/i.test(text)
}

/** Whether a text or a key somewhere in the value is one that PostgreSQL cannot store. */
function holdsBadText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed()
  if (typeof value !== 'object' || value === null) return false
  return Array.isArray(value) ? value.some(holdsBadText) : Object.entries(value).some(entry => entry.some(holdsBadText))
}
