import { type AppError, inputError } from '@portico/core/common'
import type { IncomingMessage } from 'node:http'

/** What is wrong with a request whatever its route is. Runs for every request, so it looks at as little as it can. */
export function requestMistake({ rawHeaders, url = '' }: IncomingMessage): AppError | undefined {
  if (url.includes('%00')) {
    return inputError('An address cannot hold the character NUL (%00)', { code: 'core.invalid-text' })
  }
  // With two, this server and a proxy in front of it could each believe another one.
  if (hasTwoHosts(rawHeaders)) return inputError('A request must have one Host header, not two', { code: 'core.repeated-host' })
  return undefined
}

/** Names and values take turns in `rawHeaders`; in `headers` the second of two would be gone. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count > 1
}
