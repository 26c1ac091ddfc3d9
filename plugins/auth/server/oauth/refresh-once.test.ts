import { expect, test } from 'vitest'
import { createRefreshOnce } from './refresh-once.ts'

test('one use of a token is shared while it runs and a short time longer; then the token is used again', async () => {
  let time = 0
  let runs = 0
  const once = createRefreshOnce<number>({ shareMs: 1000, now: () => time })
  const run = async () => ++runs
  expect(await Promise.all([once('t', 's', run), once('t', 's', run), once('other', 's', run), once('t', 'wider', run)])).toEqual([
    1, 1, 2, 3,
  ])
  time = 999
  expect(await once('t', 's', run)).toBe(1)
  time = 1000
  expect(await once('t', 's', run)).toBe(4)
})

test('a failure is not shared with those who come after it', async () => {
  const once = createRefreshOnce<number>()
  await expect(once('t', 's', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await once('t', 's', async () => 1)).toBe(1)
})
