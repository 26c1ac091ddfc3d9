import type { AuditEntry, RequestMetadata } from '@portico/core/server'
import { openTestDatabase, silentLog, type TestDatabase } from '@portico/core/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { GuestConfig } from '../config.ts'
import { migrations } from '../migrations/index.ts'
import { createGuestProvider } from '../providers/guest.ts'
import { createSessionStore } from './session-store.ts'
import { createSignIn } from './sign-in.ts'
import { createUsers } from '../users/user-catalog.ts'
import { createUserInfoStore, type UserInfoStore } from '../users/user-info-store.ts'
import { createBlockStore } from '../users/block-store.ts'
import { createGuest } from '../users/guest-user.ts'

let testDatabase: TestDatabase
let users: UserInfoStore
let trail: AuditEntry[]
const audit = { record: async (entry: AuditEntry) => void trail.push(entry) }
const userTokens = {
  issue: async ({ userEntityRef }: { userEntityRef: string }) => ({ token: `token of ${userEntityRef}`, expiresInSeconds: 3600 }),
  publicKeys: async () => ({ keys: [] }),
}
const request: RequestMetadata = {
  id: 'request-1',
  method: 'GET',
  url: '/guest/refresh',
  headers: {},
  cookies: {},
  ip: '127.0.0.1',
  log: silentLog,
}

const signInWith = (store: UserInfoStore = users) =>
  createSignIn({
    userTokens,
    users: store,
    blocks: createBlockStore(testDatabase.database.forSchema('auth')),
    sessions: createSessionStore(testDatabase.database.forSchema('auth')),
    audit,
    onSignIn: () => {},
  })

beforeAll(async () => {
  testDatabase = await openTestDatabase({ schemas: { auth: migrations } })
  users = createUserInfoStore(testDatabase.database.forSchema('auth'))
})
afterAll(() => testDatabase.close())
beforeEach(() => {
  trail = []
})

test('a sign-in is stored and recorded, without the token', async () => {
  const signIn = signInWith()
  const jane = { userEntityRef: 'user:default/jane', ownershipEntityRefs: ['user:default/jane', 'group:default/a'] }
  const session = await signIn({
    provider: 'guest',
    profile: { email: 'jane@example.org' },
    ...jane,
    claims: { level: 3 },
    origin: 'provider',
    request,
  })
  expect(session).toEqual({
    profile: { email: 'jane@example.org' },
    backstageIdentity: { token: 'token of user:default/jane', identity: { type: 'user', ...jane }, expiresInSeconds: 3600 },
  })
  expect(await users.find('user:default/jane')).toEqual({ ...jane, claims: { level: 3 }, origin: 'provider' })
  expect(trail).toEqual([
    {
      caller: { type: 'user', userEntityRef: 'user:default/jane' },
      action: 'auth.session.create',
      subject: 'user:default/jane',
      result: 'success',
      details: { provider: 'guest' },
      requestId: 'request-1',
    },
  ])
})

test('a renewed session that brings nothing new about its user does not write the user again', async () => {
  const saved: string[] = []
  const signIn = signInWith({ ...users, save: async user => (saved.push(user.userEntityRef), await users.save(user)) })
  const ada = { provider: 'oidc', profile: {}, userEntityRef: 'user:default/ada', origin: 'provider' as const, request }
  const owning = (...refs: string[]) => signIn({ ...ada, ownershipEntityRefs: ['user:default/ada', ...refs], claims: { level: 3 } })
  await owning('group:default/a')
  await owning('group:default/a')
  expect(saved.length).toBe(1)
  await owning('group:default/a', 'group:default/b')
  expect(saved.length).toBe(2)
  expect((await users.find('user:default/ada'))?.ownershipEntityRefs).toEqual(['user:default/ada', 'group:default/a', 'group:default/b'])
})

test('a guest who is refused is recorded, and not stored', async () => {
  const config = GuestConfig.parse({ userEntityRef: 'user:default/nobody' })
  const guest = createGuest({ config, inDevelopment: false, isExposed: false, users: createUsers({ nestedGroups: false }) })
  const provider = createGuestProvider({ guest, signIn: signInWith(), audit })
  await expect(provider.refresh({ request, parameters: new URLSearchParams(), onFailure: () => {} })).rejects.toMatchObject({
    name: 'NotAllowedError',
    code: 'auth.guest-outside-development',
  })
  expect(trail).toEqual([
    expect.objectContaining({ caller: { type: 'none' }, action: 'auth.session.create', result: 'denied', requestId: 'request-1' }),
  ])
  expect(await users.find('user:default/nobody')).toBeUndefined()
})
