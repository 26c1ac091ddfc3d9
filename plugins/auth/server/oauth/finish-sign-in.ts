import { bytes, type Answer } from '@portico/core/server'
import { stateInvalid } from '../errors.ts'
import type { ProviderCall } from '../providers/provider.ts'
import { createSession } from './create-session.ts'
import { isFault } from './failure-advice.ts'
import { idTokenCookie, refreshTokenOf, reportedScope, type OAuthEnvironment } from './oauth-environment.ts'
import { popupHeaders, popupPage } from './popup-page.ts'
import { sealBegin } from './session-began.ts'
import { acceptedRedirect, failureAnswer, toShownError } from './sign-in-failure.ts'
import { decodeState, isSame, readBinding, type SignInState } from './sign-in-state.ts'

/** Handles the redirect back from the provider. The page that started the sign-in always gets the outcome. */
export async function finishSignIn(environment: OAuthEnvironment, call: ProviderCall): Promise<Answer> {
  const { cookies, origins } = environment
  const { request, parameters } = call
  const text = parameters.get('state') ?? ''
  const state = decodeState(text)
  // A sign-in can be completed only once: without these cookies the same state is refused.
  const used = [cookies.removeAfterSignIn('nonce'), cookies.removeAfterSignIn('sign-in')]
  let appOrigin = origins.own
  try {
    appOrigin = origins.accept(state?.origin)
    if (!state) throw stateInvalid()
    const { session, kept } = await complete(environment, call, state, text)
    const done = state.flow === 'redirect' ? redirectTo(origins.acceptRedirect(state.redirectUrl ?? '')) : undefined
    return withCookies(done ?? popupPage({ type: 'authorization_response', response: session }, appOrigin), [...used, ...kept])
  } catch (error) {
    call.onFailure()
    const { provider, title } = environment
    const failed = { provider, title, target: state ?? { env: environment.environment }, origins, request, startPath: '../start' }
    const shown = toShownError(error, failed)
    // What the person has no part in is told in full, on a page that stays.
    if (isFault(shown)) return withCookies(failureAnswer(shown, failed, 200), used)
    const { name, message } = shown
    const back = state?.flow === 'redirect' ? errorPage(environment, state, message) : undefined
    return withCookies(back ?? popupPage({ type: 'authorization_response', error: { name, message } }, appOrigin), used)
  }
}

async function complete(environment: OAuthEnvironment, { request, parameters }: ProviderCall, state: SignInState, text: string) {
  const { cookies, client, scopes: rules, sealingKey, now } = environment
  const binding = readBinding(cookies.read(request.cookies, 'sign-in'), text)
  if (!binding || state.env !== environment.environment || !isSame(cookies.read(request.cookies, 'nonce'), state.nonce))
    throw stateInvalid()
  const grant = await client.exchange({ parameters, state: text, binding })
  const scope = reportedScope(environment, grant, binding.scopes)
  const began = now()
  const session = await createSession(environment, { grant, scope, request, renewed: false, begin: () => began })
  if (grant.refreshToken === undefined && !environment.connection.accessTokenForRefresh) tellShortSession(environment, request)
  const user = session.backstageIdentity?.identity.userEntityRef
  const kept = [
    ...cookies.write(request.cookies, 'refresh-token', refreshTokenOf(environment, grant)),
    ...idTokenCookie(environment, request, grant),
    ...(rules.persist ? cookies.write(request.cookies, 'granted-scope', scope) : []),
    ...(user === undefined ? [] : cookies.write(request.cookies, 'began', sealBegin(began, user, sealingKey))),
  ]
  return { session, kept }
}

/** For administrators: a session without a refresh token ends with the provider's access token. */
function tellShortSession({ provider, environment }: OAuthEnvironment, { log }: ProviderCall['request']): void {
  log.info(
    { provider, environment },
    'the provider gave no refresh token, so the session ends with its access token; allow offline access there, or set prompt to consent',
  )
}

function errorPage({ origins }: OAuthEnvironment, state: SignInState, message: string): Answer | undefined {
  const url = acceptedRedirect(origins, state.redirectUrl)
  url?.searchParams.set('error', message)
  return url && redirectTo(url)
}

function redirectTo(url: URL): Answer {
  return bytes('', { status: 302, headers: { ...popupHeaders, location: url.href, 'content-length': '0' } })
}

function withCookies(answer: Answer, lines: readonly string[]): Answer {
  return { ...answer, headers: { ...answer.headers, 'set-cookie': [...lines] } }
}
