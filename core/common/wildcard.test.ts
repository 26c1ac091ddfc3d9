import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchesWildcard } from './wildcard.ts'

test('a star stands for anything, and a pattern without one for itself', () => {
  expect(matchesWildcard('catalog.entity.read', 'catalog.*')).toBe(true)
  expect(matchesWildcard('catalog.entity.read', '*.read')).toBe(true)
  expect(matchesWildcard('catalog.entity.read', 'catalog.*.read')).toBe(true)
  expect(matchesWildcard('catalog.entity.read', '*')).toBe(true)
  expect(matchesWildcard('', '*')).toBe(true)
  expect(matchesWildcard('catalog.entity.read', 'catalog.entity')).toBe(false)
  expect(matchesWildcard('catalog.entity.read', 'catalog?entity?read')).toBe(false)
  expect(matchesWildcard('scaffolder.read', 'catalog.*')).toBe(false)
})

test('it agrees with a regular expression on any input', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*'), maxLength: 12 })
  fc.assert(
    fc.property(letters, letters, (text, pattern) => {
      const expression = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll(/\*+/g, '.*')}$`)
      expect(matchesWildcard(text, pattern)).toBe(expression.test(text))
    }),
    { numRuns: 2_000 },
  )
})

test('a pattern made to take long does not', () => {
  expect(matchesWildcard('a'.repeat(200), `${'a*'.repeat(60)}b`)).toBe(false)
})
