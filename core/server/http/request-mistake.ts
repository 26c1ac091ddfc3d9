import { type AppError, inputError } from '@portico/core/common'
import type { IncomingMessage } from 'node:http'

const maxParameters = 1000
/** Also with one of its letters encoded. */
const mayNamePrototype = /__proto__|%(?:5f|6f|7[024])/i

/** Checks that hold for every route. Runs for every request, so it must be cheap. */
export function requestMistake({ rawHeaders, url = '' }: IncomingMessage): AppError | undefined {
  if (url.includes('%00')) {
    return inputError('An address cannot hold the character NUL (%00)', { code: 'core.invalid-text' })
  }
  const mistake = queryMistake(url)
  if (mistake) return mistake
  // With two, this server and a proxy in front of it could each use a different one.
  if (hasTwoHosts(rawHeaders)) return inputError('A request must have one Host header, not two', { code: 'core.repeated-host' })
  return undefined
}

/** What walks the parameters of a query walks all of them, and what keeps them by name must not meet the name of a prototype. */
function queryMistake(url: string): AppError | undefined {
  const start = url.indexOf('?')
  if (start === -1) return undefined
  let parameters = 1
  for (let at = url.indexOf('&', start); at !== -1; at = url.indexOf('&', at + 1)) parameters++
  if (parameters > maxParameters) return inputError(`A query has at most ${maxParameters} parameters`, { code: 'core.too-many-parameters' })
  if (!mayNamePrototype.test(url)) return undefined
  const names = [...new URLSearchParams(url.slice(start + 1)).keys()]
  return names.some(name => name.includes('__proto__'))
    ? inputError("A query parameter cannot be called '__proto__'", { code: 'core.invalid-parameter' })
    : undefined
}

/** Names and values alternate in `rawHeaders`; `headers` holds only the first of two. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count > 1
}
