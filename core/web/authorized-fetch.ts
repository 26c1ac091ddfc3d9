import { unavailableError } from '@portico/core/common'
import type { WebDiscovery } from './discovery.ts'
import type { Fetch } from './fetch.ts'
import type { Session } from './session/session.ts'

/**
 * The browser's fetch with the user's token, for trusted addresses only. A refused token is renewed once;
 * when that fails the session ends and the sign-in page shows.
 */
export function createAuthorizedFetch({ discovery, session, fetch }: { discovery: WebDiscovery; session: Session; fetch: Fetch }): Fetch {
  async function send(url: string, init: RequestInit, token: string | undefined): Promise<Response> {
    const headers = new Headers(init.headers)
    if (token !== undefined && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
    try {
      return await fetch(url, { ...init, headers })
    } catch (error) {
      if (init.signal?.aborted) throw error
      throw unavailableError('The server did not answer', { code: 'core.unreachable', cause: error })
    }
  }

  return async (address, init = {}) => {
    const url = discovery.resolve(address)
    if (!discovery.isTrusted(url)) return send(url, init, undefined)
    const token = await session.token()
    const response = await send(url, init, token)
    if (response.status !== 401 || token === undefined) return response
    await response.body?.cancel()
    return send(url, init, await session.renewToken(token))
  }
}
