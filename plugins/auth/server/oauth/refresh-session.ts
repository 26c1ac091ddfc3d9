import type { Session } from '@portico/auth/common'
import { AppError } from '@portico/core/common'
import { answer, bytes, type Answer, type RequestMetadata } from '@portico/core/server'
import { browserRequestNeeded, originNotAllowed, refreshFailed, refreshTokenMissing, refreshUnavailable } from '../errors.ts'
import type { ProviderCall } from '../providers/provider.ts'
import type { Grant } from './connection.ts'
import { createSession } from './create-session.ts'
import { isSealed, openSealed } from './kept-token.ts'
import { openBegin } from './session-began.ts'
import { idTokenCookie, reportedScope, wantedScopes, type OAuthEnvironment } from './oauth-environment.ts'

/** Only scripts of pages that CORS allows can send this header: a form or an image of another site cannot. */
function requireBrowserRequest({ headers }: RequestMetadata): void {
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
    const kept = [
      ...(next === token ? [] : cookies.write(request.cookies, 'refresh-token', next)),
      ...idTokenCookie(environment, request, grant),
    ]
    return answer(session, { headers: kept.length > 0 ? { 'set-cookie': kept } : {} })
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

/** Clears the session cookies, and revokes the token at the provider. The answer names the page that ends the session there, if any. */
export async function signOut(environment: OAuthEnvironment, { request }: ProviderCall): Promise<Answer> {
  requireBrowserRequest(request)
  const { provider, cookies, origins, client, sealingKey, now } = environment
  const { origin } = request.headers
  if (origin !== undefined && !origins.isAllowed(origin)) throw originNotAllowed()
  const warn = (error: unknown) => {
    const reason = error instanceof AppError ? error.message : 'unknown'
    request.log.warn({ provider, reason }, 'the provider could not be notified of the end of a session')
  }
  const token = cookies.read(request.cookies, 'refresh-token')
  const revoked = token === undefined || !isSealed(token) ? token : openSealed(token, sealingKey, now())?.accessToken
  // Not awaited: here the session is over in any case.
  if (revoked !== undefined) client.revoke(revoked).catch(warn)
  const logoutUrl = await logoutUrlOf(environment, request).catch(warn)
  const removed = ['refresh-token', 'granted-scope', 'began', 'id-token'].flatMap(name => cookies.remove(request.cookies, name))
  const headers = removed.length > 0 ? { 'set-cookie': removed } : {}
  if (!logoutUrl) return bytes('', { status: 200, headers })
  return bytes(JSON.stringify({ logoutUrl }), { status: 200, headers: { ...headers, 'content-type': 'application/json; charset=utf-8' } })
}

async function logoutUrlOf(
  { connection, client, cookies, origins }: OAuthEnvironment,
  request: RequestMetadata,
): Promise<string | undefined> {
  if (!connection.endsSession) return connection.logoutUrl?.(origins.own)
  return client.endSessionUrl({ appUrl: origins.own, idToken: cookies.read(request.cookies, 'id-token') })
}
