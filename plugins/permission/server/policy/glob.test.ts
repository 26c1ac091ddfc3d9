import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitsGlob } from './glob.ts'

test('a star stands for anything, and a pattern without one for itself', () => {
  expect(fitsGlob('catalog.entity.read', 'catalog.*')).toBe(true)
  expect(fitsGlob('catalog.entity.read', '*.read')).toBe(true)
  expect(fitsGlob('catalog.entity.read', 'catalog.*.read')).toBe(true)
  expect(fitsGlob('catalog.entity.read', '*')).toBe(true)
  expect(fitsGlob('', '*')).toBe(true)
  expect(fitsGlob('catalog.entity.read', 'catalog.entity')).toBe(false)
  expect(fitsGlob('catalog.entity.read', 'catalog?entity?read')).toBe(false)
  expect(fitsGlob('scaffolder.read', 'catalog.*')).toBe(false)
})

test('it agrees with a regular expression on any input', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*'), maxLength: 12 })
  fc.assert(
    fc.property(letters, letters, (text, pattern) => {
      const expression = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll(/\*+/g, '.*')}$`)
      expect(fitsGlob(text, pattern)).toBe(expression.test(text))
    }),
    { numRuns: 2_000 },
  )
})

test('a pattern made to take long does not', () => {
  expect(fitsGlob('a'.repeat(200), `${'a*'.repeat(60)}b`)).toBe(false)
})
