import { createObservable, createRenewal, endOf, isAlive, isAway, type AuthRequestOptions, type ProviderSession } from '@portico/core/web'
import { tooFewScopes } from './login-errors.ts'

/** Starts, renews and ends a provider's sessions. */
export interface ProviderConnector {
  refresh(scopes: readonly string[], signal: AbortSignal): Promise<ProviderSession>
  login(scopes: readonly string[], options: { readonly instantPopup: boolean }): Promise<ProviderSession>
  logout(): Promise<void>
}

export interface ProviderSessionOptions {
  readonly connector: ProviderConnector
  readonly defaultScopes?: readonly string[]
  readonly now?: () => number
}

/** The session with one provider: kept in memory, renewed in time, widened by scopes when they are asked for. */
export function createProviderSession({ connector, defaultScopes = [], now = Date.now }: ProviderSessionOptions) {
  const state = createObservable<'signed-in' | 'signed-out'>('signed-out')
  const renewal = createRenewal({ now, isUsable: session => endOf(session) > now() })
  let current: ProviderSession | undefined
  let running = new AbortController()
  let refreshing: Promise<ProviderSession> | undefined

  function keep(session: ProviderSession, by: 'login' | 'renewal'): ProviderSession {
    renewal.done(session, current ? by : 'login')
    current = session
    state.set('signed-in')
    return session
  }

  function drop(): void {
    current = undefined
    state.set('signed-out')
  }

  /** Concurrent callers share one request. */
  function refresh(scopes: readonly string[]): Promise<ProviderSession> {
    const { signal } = running
    refreshing ??= connector
      .refresh(scopes, signal)
      .then(
        session => {
          // A user who signed out meanwhile stays signed out.
          signal.throwIfAborted()
          return keep(session, 'renewal')
        },
        (error: unknown) => {
          if (isAway(error)) renewal.postpone()
          throw error
        },
      )
      .finally(() => (refreshing = undefined))
    return refreshing
  }

  /** A renewed session, or why there is none. A server or provider that is away is no reason to lose a session that is still valid. */
  async function renewed(asked: readonly string[]): Promise<ProviderSession> {
    try {
      const session = await refresh(widened(asked))
      if (!covers(session, asked)) throw tooFewScopes()
      return session
    } catch (error) {
      if (!isAway(error) || !current || !isAlive(current, now())) drop()
      throw error
    }
  }

  /** The session at hand, where it serves although it could not be renewed. */
  function stillGood(asked: readonly string[]): ProviderSession | undefined {
    return current && endOf(current) > now() && covers(current, asked) ? current : undefined
  }

  /** The scopes to request: those that were granted before are kept. */
  function widened(asked: readonly string[]): string[] {
    return [...new Set([...defaultScopes, ...(current?.providerInfo?.scopes ?? []), ...asked])]
  }

  async function login(asked: readonly string[], instantPopup: boolean): Promise<ProviderSession> {
    const { signal } = running
    const session = await connector.login(widened(asked), { instantPopup })
    signal.throwIfAborted()
    return keep(session, 'login')
  }

  return {
    state,
    async get(
      options: AuthRequestOptions & { readonly scopes?: readonly string[]; readonly renew?: boolean } = {},
    ): Promise<ProviderSession | undefined> {
      const { optional = false, instantPopup = false, renew = false, scopes = [] } = options
      const enough = current !== undefined && covers(current, scopes)
      if (current && enough && !renew && !renewal.isDue(current)) return current
      // A session without the scopes asked for is not made wider by a refresh; and the popup must open during the user gesture.
      if (renew || enough || (!current && !instantPopup)) {
        try {
          return await renewed(scopes)
        } catch (error) {
          // Who wants a newer session than the one at hand is told that there is none now, and is not asked to log in.
          if (renew && (optional || current)) throw error
          const good = stillGood(scopes)
          if (good) return good
        }
      }
      return optional ? undefined : login(scopes, instantPopup)
    },
    /** Ends the session here and at the provider. Requests in flight are ignored. */
    async remove(): Promise<void> {
      running.abort()
      running = new AbortController()
      drop()
      await connector.logout()
    },
    /** Ends it here only: another tab has ended it at the provider. */
    drop(): void {
      running.abort()
      running = new AbortController()
      drop()
    },
  }
}

function covers({ providerInfo }: ProviderSession, asked: readonly string[]): boolean {
  return asked.every(scope => providerInfo?.scopes.includes(scope))
}
