// @vitest-environment node
import { AppError, authenticationError, unavailableError } from '@portico/core/common'
import { afterEach, expect, test, vi } from 'vitest'
import { createMemoryStorage } from '../storage/browser-storage.ts'
import { fixedProviders } from './fixed-providers.ts'
import type { SignInProvider } from './providers.ts'
import { createSession, type SessionOptions } from './session.ts'
import type { SessionValue } from './session-value.ts'
import type { SignInHost } from './sign-in-host.ts'
import { createTabEvents } from './tab-events.ts'

afterEach(() => void vi.restoreAllMocks())

const key = '@backstage/core:SignInPage:provider'
const start = new Date('2026-01-01T12:00:00Z')

function value(token: string, secondsLeft: number, from = start.getTime()): SessionValue {
  const identity = { type: 'user' as const, userEntityRef: 'user:default/jane', ownershipEntityRefs: [] }
  return { profile: {}, backstageIdentity: { token, identity, expiresAt: new Date(from + secondsLeft * 1000) } }
}

function openSession(
  signIn: SignInProvider['signIn'],
  storage = createMemoryStorage(),
  more: Partial<SessionOptions> & { readonly provider?: Partial<SignInProvider> } = {},
) {
  const provider: SignInProvider = { id: 'test', title: '', message: '', action: '', signIn, ...more.provider }
  const clock = { now: start.getTime() }
  const session = createSession({
    host: {} as SignInHost,
    authProviders: () => fixedProviders([provider]),
    storage,
    tabStorage: createMemoryStorage(),
    now: () => clock.now,
    ...more,
  })
  return { session, provider, storage, clock }
}

test('signing in gives a session and stores the provider; signing out clears both [AUTH-015] [AUTH-017] [AUTH-038]', async () => {
  const { session, provider, storage } = openSession(async () => value('one', 3600))
  expect(session.state.get().status).toBe('signed-out')
  await session.signIn(provider)
  expect(session.state.get().status).toBe('signed-in')
  expect(storage.getItem(key)).toBe('test')
  expect(await session.token()).toBe('one')
  await session.signOut()
  expect(session.state.get()).toEqual({ status: 'signed-out', byUser: true })
  expect(storage.getItem(key)).toBeNull()
  expect(await session.token()).toBeUndefined()
})

test('the provider is stored from the start of signing in, and cleared when that fails [AUTH-041]', async () => {
  const { session, provider, storage } = openSession(() => Promise.reject(new AppError('AuthenticationError', 'popup closed')))
  const signingIn = session.signIn(provider)
  expect(storage.getItem(key)).toBe('test')
  await signingIn
  expect(storage.getItem(key)).toBeNull()
  expect(session.state.get()).toMatchObject({ status: 'signed-out', error: { name: 'AuthenticationError', message: 'popup closed' } })
})

test('the token is never stored', async () => {
  const { session, provider, storage } = openSession(async () => value('very-secret', 3600))
  await session.signIn(provider)
  const stored = Array.from({ length: storage.length }, (_, index) => storage.getItem(storage.key(index) ?? ''))
  expect(stored.join()).not.toContain('very-secret')
})

test('a stored provider signs in again without being asked [AUTH-039]', async () => {
  const storage = createMemoryStorage()
  storage.setItem(key, 'test')
  const asked: string[] = []
  const { session } = openSession(async (_auth, { mode }) => (asked.push(mode), value('again', 3600)), storage)
  const restoring = session.restore()
  expect(session.state.get().status).toBe('restoring')
  await restoring
  expect(session.state.get().status).toBe('signed-in')
  expect(asked).toEqual(['restore'])
})

test('a stored provider that fails is cleared, and the error kept for the sign-in page [AUTH-040]', async () => {
  const storage = createMemoryStorage()
  storage.setItem(key, 'test')
  const { session } = openSession(() => Promise.reject(new AppError('AuthenticationError', 'no cookie')), storage)
  await session.restore()
  expect(session.state.get()).toMatchObject({ status: 'signed-out', error: { message: 'no cookie' } })
  expect(storage.getItem(key)).toBeNull()
})

