import { expect, test } from 'vitest'
import { createDictionary } from './dictionary.ts'
import { createHaystack } from './haystack.ts'
import { createTextTable } from '@portico/core/server/index-store'

test('a term is found in texts that came before, while and after it was looked for', () => {
  const dictionary = createDictionary(createTextTable())
  const haystack = createHaystack(dictionary)
  let texts = 0
  const add = (count: number) => {
    for (let i = 0; i < count; i++) dictionary.add(texts++ % 2 === 0 ? `Pay-${texts}` : `order-${texts}`)
  }
  const found = (term: string) => haystack.find(term).reduce((sum, each) => sum + each, 0)

  add(5000)
  // Two who look for the same, a step each, while texts come.
  const lookers = [haystack.prepare('pay'), haystack.prepare('pay')]
  for (let step = 0; step < 6; step++) {
    for (const looker of lookers) looker.next()
    add(1500)
  }
  expect(found('pay')).toBe(texts / 2)
  add(10)
  expect([found('pay'), found('order'), found('pay-1\n'), found('')]).toEqual([texts / 2, texts / 2, 0, texts])
  // More terms than are remembered.
  for (let digit = 1; digit < 10; digit++) expect(found(`-${digit}`)).toBeGreaterThan(0)
  add(5000)
  expect(found('pay')).toBe(texts / 2)
})
