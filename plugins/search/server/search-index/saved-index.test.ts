import { runNow } from '@portico/core/server/worker'
import type { SearchDocument } from '@portico/search/common'
import { assert, array, boolean, constantFrom, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { parseTerm } from '../text/parse-term.ts'
import { createMatcher } from './match.ts'
import { createSearchIndex, type SearchIndex } from './search-index.ts'

const rules = () => ({ fields: { name: 'name' as const }, boost: 1 })
const words = ['payment', 'gateway', 'Order', 'Straße', 'profile', 'store', 'pay', '日本語']
const step = record({
  id: integer({ min: 1, max: 60 }),
  isThere: boolean(),
  type: constantFrom('thing', 'page'),
  name: array(constantFrom(...words), { minLength: 1, maxLength: 3 }),
  tags: array(constantFrom(...words), { maxLength: 4 }),
})

interface Step {
  readonly id: number
  readonly isThere: boolean
  readonly type: string
  readonly name: readonly string[]
  readonly tags: readonly string[]
}

function apply(index: SearchIndex, { id, isThere, type, name, tags }: Step): void {
  if (!isThere) return index.remove(id)
  const document: SearchDocument = {
    title: name.join(' '),
    text: tags.join(' '),
    location: `/${id}`,
    name: name.join('-'),
    tags,
    kind: name[0],
  }
  index.put(id, type, document)
}

function savedAndLoaded(index: SearchIndex): SearchIndex {
  const loaded = createSearchIndex(rules)
  runNow(loaded.load(structuredClone(index.save())))
  return loaded
}

/** What an index answers: the ids by each word, and by each value of each column. */
function answersOf(index: SearchIndex) {
  const found = words
    .flatMap(word => [word, word.slice(0, 3), `${word}x`])
    .map(term => {
      const { documents, scores } = createMatcher(index, rules, { stemmers: [] }).match(
        parseTerm(
          term,
          () => false,
          () => false,
        ),
      )
      return [...documents].map((document, at) => [index.id(document), index.types[index.type(document)], scores[at]]).toSorted()
    })
  const columns = [...index.columns].map(([field, column]) => {
    const ids = Array.from({ length: index.end }, (_, document) => document).filter(document => index.isThere(document))
    return [
      field,
      ids
        .map(document => [index.id(document), Array.from(column.cells.codes(document), code => column.dictionary.text(code >> 1))])
        .toSorted(),
    ]
  })
  return { size: index.size, found, columns }
}

test('an index that was saved and loaded answers as it did, and goes on to change', () => {
  assert(
    property(array(step, { maxLength: 80 }), array(step, { maxLength: 40 }), boolean(), (before, after, isSwept) => {
      const index = createSearchIndex(rules)
      for (const each of before) apply(index, each)
      if (isSwept) for (const _ of index.sweep());
      const loaded = savedAndLoaded(index)
      expect(answersOf(loaded)).toEqual(answersOf(index))
      for (const each of after) for (const one of [index, loaded]) apply(one, each)
      for (const one of [index, loaded]) for (const _ of one.sweep());
      expect(answersOf(loaded)).toEqual(answersOf(index))
    }),
    { numRuns: 100 },
  )
})