test('a token is renewed when under 180 seconds remain, and not before [AUTH-020]', async () => {
  let made = 0
  const { session, provider, clock } = openSession(async () => value(`token ${++made}`, 3600, clock.now))
  await session.signIn(provider)
  clock.now += (3600 - 180) * 1000
  expect(await session.token()).toBe('token 1')
  clock.now += 1000
  expect(await session.token()).toBe('token 2')
})

test('the same holds for the token of the identity provider [AUTH-019]', async () => {
  let made = 0
  const { session, provider, clock } = openSession(async () => ({
    ...value(`token ${++made}`, 3600, clock.now),
    providerInfo: { scopes: [], expiresAt: new Date(clock.now + 600_000) },
  }))
  await session.signIn(provider)
  clock.now += 420_000
  expect(await session.token()).toBe('token 1')
  clock.now += 1000
  expect(await session.token()).toBe('token 2')
})

test('callers at the same time share one refresh [AUTH-021]', async () => {
  let asked = 0
  const { session, provider, clock } = openSession(async () => value(`token ${++asked}`, asked === 1 ? 60 : 3600, clock.now))
  await session.signIn(provider)
  const tokens = await Promise.all([session.token(), session.token(), session.renewToken('token 1'), session.token()])
  expect(tokens).toEqual(['token 2', 'token 2', 'token 2', 'token 2'])
  expect(asked).toBe(2)
})

test('a token that another caller has renewed already is not renewed again', async () => {
  let asked = 0
  const { session, provider } = openSession(async () => value(`token ${++asked}`, 3600))
  await session.signIn(provider)
  expect(await session.renewToken('token 1')).toBe('token 2')
  expect(await session.renewToken('token 1')).toBe('token 2')
  expect(asked).toBe(2)
})

test('a failed refresh ends the session [AUTH-018]', async () => {
  let asked = 0
  const { session, provider } = openSession(async () => {
    if (++asked > 1) throw new AppError('AuthenticationError', 'revoked')
    return value('short', 60)
  })
  await session.signIn(provider)
  await expect(session.token()).rejects.toThrow('revoked')
  expect(session.state.get()).toMatchObject({ status: 'signed-out', error: { message: 'revoked' } })
})

test('an unavailable server does not end a session whose token is still valid', async () => {
  let asked = 0
  const { session, provider, clock } = openSession(async () => {
    if (++asked > 1) throw unavailableError('away')
    return value('short', 60)
  })
  await session.signIn(provider)
  expect(await session.token()).toBe('short')
  clock.now += 61_000
  await expect(session.token()).rejects.toThrow('away')
  expect(session.state.get().status).toBe('signed-out')
})

test('a provider that is away is asked again with backoff, not with every request, and a refused token does not end the session', async () => {
  let asked = 0
  const { session, provider, clock } = openSession(async () => {
    if (++asked > 1 && asked < 6) throw unavailableError('away')
    return value(`token ${asked}`, asked === 1 ? 120 : 3600, clock.now)
  })
  await session.signIn(provider)
  const askedAfter = async (seconds: number) => {
    clock.now += seconds * 1000
    expect(await Promise.all([session.token(), session.token()])).toEqual(['token 1', 'token 1'])
    expect(await session.token()).toBe('token 1')
    return asked
  }
  expect([await askedAfter(0), await askedAfter(4), await askedAfter(1), await askedAfter(9), await askedAfter(1)]).toEqual([2, 2, 3, 3, 4])
  await expect(session.renewToken('token 1')).rejects.toThrow('away')
  expect([asked, session.state.get().status]).toEqual([5, 'signed-in'])
  clock.now += 60_000
  expect(await session.token()).toBe('token 6')
})

