import { basicPermission, limitGuests, resourcePermission, type Decision } from '@portico/core/common'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createPermissionDirectory } from './permission-directory.ts'
import { createPermissions, type PermissionPort } from './permissions.ts'
import type { Principal } from './principal.ts'

const jane: Principal = { type: 'user', userEntityRef: 'user:default/jane' }
const open = basicPermission('shelf.open')
const lend = resourcePermission('book.lend', 'book', 'update')
const red: Decision = {
  result: 'CONDITIONAL',
  pluginId: 'library',
  resourceType: 'book',
  conditions: { rule: 'IS_RED', resourceType: 'book' },
}
const library = {
  id: 'library',
  permissions: {
    permissions: [open, lend],
    rules: [{ name: 'IS_RED', description: 'Red', resourceType: 'book', apply: (book: string) => book.startsWith('red') }],
  },
}

function createBoth(port: PermissionPort | undefined, enabled = true) {
  const directory = createPermissionDirectory([library, { id: 'shop' }])
  const create = (pluginId: string) => createPermissions({ pluginId, enabled: () => enabled, port: () => port, directory })
  return { library: create('library'), shop: create('shop'), directory }
}
const always = (...decisions: Decision[]): PermissionPort => ({
  authorize: async (_, requests) => requests.map((__, i) => decisions[i] ?? red),
})

test('while permissions are enabled and no plugin decides, or not about everything, the answer is deny', async () => {
  expect(await createBoth(undefined).library.authorize(jane, [{ permission: open }])).toEqual([{ result: 'DENY' }])
  const short: PermissionPort = { authorize: async () => [{ result: 'ALLOW' }] }
  expect(await createBoth(short).library.authorize(jane, [{ permission: open }, { permission: open }])).toEqual([
    { result: 'ALLOW' },
    { result: 'DENY' },
  ])
  await expect(createBoth(undefined).library.require(jane, open)).rejects.toMatchObject({
    name: 'NotAllowedError',
    code: 'core.permission-undecided',
    message: expect.stringContaining('nothing can decide about it'),
  })
  expect(await createBoth(undefined, false).library.authorize(jane, [{ permission: open }])).toEqual([{ result: 'ALLOW' }])
})

test('conditions on named resources are applied by their owner, for any caller, and all resources are loaded in one call', async () => {
  const { library: owner, shop } = createBoth(always())
  const loads: (readonly string[])[] = []
  owner.loadWith('book', async refs => {
    loads.push(refs)
    return refs.map(ref => (ref === 'none' ? undefined : ref))
  })
  const requests = ['red-1', 'blue-1', 'none'].map(resourceRef => ({ permission: lend, resourceRef }))
  for (const asking of [owner, shop]) {
    expect((await asking.authorize(jane, [...requests, { permission: lend }])).map(each => each.result)).toEqual([
      'ALLOW',
      'DENY',
      'DENY',
      'CONDITIONAL',
    ])
  }
  expect(loads).toEqual([
    ['red-1', 'blue-1', 'none'],
    ['red-1', 'blue-1', 'none'],
  ])
})

test('a resource without a loader meets no conditions', async () => {
  const { shop } = createBoth(always())
  expect(await shop.authorize(jane, [{ permission: lend, resourceRef: 'red-1' }])).toEqual([{ result: 'DENY' }])
  const elsewhere = createBoth(always({ ...red, pluginId: 'elsewhere' } as Decision))
  expect(await elsewhere.shop.authorize(jane, [{ permission: lend, resourceRef: 'red-1' }])).toEqual([{ result: 'DENY' }])
})

test('a refusal carries what the port knows about it, and stays a refusal when that fails', async () => {
  const knowing: PermissionPort = {
    ...always({ result: 'DENY' }),
    refusalDetails: async () => ({ grantedBy: ['x'], permission: 'forged' }),
  }
  await expect(createBoth(knowing).library.require(jane, lend, 'red-1')).rejects.toMatchObject({
    name: 'NotAllowedError',
    details: { grantedBy: ['x'], permission: 'book.lend', resourceRef: 'red-1' },
  })
  const failing: PermissionPort = { ...always({ result: 'DENY' }), refusalDetails: () => Promise.reject(new Error('away')) }
  await expect(createBoth(failing).library.require(jane, open)).rejects.toMatchObject({
    name: 'NotAllowedError',
    details: { permission: 'shelf.open' },
  })
  const service: Principal = { type: 'service', subject: 'external:ci', restrictions: [{ plugin: 'shop' }] }
  await expect(createBoth(knowing).library.require(service, open)).rejects.toMatchObject({ details: { permission: 'shelf.open' } })
})

test('a guest of an exposed portal never has what is kept from guests, whatever the policy says; a local guest and others do', async () => {
  const burn = limitGuests(basicPermission('book.burn', 'delete'))
  const read = limitGuests(resourcePermission('book.read', 'book'), { rule: 'IS_LENT_TO', param: 'users' })
  const lent = {
    name: 'IS_LENT_TO',
    description: 'Lent',
    resourceType: 'book',
    paramsSchema: z.object({ users: z.array(z.string()) }),
    apply: (book: string, { users }: { users: string[] }) => users.includes(book),
  }
  const directory = createPermissionDirectory([
    { id: 'library', permissions: { permissions: [burn, read, lend], rules: [lent, ...library.permissions.rules] } },
  ])
  directory.loadersOf('library').set('book', async refs => refs)
  const { userEntityRef } = jane as { userEntityRef: string }
  const guest: Principal = { type: 'user', userEntityRef, guest: 'exposed' }
  const create = (enabled: boolean, port = always({ result: 'ALLOW' }, { result: 'ALLOW' }, { result: 'ALLOW' })) =>
    createPermissions({ pluginId: 'shop', enabled: () => enabled, port: () => port, directory })
  // What a caller says of a permission does not count.
  const claimed = basicPermission('book.burn', 'delete')
  const requests = [{ permission: claimed }, { permission: read, resourceRef: userEntityRef }, { permission: read, resourceRef: 'other' }]
  const results = async (who: Principal, enabled: boolean) => (await create(enabled).authorize(who, requests)).map(each => each.result)
  for (const enabled of [false, true]) {
    expect(await results(guest, enabled)).toEqual(['DENY', 'ALLOW', 'DENY'])
    expect(await results({ ...guest, guest: 'local' }, enabled)).toEqual(['ALLOW', 'ALLOW', 'ALLOW'])
    expect(await results(jane, enabled)).toEqual(['ALLOW', 'ALLOW', 'ALLOW'])
    await expect(create(enabled).require(guest, claimed)).rejects.toMatchObject({
      code: 'core.guest-refused',
      details: { permission: 'book.burn', guest: true },
    })
  }
  // The conditions of the policy hold too.
  expect(await create(true, always(red)).authorize(guest, [{ permission: read }])).toEqual([
    {
      ...red,
      conditions: {
        allOf: [
          { rule: 'IS_LENT_TO', resourceType: 'book', params: { users: [userEntityRef] } },
          { rule: 'IS_RED', resourceType: 'book' },
        ],
      },
    },
  ])
})
