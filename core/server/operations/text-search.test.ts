import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTextSearch } from './text-search.ts'

function searchFor(...texts: string[]) {
  const search = createTextSearch()
  search.add(texts)
  return search
}

describe('known texts in another', () => {
  it('are replaced wherever they are, and where they overlap by one replacement', () => {
    expect(searchFor('he', 'she', 'hers').replace('ushers, he said', '*')).toBe('u*, * said')
    expect(searchFor('abab').replace('xababab abab', '*')).toBe('x* *')
    expect(searchFor('ab', 'cd').replace('abcd', '*')).toBe('**')
    expect(searchFor('ab').replace('nothing', '*')).toBe('nothing')
    expect([searchFor('b').has('abc'), searchFor('d').has('abc'), createTextSearch().has('abc')]).toEqual([true, false, false])
  })

  it('are found as a plain search finds them, also when they are added one after the other', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '\u{1F600}'), minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 12 }), fc.string({ unit: fc.constantFrom('a', 'b', 'c', '\u{1F600}') }), (texts, text) => {
        const search = createTextSearch()
        for (const each of texts) {
          search.add([each])
          search.has('aab')
        }
        const isHidden = text.split('').map(() => false)
        for (const each of texts)
          for (let at = text.indexOf(each); at >= 0; at = text.indexOf(each, at + 1)) isHidden.fill(true, at, at + each.length)
        const shown = [...text.split('').keys()].filter(at => !isHidden[at]).map(at => text[at])
        expect(search.replace(text, '').split('')).toEqual(shown)
      }),
    )
  })

  it.each([
    ['many', Array.from({ length: 20_000 }, (_, n) => `secret-${n}`), 'secret-'.repeat(10_000)],
    ['that begin alike', Array.from({ length: 300 }, (_, n) => `${'a'.repeat(300)}${n}`), 'a'.repeat(50_000)],
    ['inside each other', Array.from({ length: 500 }, (_, n) => 'a'.repeat(n + 1)), 'a'.repeat(50_000)],
  ])('are searched for in one pass: %s', (_, texts, text) => {
    const search = searchFor(...texts)
    search.has('')
    const built = search.steps()
    expect(built).toBeLessThanOrEqual(2 * texts.join('').length)
    search.has(text)
    // Each character is read once, and each step back undoes an earlier one.
    expect(search.steps() - built).toBeLessThanOrEqual(2 * text.length)
  })

  it('can be added between searches without all of them being built anew', () => {
    const search = createTextSearch()
    for (let n = 0; n < 2000; n += 1) {
      search.add([`secret-${1000 + n}`])
      search.has('')
    }
    expect(search.steps()).toBeLessThan(2000 * 11 * 2 * Math.log2(2000))
  })
})
