import { type AppError, inputError } from '@portico/core/common'
import type { IncomingMessage } from 'node:http'

/** Checks that hold for every route. Runs for every request, so it must be cheap. */
export function requestMistake({ rawHeaders, url = '' }: IncomingMessage): AppError | undefined {
  if (url.includes('%00')) {
    return inputError('An address cannot hold the character NUL (%00)', { code: 'core.invalid-text' })
  }
  // With two, this server and a proxy in front of it could each use a different one.
  if (hasTwoHosts(rawHeaders)) return inputError('A request must have one Host header, not two', { code: 'core.repeated-host' })
  return undefined
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
