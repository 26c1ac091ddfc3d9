import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nearest } from './nearest.ts'

it.each([
  ['enviroment', ['environment', 'providers'], 'environment'],
  ['TITLE', ['title', 'titles'], 'title'],
  ['baesUrl', ['baseUrl', 'listen'], 'baseUrl'],
  ['x', ['listen', 'https'], undefined],
  ['proxy', ['permission', 'organization'], undefined],
  ['anything', [], undefined],
])('%s among %j most likely means %s', (word, candidates, expected) => expect(nearest(word, candidates)).toBe(expected))

it('a word that is there is its own nearest, and any other answer is a candidate', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string()), (word, candidates) => {
      expect(nearest(word, [...candidates, word])).toBe(word)
      const found = nearest(word, candidates)
      expect(found === undefined || candidates.includes(found)).toBe(true)
    }),
  )
})
