import { openTestDatabase, type TestDatabase } from '@portico/core/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as refreshShare from '../migrations/0002-refresh-share.ts'
import { createRefreshOnce } from './refresh-once.ts'
import { createRefreshShareStore, type RefreshShareStore } from './refresh-share-store.ts'
import { openFor, sealFor } from './sealed-grant.ts'

let testDatabase: TestDatabase
let shares: RefreshShareStore
beforeAll(async () => {
  testDatabase = await openTestDatabase({ schemas: { auth: { '0002-refresh-share': refreshShare } } })
  shares = createRefreshShareStore(testDatabase.database.forSchema('auth'))
})
afterAll(() => testDatabase.close())

const replica = (options: object = {}) => createRefreshOnce<{ accessToken: string; refreshToken: string }>({ shares, ...options })

/** A provider that treats the second use of a token as theft. */
function rotating() {
  let uses = 0
  let answer: () => void = () => {}
  const answered = new Promise<void>(resolve => (answer = resolve))
  return {
    answer,
    uses: () => uses,
    use: async () => {
      uses += 1
      await answered
      if (uses > 1) throw new Error('reuse detected')
      return { accessToken: 'access', refreshToken: 'next' }
    },
  }
}

test('replicas that renew one rotating token at the same moment use it once, and both get its result', async () => {
  const provider = rotating()
  const [one, two, three] = [replica(), replica(), replica()]
  const renewals = [one('first', 's', provider.use), two('first', 's', provider.use), three('first', 's', provider.use)]
  await expect.poll(provider.uses).toBe(1)
  provider.answer()
  const given = { accessToken: 'access', refreshToken: 'next' }
  expect(await Promise.all(renewals)).toEqual([given, given, given])
  // A request that was slow to arrive, at a replica that knows nothing.
  expect(await replica()('first', 's', provider.use)).toEqual(given)
  expect(provider.uses()).toBe(1)
})

test('a use that failed, and a replica that died with one, do not block others', async () => {
  await expect(replica()('second', 's', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await replica()('second', 's', async () => ({ accessToken: 'a', refreshToken: 'b' }))).toMatchObject({ accessToken: 'a' })
  let holds = false
  const stuck = replica({ leaseMs: 100 })('third', 's', () => {
    holds = true
    return new Promise(() => {})
  })
  await expect.poll(() => holds).toBe(true)
  expect(await replica()('third', 's', async () => ({ accessToken: 'c', refreshToken: 'd' }))).toMatchObject({ accessToken: 'c' })
  await expect(Promise.race([stuck, Promise.resolve('still stuck')])).resolves.toBe('still stuck')
})

test('the database holds neither the token nor its result in plain text, and one token does not open the result of another', async () => {
  await replica()('a-refresh-token', 's', async () => ({ accessToken: 'an-access-token', refreshToken: 'the-next-one' }))
  const rows = await testDatabase.database.forSchema('auth').selectFrom('refresh_share').selectAll().execute()
  const stored = rows.map(row => `${String(row['token_digest'])} ${(row['sealed'] as Buffer).toString('latin1')}`).join('\n')
  for (const secret of ['a-refresh-token', 'an-access-token', 'the-next-one']) expect(stored).not.toContain(secret)
  const sealed = sealFor('mine', { a: 1 })
  expect(openFor('mine', sealed)).toEqual({ a: 1 })
  expect(openFor('yours', sealed)).toBeUndefined()
  expect(openFor('mine', Buffer.from('short'))).toBeUndefined()
})
