// @vitest-environment node
import { authenticationError } from '@portico/core/common'
import { expect, test } from 'vitest'
import { createProxiedSession } from './proxied-provider.ts'
import type { SessionValue } from '@portico/core/web'

const minute = 60_000
const identity = { type: 'user' as const, userEntityRef: 'user:default/a', ownershipEntityRefs: [] }

function open(tokenOf: (now: number) => string | undefined, fail?: () => Promise<never>) {
  const clock = { now: Date.parse('2026-01-01T12:00:00Z') }
  let fetches = 0
  const signals: AbortSignal[] = []
  const session = createProxiedSession({
    now: () => clock.now,
    async fetchSession(signal) {
      fetches += 1
      signals.push(signal)
      await fail?.()
      const token = tokenOf(clock.now)
      return { profile: {}, backstageIdentity: { identity, ...(token !== undefined && { token }) } } satisfies SessionValue
    },
  })
  return { session, clock, signals, fetches: () => fetches }
}
const jwt = (exp?: number) => `e30.${btoa(JSON.stringify(exp === undefined ? {} : { exp }))}.s`

test('a session is empty, being fetched, active until it expires, or failed [AUTH-028] [AUTH-108] [AUTH-109]', async () => {
  const good = open(now => jwt(now / 1000 + 3600))
  expect(good.session.status()).toBe('empty')
  expect(() => good.session.current()).toThrow('No session available. Try reloading your browser page.')
  const [one, two] = [good.session.get(), good.session.get()]
  expect(good.session.status()).toBe('fetching')
  expect(await one).toBe(await two)
  expect([good.session.status(), good.fetches()]).toEqual(['active', 1])
  expect(good.session.current().backstageIdentity.identity.userEntityRef).toBe('user:default/a')
  good.clock.now += 55 * minute - 1
  expect([await good.session.get(), good.session.status()]).toEqual([await one, 'active'])
  good.clock.now += 1
  const next = good.session.get()
  expect(good.session.status()).toBe('fetching')
  expect(await next).not.toBe(await one)
  expect([good.session.status(), good.fetches()]).toEqual(['active', 2])

  const bad = open(
    () => undefined,
    () => Promise.reject(authenticationError('no header')),
  )
  const message = 'You do not appear to be signed in. Please try reloading the browser page.'
  await expect(bad.session.get()).rejects.toThrow(message)
  expect(bad.session.status()).toBe('failed')
  expect(() => bad.session.current()).toThrow(message)
})

test('it is used until five minutes before the end of its token, then fetched again [AUTH-029] [AUTH-031]', async () => {
  const { session, clock, fetches } = open(now => jwt(now / 1000 + 3600))
  await session.get()
  clock.now += 55 * minute - 1
  await session.get()
  expect(fetches()).toBe(1)
  clock.now += 1
  await session.get()
  expect(fetches()).toBe(2)
})

test.each([
  ['no token', undefined],
  ['a token without an expiry', jwt()],
])('with %s it lasts five minutes from now [AUTH-030]', async (_, token) => {
  const { session, clock, fetches } = open(() => token)
  await session.get()
  clock.now += 5 * minute - 1
  await session.get()
  expect(fetches()).toBe(1)
  clock.now += 1
  await session.get()
  expect(fetches()).toBe(2)
})

test('signing out aborts what is being fetched [AUTH-032]', async () => {
  let answer: () => void = () => {}
  const { session, signals } = open(
    () => undefined,
    () => new Promise<never>((_resolve, reject) => (answer = () => reject(new Error('late')))),
  )
  const asked = session.get()
  session.signOut()
  expect(signals[0]?.aborted).toBe(true)
  answer()
  await expect(asked).rejects.toThrow('You do not appear to be signed in')
  expect(session.status()).toBe('empty')
})
