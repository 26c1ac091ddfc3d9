import { inputError } from '@portico/core/common'
import type { FastifyInstance } from 'fastify'
import { jsonExcess, jsonLimits, type JsonLimits } from './json-limits.ts'
import './route-marks.ts'

/** Parses JSON bodies. An empty body counts as no body, not as invalid JSON: clients send `content-type: application/json` with a DELETE. */
export function addJsonParser(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.removeContentTypeParser('application/json')
  http.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text.length === 0) return done(null, undefined)
    const { takesAnyText, maxValues = jsonLimits.values } = request.routeOptions.config
    const excess = jsonExcess(text, { ...jsonLimits, values: maxValues })
    if (excess) return done(excess)
    parse(request, text, (error, value) => {
      if (error) return done(error)
      if (!takesAnyText && mayHoldBadText(text) && holdsBadText(value)) {
        return done(
          inputError('The body holds a text with the character NUL, or with half of a surrogate pair', { code: 'core.invalid-text' }),
        )
      }
      done(null, value)
    })
  })
}

/** A message from outside: undefined when it is not JSON, exceeds a limit, or holds a text that cannot be stored. */
export function parseMessage(text: string): unknown {
  if (jsonExcess(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return mayHoldBadText(text) && holdsBadText(value) ? undefined : value
  } catch {
    return undefined
  }
}

/**
 * JSON that a plugin has read from a stream: undefined when it is not JSON, an error when it exceeds a limit. Texts that PostgreSQL cannot
 * store lose what it cannot: NUL, and halves of surrogate pairs.
 */
export function parseOutsideJson(text: string, limits: Partial<JsonLimits> = {}): unknown {
  const excess = jsonExcess(text, { ...jsonLimits, ...limits })
  if (excess) throw excess
  try {
    // A function that is called for each value takes five times as long.
    return mayHoldBadText(text)
      ? JSON.parse(text, (_key, value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '\uFFFD').toWellFormed() : value))
      : JSON.parse(text)
  } catch {
    return undefined
  }
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
