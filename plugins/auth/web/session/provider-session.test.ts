// @vitest-environment node
import { authenticationError, unavailableError } from '@portico/core/common'
import { expect, test } from 'vitest'
import { createProviderSession, type ProviderConnector } from './provider-session.ts'
import type { ProviderSession } from '@portico/core/web'

const start = Date.parse('2026-01-01T12:00:00Z')

function open(
  options: { readonly refresh?: (calls: number) => Promise<Partial<ProviderSession>>; readonly defaultScopes?: string[] } = {},
) {
  const clock = { now: start }
  const calls: string[] = []
  let refreshes = 0
  const session = (name: string, scopes: readonly string[], seconds = 3600): ProviderSession => ({
    profile: { displayName: name },
    providerInfo: { accessToken: name, scopes, expiresAt: new Date(clock.now + seconds * 1000) },
  })
  const connector: ProviderConnector = {
    async refresh(scopes, signal) {
      calls.push(`refresh ${scopes.join(' ')}`)
      const given = await (options.refresh ?? (() => Promise.reject(authenticationError('no cookie'))))(++refreshes)
      signal.throwIfAborted()
      return { ...session(`refreshed ${refreshes}`, scopes), ...given }
    },
    async login(scopes, { instantPopup }) {
      calls.push(`login ${scopes.join(' ')}${instantPopup ? ' at once' : ''}`)
      return session('logged in', scopes)
    },
    async logout() {
      calls.push('logout')
    },
  }
  const sessions = createProviderSession({ connector, defaultScopes: options.defaultScopes ?? ['base'], now: () => clock.now })
  return { sessions, calls, clock, session }
}

const nameOf = (session: ProviderSession | undefined) => session?.profile.displayName

test('without a session a refresh is tried, then the user is asked; an existing session is reused [AUTH-015] [AUTH-022]', async () => {
  const { sessions, calls } = open()
  expect(sessions.state.get()).toBe('signed-out')
  expect(nameOf(await sessions.get())).toBe('logged in')
  expect(sessions.state.get()).toBe('signed-in')
  await sessions.get()
  expect(calls).toEqual(['refresh base', 'login base'])
})

test('a refresh that works signs in silently; an optional request never prompts [AUTH-016] [AUTH-022]', async () => {
  const refreshed = open({ refresh: async () => ({}) })
  expect(nameOf(await refreshed.sessions.get({ optional: true }))).toBe('refreshed 1')
  expect(refreshed.sessions.state.get()).toBe('signed-in')
  const refused = open()
  expect(await refused.sessions.get({ optional: true })).toBeUndefined()
  expect(refused.calls).toEqual(['refresh base'])
})

test('a click opens the popup at once, without a refresh before it', async () => {
  const { sessions, calls } = open({ refresh: async () => ({}) })
  await sessions.get({ instantPopup: true })
  expect(calls).toEqual(['login base at once'])
})

test('a session is renewed when under 180 seconds are left of either token, and not before [AUTH-019] [AUTH-020]', async () => {
  for (const which of ['provider', 'identity']) {
    const { sessions, clock } = open({
      refresh: async calls => {
        const end = new Date(clock.now + (calls === 1 ? 600 : 3600) * 1000)
        const identity = { type: 'user' as const, userEntityRef: 'user:default/a', ownershipEntityRefs: [] }
        return which === 'provider'
          ? { providerInfo: { scopes: ['base'], expiresAt: end } }
          : { backstageIdentity: { token: 't', identity, expiresAt: end } }
      },
    })
    await sessions.get()
    clock.now += 420_000
    expect(nameOf(await sessions.get())).toBe('refreshed 1')
    clock.now += 1000
    expect(nameOf(await sessions.get())).toBe('refreshed 2')
  }
})

test('concurrent callers share one refresh [AUTH-021]', async () => {
  const { sessions, calls } = open({ refresh: async () => ({}) })
  const all = await Promise.all([sessions.get(), sessions.get({ optional: true }), sessions.get({ renew: true })])
  expect(new Set(all).size).toBe(1)
  expect(calls).toEqual(['refresh base'])
})

