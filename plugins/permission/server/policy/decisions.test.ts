import { resourcePermission } from '@portico/core/common'
import type { DeclaredPermissions, UserPrincipal } from '@portico/core/server'
import { silentLog } from '@portico/core/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createDecisions } from './decisions.ts'
import { createIdentities } from './identities.ts'
import { createPolicyStore } from './policy-store.ts'
import type { Role } from './role.ts'

const permissions = Array.from({ length: 40 }, (_, i) => resourcePermission(`library.book-${i}.read`, 'book', 'read'))
const declared: DeclaredPermissions[] = [
  {
    pluginId: 'library',
    permissions,
    rules: [
      {
        name: 'HAS_AUTHOR',
        description: '',
        resourceType: 'book',
        paramsSchema: z.object({ authors: z.array(z.string()) }),
        apply: () => true,
      },
    ],
  },
]
// A large policy: 30 roles of 10 lines each, for a user of 50 groups.
const roles: Role[] = Array.from({ length: 30 }, (_, r) => ({
  name: `role-${r}`,
  members: [`group:default/team-${r * 3}`],
  permissions: Array.from({ length: 10 }, (__, p) => ({
    permission: p % 2 ? `library.book-${r + p}.*` : 'library.*.update',
    effect: 'allow' as const,
    conditions: { rule: 'HAS_AUTHOR', params: { authors: '$owned' } },
  })),
}))
const jane: UserPrincipal = { type: 'user', userEntityRef: 'user:default/jane' }
const groups = Array.from({ length: 50 }, (_, i) => `group:default/team-${i}`)

test('the same query gets the same object until the policy changes, so that resources are loaded in one call', async () => {
  let change: (() => void | Promise<void>) | undefined
  let current = roles
  const store = createPolicyStore({ directory: { declared, onChange: () => () => {} }, log: silentLog })
  await store.addSource({ load: () => ({ source: 'test', path: name => name, roles: current }), onChange: run => (change = run) })
  const info = { userEntityRef: jane.userEntityRef, ownershipEntityRefs: groups }
  const identities = createIdentities({ userInfo: async () => info })
  const { port } = createDecisions({ store, identities, log: silentLog })
  const ask = async () => (await port.authorize(jane, [{ permission: permissions[1]! }]))[0]
  const first = await ask()
  expect(first).toMatchObject({ result: 'CONDITIONAL', pluginId: 'library' })
  expect(await ask()).toBe(first)
  current = []
  await change?.()
  expect(await ask()).toEqual({ result: 'DENY' })
})

test('a source that cannot be read keeps its last roles, and there is no decision for a service', async () => {
  let change: (() => void | Promise<void>) | undefined
  let fails = false
  const store = createPolicyStore({ directory: { declared, onChange: () => () => {} }, log: silentLog })
  await store.addSource({
    load: () => {
      if (fails) throw new Error('gone')
      return {
        source: 'test',
        path: name => name,
        roles: [{ name: 'all', members: ['everyone'], permissions: [{ permission: '*', effect: 'allow' }] }],
      }
    },
    onChange: run => (change = run),
  })
  fails = true
  await change?.()
  const { port } = createDecisions({ store, identities: createIdentities({ userInfo: async () => undefined }), log: silentLog })
  expect(await port.authorize(jane, [{ permission: permissions[0]! }])).toEqual([{ result: 'ALLOW' }])
  expect(await port.authorize({ type: 'service', subject: 'plugin:x' }, [{ permission: permissions[0]! }])).toEqual([{ result: 'DENY' }])
})

test('a second policy in code is refused', async () => {
  const store = createPolicyStore({ directory: { declared, onChange: () => () => {} }, log: silentLog })
  const { usePolicy } = createDecisions({ store, identities: createIdentities({ userInfo: async () => undefined }), log: silentLog })
  usePolicy(() => undefined)
  expect(() => usePolicy(() => undefined)).toThrow('in use already')
})

test('who a user is, is asked every time; the same answer is the same identity, another one is another at once', async () => {
  let info = { userEntityRef: jane.userEntityRef, ownershipEntityRefs: ['User:Default/Jane', 'group:default/A'] }
  let fails = false
  const identities = createIdentities({
    userInfo: async () => {
      if (fails) throw new Error('away')
      return info
    },
  })
  const one = await identities.of(jane)
  expect(one).toEqual({ userEntityRef: jane.userEntityRef, ownershipEntityRefs: [jane.userEntityRef, 'group:default/a'] })
  expect(await identities.of(jane)).toBe(one)
  info = { ...info, ownershipEntityRefs: ['user:default/jane'] }
  expect((await identities.of(jane)).ownershipEntityRefs).toEqual(['user:default/jane'])
  fails = true
  await expect(identities.of(jane)).rejects.toThrow('away')
})