test('a renewal that brings no later end is not repeated before that end', async () => {
  let asked = 0
  const end = start.getTime() + 150_000
  const { session, provider, clock } = openSession(async () => value(`token ${++asked}`, (end - clock.now) / 1000, clock.now))
  await session.signIn(provider)
  expect([await session.token(), await session.token(), asked]).toEqual(['token 2', 'token 2', 2])
  clock.now = end
  await session.token()
  expect(asked).toBe(3)
})

test('a provider that is away while a page opens is asked again by the next page', async () => {
  const storage = createMemoryStorage()
  storage.setItem(key, 'test')
  const { session } = openSession(() => Promise.reject(unavailableError('away')), storage)
  await session.restore()
  expect([session.state.get(), storage.getItem(key)]).toEqual([
    expect.objectContaining({ status: 'signed-out', error: expect.objectContaining({ message: 'away' }) }),
    'test',
  ])
})

test('a provider that cannot renew by itself asks, and the session goes on with what it got [AUTH-022]', async () => {
  const modes: string[] = []
  const { session, provider, clock } = openSession(async (_auth, { mode }) => {
    modes.push(mode)
    return value(mode, mode === 'sign-in' ? 60 : 3600, clock.now)
  })
  await session.signIn(provider)
  expect(await session.token()).toBe('renew')
  expect(modes).toEqual(['sign-in', 'renew'])
  expect(session.state.get().status).toBe('signed-in')
})

test('an unexpected error is explained in the console, and the message says so [AUTH-097]', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  const broken = new TypeError('undefined is not a function')
  let asked = 0
  const { session, provider } = openSession(async () => {
    if (++asked > 1) throw broken
    return value('short', 60)
  })
  await session.signIn(provider)
  await expect(session.token()).rejects.toThrow(broken)
  expect(session.state.get()).toMatchObject({ error: { message: 'Session refresh failed, see developer console for details' } })
  expect(told).toHaveBeenCalledWith(broken)
})

test('a blocked popup is not a failed login [AUTH-053]', async () => {
  const { session, provider, storage } = openSession(() => Promise.reject(new AppError('PopupRejectedError', 'blocked', { status: 401 })))
  await session.signIn(provider)
  expect(session.state.get()).toEqual({ status: 'signed-out' })
  expect(storage.getItem(key)).toBeNull()
})

test('the only provider signs in silently with the existing session, whatever the address claims [AUTH-054]', async () => {
  const denied = authenticationError('denied')
  const landings = [{ returned: false }, { returned: false, error: authenticationError('') }, { returned: true, error: denied }]
  const told: unknown[] = []
  for (const redirectResult of landings) {
    const modes: string[] = []
    const { session, storage } = openSession(async (_auth, { mode }) => (modes.push(mode), value('known', 3600)), undefined, {
      provider: { silent: true },
      auto: true,
      redirectResult,
      onError: error => told.push(error),
    })
    await session.restore()
    expect([session.state.get().status, storage.getItem(key), modes]).toEqual(['signed-in', 'test', ['restore']])
  }
  expect(told).toEqual([denied])
})

test('without a session the only provider signs in automatically where configured, unless the address has an error [AUTH-055]', async () => {
  const modes: string[] = []
  const refuse: SignInProvider['signIn'] = (_auth, { mode }) => (modes.push(mode), Promise.reject(authenticationError('no cookie')))
  const silent = { provider: { silent: true } }
  const unknown = openSession(refuse, undefined, silent)
  await unknown.session.restore()
  expect(unknown.session.state.get()).toEqual({ status: 'signed-out' })
  expect(modes).toEqual(['restore'])

  const auto = openSession(refuse, undefined, { ...silent, auto: true })
  await auto.session.restore()
  expect(modes).toEqual(['restore', 'restore', 'sign-in'])

  const failed = openSession(refuse, undefined, {
    ...silent,
    auto: true,
    redirectResult: { returned: true, error: authenticationError('denied') },
  })
  await failed.session.restore()
  expect(modes).toEqual(['restore', 'restore', 'sign-in', 'restore'])
  expect(failed.session.state.get()).toMatchObject({ error: { message: 'denied' } })
})

