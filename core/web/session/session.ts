import { AppError, authenticationError } from '@portico/core/common'
import { createObservable } from '../observable.ts'
import type { AuthRoutes, SessionValue } from './auth-routes.ts'
import type { SignInProvider } from './providers.ts'

export type SessionState =
  | { readonly status: 'restoring' }
  | { readonly status: 'signed-out'; readonly error?: AppError }
  | { readonly status: 'signing-in'; readonly provider: SignInProvider }
  | { readonly status: 'signed-in'; readonly provider: SignInProvider; readonly value: SessionValue }

export interface SessionOptions {
  readonly auth: AuthRoutes
  readonly providers: readonly SignInProvider[]
  readonly storage: Storage
  readonly now?: () => number
}

const rememberedKey = '@backstage/core:SignInPage:provider'
const refreshMarginMs = 180_000

/** The user's session. The token lives in memory only; what is remembered is which provider to ask again. */
export function createSession({ auth, providers, storage, now = Date.now }: SessionOptions) {
  const state = createObservable<SessionState>({ status: 'signed-out' })
  let refreshing: Promise<SessionValue> | undefined

  async function enter(provider: SignInProvider, interactive: boolean): Promise<void> {
    try {
      const value = await provider.signIn(auth, { interactive })
      state.set({ status: 'signed-in', provider, value })
    } catch (error) {
      leave(toSignInError(error))
    }
  }

  function leave(error?: AppError) {
    storage.removeItem(rememberedKey)
    state.set({ status: 'signed-out', ...(error && { error }) })
  }

  /** Callers at the same time share one request. */
  function refresh(provider: SignInProvider): Promise<SessionValue> {
    refreshing ??= provider
      .signIn(auth, { interactive: false })
      .then(value => {
        // Whoever signed out meanwhile stays signed out.
        if (state.get().status === 'signed-in') state.set({ status: 'signed-in', provider, value })
        return value
      })
      .finally(() => {
        refreshing = undefined
      })
    return refreshing
  }

  function endOf({ providerInfo, backstageIdentity }: SessionValue): number {
    return Math.min(backstageIdentity.expiresAt.getTime(), providerInfo?.expiresAt?.getTime() ?? Infinity)
  }

  return {
    state,
    /** When a session should be renewed: three minutes before its end. */
    renewalOf: (value: SessionValue): number => endOf(value) - refreshMarginMs,
    /** Signs in again, without a word, by the provider that was used last. */
    async restore(): Promise<void> {
      const provider = providers.find(({ id }) => id === storage.getItem(rememberedKey))
      if (!provider) return
      state.set({ status: 'restoring' })
      await enter(provider, false)
    },
    async signIn(provider: SignInProvider): Promise<void> {
      storage.setItem(rememberedKey, provider.id)
      state.set({ status: 'signing-in', provider })
      await enter(provider, true)
    },
    async signOut(): Promise<void> {
      const current = state.get()
      leave()
      if (current.status === 'signed-in') await current.provider.signOut?.(auth)
    },
    /** A token with at least three minutes left; undefined when nobody is signed in. */
    async token(): Promise<string | undefined> {
      const current = state.get()
      if (current.status !== 'signed-in') return undefined
      const { token, expiresAt } = current.value.backstageIdentity
      if (endOf(current.value) - now() >= refreshMarginMs) return token
      try {
        return (await refresh(current.provider)).backstageIdentity.token
      } catch (error) {
        // A server that is away for a moment is no reason to throw out someone whose token still holds.
        if (error instanceof AppError && error.status === 503 && expiresAt.getTime() > now()) return token
        leave(toSignInError(error))
        throw error
      }
    },
    /** Another token than the refused one. When there is none to be had, the session is over. */
    async renewToken(refused: string): Promise<string> {
      const current = state.get()
      if (current.status !== 'signed-in') throw authenticationError('You are not signed in', { code: 'core.signed-out' })
      if (current.value.backstageIdentity.token !== refused) return current.value.backstageIdentity.token
      try {
        return (await refresh(current.provider)).backstageIdentity.token
      } catch (error) {
        leave(toSignInError(error))
        throw error
      }
    },
  }
}

export type Session = ReturnType<typeof createSession>

function toSignInError(error: unknown): AppError {
  if (error instanceof AppError) return error
  return authenticationError(error instanceof Error ? error.message : String(error), { cause: error })
}
