import { authenticationError, type AppError } from '@portico/core/common'
import { createObservable } from '../observable.ts'
import type { AuthProviders } from './auth-providers.ts'
import { clearRefreshRequest, storedProviderKey } from './early-refresh.ts'
import { everyone, placeholderGuest } from './placeholder-guest.ts'
import type { RedirectResult } from './redirect-result.ts'
import { toSessionError } from './login-errors.ts'
import type { SignInProvider, SignInRequest } from './providers.ts'
import { createRenewal, isAlive, isAway } from './renewal.ts'
import type { SessionValue } from './session-value.ts'
import type { SignInHost } from './sign-in-host.ts'
import type { TabEvents } from './tab-events.ts'

export type SessionState =
  | { readonly status: 'restoring' }
  /** `byUser`: the user signed out, or was idle for too long; `elsewhere`: in another tab. */
  | { readonly status: 'signed-out'; readonly error?: AppError; readonly byUser?: boolean; readonly elsewhere?: boolean }
  | { readonly status: 'signing-in'; readonly provider: SignInProvider }
  | { readonly status: 'signed-in'; readonly provider: SignInProvider; readonly value: SessionValue }

export interface SessionOptions {
  readonly host: SignInHost
  /** Called only when needed, because the providers may themselves need what the session is made from. */
  readonly authProviders: () => Pick<AuthProviders, 'signInProviders' | 'signInProvider'>
  readonly storage: Storage
  /** The storage of this tab. */
  readonly tabStorage: Storage
  readonly tabs?: TabEvents
  /** Whether this page was opened by a redirect from a provider. */
  readonly redirectResult?: RedirectResult
  /** There is no sign-in at all: everybody is a guest. */
  readonly open?: boolean
  /** Whether the user was inactive for longer than allowed. */
  readonly wasIdle?: () => boolean
  /** Whether the only provider signs in without a press. */
  readonly auto?: boolean
  readonly confirm?: SignInRequest['confirm']
  /** Something went wrong that no screen shows. */
  readonly onError?: (error: unknown) => void
  /** The user is signed out, here and at the provider as far as that went. */
  readonly onSignedOut?: () => Promise<void>
  readonly now?: () => number
}

// The user of this tab has signed out: no sign-in begins by itself until the next press.
const signedOutKey = 'portico.signedOut'

const nowhere: RedirectResult = { returned: false }