test('a refresh that fails drops the session and asks; one without an answer keeps a session that is still valid [AUTH-018] [AUTH-022]', async () => {
  let failure = authenticationError('revoked')
  const { sessions, calls, clock } = open({ refresh: calls => (calls === 1 ? Promise.resolve({}) : Promise.reject(failure)) })
  await sessions.get()
  clock.now += 3500_000
  const states: string[] = []
  sessions.state.subscribe(() => states.push(sessions.state.get()))
  expect(nameOf(await sessions.get())).toBe('logged in')
  expect(states).toEqual(['signed-out', 'signed-in'])

  failure = unavailableError('away')
  clock.now += 3500_000
  expect(nameOf(await sessions.get())).toBe('logged in')
  expect(calls).toHaveLength(4)
  clock.now += 200_000
  expect(await sessions.get({ optional: true })).toBeUndefined()
  expect(sessions.state.get()).toBe('signed-out')
})

test('a provider that is away while a session is renewed asks for no login before the user has no valid token', async () => {
  const identity = { type: 'user' as const, userEntityRef: 'user:default/a', ownershipEntityRefs: [] }
  const { sessions, calls, clock } = open({
    refresh: calls => {
      if (calls > 1) return Promise.reject(unavailableError('away'))
      const at = (seconds: number) => new Date(clock.now + seconds * 1000)
      return Promise.resolve({
        providerInfo: { accessToken: 'short', scopes: ['base'], expiresAt: at(300) },
        backstageIdentity: { token: 't', identity, expiresAt: at(3600) },
      })
    },
  })
  await sessions.get()
  clock.now += 200_000
  // A plugin that needs the access token gets it while it is valid, without a request each time.
  const accessToken = async () => (await sessions.get())?.providerInfo?.accessToken
  expect([await accessToken(), await accessToken()]).toEqual(['short', 'short'])
  expect(calls).toEqual(['refresh base', 'refresh base'])
  clock.now += 200_000
  await expect(sessions.get({ renew: true })).rejects.toThrow('away')
  expect(sessions.state.get()).toBe('signed-in')
  clock.now += 3200_000
  expect(nameOf(await sessions.get({ renew: true }))).toBe('logged in')
  expect(calls).toEqual(['refresh base', 'refresh base', 'refresh base', 'refresh base', 'login base'])
})

test('more scopes are asked for with those there are; fewer need nothing', async () => {
  const { sessions, calls } = open({ refresh: async () => ({}) })
  await sessions.get({ scopes: ['repo'] })
  await sessions.get({ scopes: ['repo'] })
  expect(await sessions.get({ scopes: ['admin'], optional: true })).toBeUndefined()
  await sessions.get({ scopes: ['admin'] })
  await sessions.get({ scopes: ['repo', 'admin'] })
  expect(calls).toEqual(['refresh base repo', 'login base repo admin'])
})

test('a refresh with too few scopes fails [AUTH-100]', async () => {
  const { sessions, calls } = open({ refresh: async () => ({ providerInfo: { scopes: ['base'] } }) })
  const asked = sessions.get({ scopes: ['repo'], renew: true, optional: true })
  await expect(asked).rejects.toThrow('Refreshed session did not receive the required scopes')
  await sessions.get({ scopes: ['repo'] })
  expect(calls.at(-1)).toBe('login base repo')
})

test('signing out notifies the provider, and requests in flight are ignored [AUTH-017] [AUTH-032]', async () => {
  let answer: (given: Partial<ProviderSession>) => void = () => {}
  const { sessions, calls } = open({ refresh: () => new Promise(resolve => void (answer = resolve)) })
  const asked = sessions.get({ renew: true, optional: true })
  await sessions.remove()
  answer({})
  await expect(asked).rejects.toThrow('aborted')
  expect(sessions.state.get()).toBe('signed-out')
  expect(calls).toEqual(['refresh base', 'logout'])
})
