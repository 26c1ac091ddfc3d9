import { bytes, type Answer } from '@portico/core/server'
import { flowInvalid, originInvalid, redirectMissing } from '../errors.ts'
import type { ProviderCall } from '../providers/provider.ts'
import { wantedScopes, type OAuthEnvironment } from './oauth-environment.ts'
import { popupHeaders } from './popup-page.ts'
import { joinScopes } from './scopes.ts'
import { createBinding, createNonce, encodeState, readBinding } from './sign-in-state.ts'

/** Sends the browser to the provider, and sets the cookies by which it is recognised when it returns. */
export async function startSignIn(environment: OAuthEnvironment, { parameters, request }: ProviderCall): Promise<Answer> {
  const { cookies, client, connection, scopes: rules } = environment
  const target = checkedTarget(environment, parameters)
  const wanted = wantedScopes(environment, parameters.get('scope') ?? undefined, cookies.read(request.cookies, 'granted-scope'))
  const isOffline = connection.offlineAccess && (await client.offersScope('offline_access'))
  const scopes = isOffline ? joinScopes(wanted, ['offline_access']) : wanted
  const nonce = createNonce()
  const state = encodeState({
    nonce,
    env: environment.environment,
    ...target,
    ...(rules.persist && { scope: scopes.join(' ') }),
  })
  const cookie = createBinding(state, scopes)
  const binding = readBinding(cookie, state)
  if (!binding) throw new Error('A new binding always matches its state')
  const location = await client.authorizationUrl({ state, binding })
  return bytes('', {
    status: 302,
    headers: {
      ...popupHeaders,
      location,
      'content-length': '0',
      'set-cookie': [cookies.writeForSignIn('nonce', nonce), cookies.writeForSignIn('sign-in', cookie)],
    },
  })
}

/** Where the outcome goes; refused when that is not the portal. */
function checkedTarget({ origins }: OAuthEnvironment, parameters: URLSearchParams) {
  const origin = parameters.get('origin') ?? undefined
  const flow = parameters.get('flow') ?? undefined
  const redirectUrl = parameters.get('redirectUrl') ?? undefined
  if (origin !== undefined && !URL.canParse(origin)) throw originInvalid()
  origins.accept(origin)
  if (flow !== undefined && flow !== 'popup' && flow !== 'redirect') throw flowInvalid()
  if (flow === 'redirect' && redirectUrl === undefined) throw redirectMissing()
  if (redirectUrl !== undefined) origins.acceptRedirect(redirectUrl)
  return { origin, redirectUrl, flow }
}
