import { expect, test } from 'vitest'
import { createVerifiedTokens, type VerifiedToken } from './verified-tokens.ts'

const verified = (subject: string, expiresAt?: number): VerifiedToken => ({
  kind: 'external',
  principal: { type: 'service', subject },
  ...(expiresAt !== undefined && { expiresAt }),
})

test('a verified token is cached until it expires, or for the caching time', () => {
  let now = 0
  const held = createVerifiedTokens({ now: () => now, holdMs: 1000 })
  held.add('short', verified('a', 500), 10)
  held.add('endless', verified('b'), 10)
  now = 499
  expect([held.get('short'), held.get('endless')]).toEqual([verified('a', 500), verified('b')])
  now = 500
  expect([held.get('short'), held.get('endless')]).toEqual([undefined, verified('b')])
  now = 1000
  expect([held.get('endless'), held.size]).toEqual([undefined, 0])
})

test('the least recently used tokens are evicted, by number and by length', () => {
  const held = createVerifiedTokens({ now: () => 0, maxEntries: 3, maxCharacters: 100 })
  for (const name of ['a', 'b', 'c']) held.add(name, verified(name), 10)
  held.get('a')
  held.add('d', verified('d'), 10)
  expect(['a', 'b', 'c', 'd'].map(name => held.get(name) !== undefined)).toEqual([true, false, true, true])
  held.add('big', verified('big'), 90)
  expect([held.get('big') !== undefined, held.get('d') !== undefined, held.size]).toEqual([true, true, 2])
  held.add('big', verified('big'), 90)
  expect(held.size).toBe(2)
})
