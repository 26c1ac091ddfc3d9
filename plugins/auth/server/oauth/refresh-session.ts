import type { Session } from '@portico/auth/common'
import { AppError } from '@portico/core/common'
import { answer, bytes, type Answer, type RequestFacts } from '@portico/core/server'
import { browserRequestNeeded, originNotAllowed, refreshFailed, refreshTokenMissing, refreshUnavailable } from '../errors.ts'
import type { ProviderCall } from '../providers/provider.ts'
import type { Grant } from './connection.ts'
import { createSession } from './create-session.ts'
import { isSealed, openSealed } from './kept-token.ts'
import { openBegin } from './session-began.ts'
import { reportedScope, wantedScopes, type OAuthEnvironment } from './oauth-environment.ts'

/** Only scripts of pages that CORS allows can send this header: a form or an image of another site cannot. */
function requireBrowserRequest({ headers }: RequestFacts): void {
  if (headers['x-requested-with'] !== 'XMLHttpRequest') throw browserRequestNeeded()
}

/** A new session from the refresh token in the browser's cookie. Every refusal is a 401 that says why; who is away is a 503. */
export async function refreshSession(environment: OAuthEnvironment, { parameters, request }: ProviderCall): Promise<Answer<Session>> {
  requireBrowserRequest(request)
  const { provider, cookies, scopes: rules, refreshOnce } = environment
  try {
    const token = cookies.read(request.cookies, 'refresh-token')
    if (token === undefined) throw refreshTokenMissing()
    const granted = cookies.read(request.cookies, 'granted-scope')
    // A refresh never widens what was granted: where the granted scopes are stored in the browser, those of the request are ignored.
    const asked = wantedScopes(environment, rules.persist ? granted : (parameters.get('scope') ?? undefined), granted)
    const grant = await refreshOnce(token, asked.join(' '), () => renew(environment, token, asked))
    const scope = reportedScope(environment, grant, asked)
    const began = cookies.read(request.cookies, 'began')
    const begin = (userEntityRef: string) => openBegin(began, userEntityRef, environment.sealingKey)
    const session = await createSession(environment, { grant, scope, request, renewed: true, begin })
    const next = grant.refreshToken ?? token
    const headers = next === token ? {} : cookieHeader(environment, request, next)
    return answer(session, { headers })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    request.log.info({ provider, reason: error.message, code: error.code }, 'a session was not renewed')
    throw error.status === 503 ? refreshUnavailable(error) : refreshFailed(error)
  }
}

async function renew({ client, sealingKey, now }: OAuthEnvironment, token: string, scopes: readonly string[]): Promise<Grant> {
  if (!isSealed(token)) return client.refresh(token, scopes)
  const grant = openSealed(token, sealingKey, now())
  if (!grant) throw refreshTokenMissing()
  return grant
}

function cookieHeader({ cookies }: OAuthEnvironment, request: RequestFacts, token: string) {
  return { 'set-cookie': cookies.write(request.cookies, 'refresh-token', token) }
}

/** Clears the session cookies, and revokes the token at the provider. */
export async function signOut(environment: OAuthEnvironment, { request }: ProviderCall): Promise<Answer> {
  requireBrowserRequest(request)
  const { provider, cookies, origins, client, connection } = environment
  const { origin } = request.headers
  if (origin !== undefined && !origins.isAllowed(origin)) throw originNotAllowed()
  const token = cookies.read(request.cookies, 'refresh-token')
  if (token !== undefined && !isSealed(token)) {
    // Not awaited: here the session is over in any case.
    client.revoke(token).catch((error: unknown) => {
      const reason = error instanceof AppError ? error.message : 'unknown'
      request.log.warn({ provider, reason }, 'the provider could not be notified of the end of a session')
    })
  }
  const removed = ['refresh-token', 'granted-scope', 'began'].flatMap(name => cookies.remove(request.cookies, name))
  const headers = removed.length > 0 ? { 'set-cookie': removed } : {}
  if (connection.logoutUrl === undefined) return bytes('', { status: 200, headers })
  const body = JSON.stringify({ logoutUrl: connection.logoutUrl(origins.own) })
  return bytes(body, { status: 200, headers: { ...headers, 'content-type': 'application/json; charset=utf-8' } })
}
