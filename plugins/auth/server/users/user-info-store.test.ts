import { openTestDatabase, type TestDatabase } from '@portico/core/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from '../migrations/index.ts'
import { createUserInfoStore, type UserInfoStore } from './user-info-store.ts'

let testDatabase: TestDatabase
let users: UserInfoStore

beforeAll(async () => {
  testDatabase = await openTestDatabase({ schemas: { auth: migrations } })
  users = createUserInfoStore(testDatabase.database.forSchema('auth'))
})
afterAll(() => testDatabase.close())

test('a user is stored as of the last sign-in', async () => {
  const jane = {
    userEntityRef: 'user:default/jane',
    ownershipEntityRefs: ['user:default/jane', 'group:default/"a,{b}'],
    claims: { level: [1, { deep: true }] },
  }
  expect(await users.find(jane.userEntityRef)).toBeUndefined()
  await users.save(jane)
  expect(await users.find(jane.userEntityRef)).toEqual(jane)
  await users.save({ ...jane, ownershipEntityRefs: [], claims: {} })
  expect(await users.find(jane.userEntityRef)).toEqual({ ...jane, ownershipEntityRefs: [], claims: {} })
})

test('concurrent sign-ins of one user do not collide', async () => {
  const bob = { userEntityRef: 'user:default/bob', ownershipEntityRefs: ['user:default/bob'], claims: {} }
  await Promise.all(Array.from({ length: 20 }, () => users.save(bob)))
  expect(await users.find(bob.userEntityRef)).toEqual(bob)
})