/** The user's session. The token lives in memory only; what is stored is which provider to ask again. */
export function createSession(options: SessionOptions) {
  const {
    host,
    authProviders,
    storage,
    tabStorage,
    tabs,
    redirectResult = nowhere,
    open = false,
    auto = false,
    onError = () => {},
    now = Date.now,
  } = options
  const state = createObservable<SessionState>({ status: 'signed-out' })
  const environment = { confirm: options.confirm ?? (async () => false), storage }
  // Why the login that this tab began has failed. An address that only claims so may be a forged link.
  const failedHere = redirectResult.returned ? redirectResult.error : undefined
  const renewal = createRenewal({ now, isUsable: value => isAlive(value, now()) })
  let refreshing: Promise<SessionValue> | undefined

  function enter(provider: SignInProvider, value: SessionValue, by: 'login' | 'renewal' = 'login'): void {
    renewal.done(value, by)
    tabStorage.removeItem(signedOutKey)
    state.set({ status: 'signed-in', provider, value })
  }

  function leave(error?: AppError, { byUser = false, elsewhere = false, keepsProvider = false } = {}) {
    const current = state.get()
    if (current.status === 'signed-in') current.provider.drop?.()
    if (!keepsProvider) clearRefreshRequest(storage)
    // A blocked popup is not reported: the user sees that no window opened.
    const shown = error && error.name !== 'PopupRejectedError' && { error }
    state.set({ status: 'signed-out', ...shown, ...(byUser && { byUser }), ...(elsewhere && { elsewhere }) })
  }

  /** The user wants to be signed out, in this tab and in this visit. */
  function leaveByUser({ elsewhere = false } = {}): void {
    tabStorage.setItem(signedOutKey, 'yes')
    leave(undefined, { byUser: true, elsewhere })
  }

  /** A renewal failed. Ignored when the user has signed out meanwhile. */
  function end(error: unknown): void {
    if (state.get().status === 'signed-in') leave(toSessionError(error))
  }

  async function signIn(provider: SignInProvider, input?: unknown): Promise<void> {
    if (provider.restorable ?? true) storage.setItem(storedProviderKey, provider.id)
    state.set({ status: 'signing-in', provider })
    try {
      enter(provider, await provider.signIn(host, { mode: 'sign-in', input, ...environment }))
      tabs?.announce('signed-in')
    } catch (error) {
      leave(toSessionError(error))
    }
  }

  async function restoreBy(provider: SignInProvider): Promise<AppError | undefined> {
    state.set({ status: 'restoring' })
    try {
      enter(provider, await provider.signIn(host, { mode: 'restore', ...environment }))
      return undefined
    } catch (error) {
      return toSessionError(error)
    }
  }

  function storedProvider(): SignInProvider | undefined {
    const id = storage.getItem(storedProviderKey)
    return id === null ? undefined : authProviders().signInProvider(id)
  }

  /** With only one provider, which may have a session already, the user need not be asked. */
  async function restoreByOnlyProvider(): Promise<void> {
    if (tabStorage.getItem(signedOutKey) !== null) return leave(redirectResult.error, { byUser: !redirectResult.error })
    state.set({ status: 'restoring' })
    // The sign-in page reports an unavailable server, and offers a retry.
    const found = await authProviders()
      .signInProviders()
      .catch(() => undefined)
    const [only, ...others] = found ?? []
    if (!only || others.length > 0) return leave(redirectResult.error)
    if (only.silent && !(await restoreBy(only))) {
      storage.setItem(storedProviderKey, only.id)
      if (failedHere) onError(failedHere)
      return
    }
    // A login that has just failed is not started again automatically.
    return auto && !redirectResult.error ? signIn(only) : leave(redirectResult.error)
  }

  async function signOutIdle(provider: SignInProvider): Promise<void> {
    state.set({ status: 'restoring' })
    await provider.signOut?.(host).catch(onError)
    leaveByUser()
  }

  /** Callers at the same time share one request. */
  function refresh(provider: SignInProvider): Promise<SessionValue> {
    refreshing ??= provider
      .signIn(host, { mode: 'renew', ...environment })
      .then(
        value => {
          // A user who signed out meanwhile stays signed out.
          if (state.get().status === 'signed-in') enter(provider, value, 'renewal')
          return value
        },
        (error: unknown) => {
          if (isAway(error)) renewal.postpone()
          throw error
        },
      )
      .finally(() => {
        refreshing = undefined
      })
    return refreshing
  }

  async function renewed(provider: SignInProvider): Promise<string | undefined> {
    return (await refresh(provider)).backstageIdentity.token
  }

  tabs?.subscribe(event => {
    const { status } = state.get()
    if (event === 'signed-out' && status === 'signed-in') {
      leaveByUser({ elsewhere: true })
      void options.onSignedOut?.()
    }
    const provider = event === 'signed-in' && status === 'signed-out' ? storedProvider() : undefined
    if (provider) void restoreBy(provider).then(error => error && leave())
  })

  return {
    state,
    /** When a session should be renewed: three minutes before its end, or when a renewal that failed is tried again. */
    renewalOf: (value: SessionValue): number => renewal.dueAt(value),
    /** Signs in again, silently, by the provider that was used last, or by the only one there is. */
    async restore(): Promise<void> {
      if (open) return enter(everyone, placeholderGuest)
      const provider = storedProvider()
      if (!provider) return restoreByOnlyProvider()
      if (options.wasIdle?.()) return signOutIdle(provider)
      const error = await restoreBy(provider)
      // A provider that is away now is asked again by the next page.
      if (error) return leave(failedHere ?? error, { keepsProvider: isAway(error) })
      // The redirect was for further scopes: the identity is unchanged.
      if (failedHere) onError(failedHere)
    },
    signIn,
    async signOut(): Promise<void> {
      const current = state.get()
      const ending = current.status === 'signed-in' ? current.provider.signOut?.(host) : undefined
      leaveByUser()
      tabs?.announce('signed-out')
      await ending?.catch(onError)
      await options.onSignedOut?.()
      if (open) enter(everyone, placeholderGuest)
    },
    /** A token with at least three minutes left where it can be renewed; undefined when nobody is signed in, and for a guest without a server session. */
    async token(): Promise<string | undefined> {
      const current = state.get()
      if (current.status !== 'signed-in') return undefined
      const { token } = current.value.backstageIdentity
      if (token === undefined || !renewal.isDue(current.value)) return token
      try {
        return await renewed(current.provider)
      } catch (error) {
        // A server or provider that is away does not end a session whose token is still valid.
        if (isAway(error) && isAlive(current.value, now())) return token
        end(error)
        throw error
      }
    },
    /** Another token than the refused one. When there is none, the session ends; not while the provider is away. */
    async renewToken(refused: string): Promise<string | undefined> {
      const current = state.get()
      if (current.status !== 'signed-in') throw authenticationError('You are not signed in', { code: 'core.signed-out' })
      if (current.value.backstageIdentity.token !== refused) return current.value.backstageIdentity.token
      try {
        return await renewed(current.provider)
      } catch (error) {
        if (!isAway(error) || !isAlive(current.value, now())) end(error)
        throw error
      }
    },
  }
}

export type Session = ReturnType<typeof createSession>
