import { AppError, authenticationError } from '@portico/core/common'
import { tokenExpiry, withIdentity, type SessionValue, type SignInHost, type SignInProvider } from '@portico/core/web'
import { createAuthRoutes } from '../session/auth-routes.ts'

const marginMs = 5 * 60_000

type State =
  | { readonly status: 'empty' }
  | { readonly status: 'fetching'; readonly session: Promise<SessionValue>; readonly abort: AbortController }
  | { readonly status: 'active'; readonly session: SessionValue; readonly expiresAt: number }
  | { readonly status: 'failed'; readonly error: AppError }

/** A session without user interaction: a proxy in front of the portal authenticates every request. */
export function createProxiedSession(options: {
  readonly fetchSession: (signal: AbortSignal) => Promise<SessionValue>
  readonly now?: () => number
}) {
  const { fetchSession, now = Date.now } = options
  let state: State = { status: 'empty' }

  function toActive(session: SessionValue): State {
    const { token } = session.backstageIdentity
    const end = token === undefined ? undefined : tokenExpiry(token)?.getTime()
    return { status: 'active', session, expiresAt: end === undefined ? now() + marginMs : end - marginMs }
  }

  function fetching(): Promise<SessionValue> {
    const abort = new AbortController()
    const session = fetchSession(abort.signal).then(
      fetched => {
        abort.signal.throwIfAborted()
        state = toActive(fetched)
        return fetched
      },
      (error: unknown) => {
        const shown = toShown(error)
        if (!abort.signal.aborted) state = { status: 'failed', error: shown }
        throw shown
      },
    )
    state = { status: 'fetching', session, abort }
    return session
  }

  return {
    status: (): State['status'] => state.status,
    /** The session while it is valid; then a new one. Concurrent callers share one request. */
    async get({ renew = false } = {}): Promise<SessionValue> {
      if (state.status === 'fetching') return state.session
      if (!renew && state.status === 'active' && now() < state.expiresAt) return state.session
      return fetching()
    },
    /** The current session, for synchronous callers. */
    current(): SessionValue {
      if (state.status === 'failed') throw state.error
      if (state.status !== 'active')
        throw authenticationError('No session available. Try reloading your browser page.', { code: 'core.no-session' })
      return state.session
    },
    /** A request in flight is aborted. */
    signOut(): void {
      if (state.status === 'fetching') state.abort.abort()
      state = { status: 'empty' }
    },
  }
}

function toShown(error: unknown): AppError {
  if (error instanceof AppError && error.status !== 401) return error
  return authenticationError('You do not appear to be signed in. Please try reloading the browser page.', {
    code: 'core.not-signed-in',
    cause: error,
  })
}

/** The way in of those whom a proxy has signed in already. */
export function proxiedSignIn(words: Pick<SignInProvider, 'id' | 'title' | 'message' | 'action' | 'icon'>): SignInProvider {
  const title = typeof words.title === 'string' ? words.title : words.title.text
  let store: ReturnType<typeof createProxiedSession> | undefined

  function opened(host: SignInHost) {
    const auth = createAuthRoutes(host)
    store ??= createProxiedSession({ fetchSession: async signal => withIdentity(await auth.refresh(words.id, { signal }), title) })
    return store
  }

  return {
    ...words,
    silent: true,
    signIn: (host, { mode }) => opened(host).get({ renew: mode === 'renew' }),
    signOut: async () => store?.signOut(),
    drop: () => store?.signOut(),
  }
}