test('after signing out no provider signs in by itself, in this tab and until the next press', async () => {
  const modes: string[] = []
  const tabStorage = createMemoryStorage()
  const storage = createMemoryStorage()
  const openPage = () =>
    openSession(async (_auth, { mode }) => (modes.push(mode), value('one', 3600)), storage, {
      tabStorage,
      auto: true,
      provider: { silent: true },
    })
  const first = openPage()
  await first.session.restore()
  await first.session.signOut()
  const second = openPage()
  await second.session.restore()
  expect([second.session.state.get(), modes]).toEqual([{ status: 'signed-out', byUser: true }, ['restore']])
  await second.session.signIn(second.provider)
  storage.clear()
  await openPage().session.restore()
  expect(modes).toEqual(['restore', 'sign-in', 'restore'])
})

test('an app without any sign-in has a guest, always [AUTH-002] [AUTH-013]', async () => {
  const { session } = openSession(async () => value('never', 60), undefined, { open: true })
  await session.restore()
  expect(session.state.get()).toMatchObject({
    status: 'signed-in',
    value: { profile: { displayName: 'Guest' }, backstageIdentity: { identity: { userEntityRef: 'user:default/guest' } } },
  })
  expect(await session.token()).toBeUndefined()
})

test('a login for something more that failed does not end the session it was for; one that signs in does', async () => {
  const told: unknown[] = []
  const redirectResult = { returned: true, error: authenticationError('denied') }
  const remember = () => {
    const storage = createMemoryStorage()
    storage.setItem(key, 'test')
    return storage
  }
  const kept = openSession(async () => value('kept', 3600), remember(), { redirectResult, onError: error => told.push(error) })
  await kept.session.restore()
  expect([kept.session.state.get().status, told]).toEqual(['signed-in', [redirectResult.error]])
  const failed = openSession(() => Promise.reject(authenticationError('no cookie')), remember(), { redirectResult })
  await failed.session.restore()
  expect(failed.session.state.get()).toMatchObject({ status: 'signed-out', error: { message: 'denied' } })
})

test('a link that claims a failed login signs no user out', async () => {
  const storage = createMemoryStorage()
  storage.setItem(key, 'test')
  const redirectResult = { returned: false, error: authenticationError('') }
  const { session } = openSession(async () => value('still here', 3600), storage, { redirectResult })
  await session.restore()
  expect(session.state.get().status).toBe('signed-in')
})

test('other tabs follow: out when one signs out, in when one signs in', async () => {
  const storage = createMemoryStorage()
  const tabListeners: ((key: string) => void)[] = []
  const open = () => {
    const own: number = tabListeners.length
    const tabs = createTabEvents({ storage, onOtherTab: listener => void (tabListeners[own] = listener) })
    return openSession(async () => value('t', 3600), storage, { tabs })
  }
  const [first, second] = [open(), open()]
  await first.session.signIn(first.provider)
  tabListeners[1]!('portico.session')
  await expect.poll(() => second.session.state.get().status).toBe('signed-in')
  await first.session.signOut()
  tabListeners[1]!('portico.session')
  expect(second.session.state.get()).toEqual({ status: 'signed-out', byUser: true, elsewhere: true })
})

test('a user who was inactive for too long is signed out at the provider too, before anything shows', async () => {
  const storage = createMemoryStorage()
  storage.setItem(key, 'test')
  let ended = 0
  const { session } = openSession(async () => value('never', 60), storage, {
    wasIdle: () => true,
    provider: { signOut: async () => void ended++ },
  })
  await session.restore()
  expect(session.state.get()).toEqual({ status: 'signed-out', byUser: true })
  expect([ended, storage.getItem(key)]).toEqual([1, null])
})
