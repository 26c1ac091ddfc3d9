import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runNow } from '../work/steps.ts'
import { createDictionary } from './dictionary.ts'

const lower = (text: string) => text.toLowerCase()

test('a dictionary numbers texts as they are written, and finds those that are folded alike together', () => {
  const text = fc.oneof(fc.constantFrom('library', 'Service', 'SERVICE', 'service', 'Library', 'ΑΣ', ''), fc.string({ maxLength: 2 }))
  fc.assert(
    fc.property(fc.array(text, { maxLength: 100 }), texts => {
      const dictionary = createDictionary(lower)
      const numbers = texts.map(each => dictionary.add(each))
      expect(texts.map(each => dictionary.add(each))).toEqual(numbers)
      expect(numbers.map(dictionary.text)).toEqual(texts)
      expect(numbers.map(dictionary.foldedText)).toEqual(texts.map(lower))
      expect(numbers.map(dictionary.firstText)).toEqual(texts.map(each => texts.find(other => lower(other) === lower(each))))
      const loaded = createDictionary(lower)
      loaded.load(structuredClone(dictionary.save()))
      for (const each of [dictionary, loaded]) {
        for (const wanted of [...texts.map(lower), 'website']) {
          const alike = numbers.filter((_, at) => lower(texts[at]!) === wanted)
          expect(new Set(each.find(wanted).filter(number => numbers.includes(number)))).toEqual(new Set(alike))
        }
        const wanted = each.startingWith('s')
        const found = runNow(each.search('e'))
        expect(numbers.map(number => wanted[number])).toEqual(texts.map(other => (lower(other).startsWith('s') ? 1 : 0)))
        expect(numbers.map(number => found[number])).toEqual(texts.map(other => (lower(other).includes('e') ? 1 : 0)))
      }
      expect([dictionary.find('Service'), dictionary.find('\uffff')]).toEqual([[], []])
    }),
  )
})

test('a term is found in texts that came before, while and after it was looked for', () => {
  const dictionary = createDictionary(lower)
  const numbers: number[] = []
  const add = (count: number) => {
    for (let i = 0; i < count; i++)
      numbers.push(dictionary.add(numbers.length % 2 === 0 ? `Pay-${numbers.length}` : `order-${numbers.length}`))
  }
  const found = (term: string) => {
    const table = runNow(dictionary.search(term))
    return numbers.filter(number => table[number] === 1).length
  }

  add(50_000)
  // Two who look for the same, a step each, while texts come.
  const lookers = [dictionary.search('pay'), dictionary.search('pay')]
  for (let step = 0; step < 3; step++) {
    for (const looker of lookers) looker.next()
    add(15_000)
  }
  expect(found('pay')).toBe(numbers.length / 2)
  add(10)
  expect([found('pay'), found('order'), found('pay-1\n'), found('')]).toEqual([numbers.length / 2, numbers.length / 2, 0, numbers.length])
})
