import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffWords } from './word-diff.ts'

const written = (before: string, after: string) =>
  diffWords(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `{+${text}+}`))
    .join('')

test('words that changed are marked, the others are not', () => {
  expect(written('Keeps every booking safe', 'Keeps each booking safe')).toBe('Keeps [-every-]{+each+} booking safe')
  expect(written('go, grpc, kafka', 'go, kafka, public')).toBe('go, [-grpc, -]kafka{+, public+}')
  expect(written('a quick brown fox jumps', 'a very slow fox jumps')).toBe('a [-quick brown-]{+very slow+} fox jumps')
  expect(written('same', 'same')).toBe('same')
})

test('texts with little in common are removed and added as a whole', () => {
  expect(written('team-a', 'group:default/platform')).toBe('[-team-a-]{+group:default/platform+}')
  expect(written('word '.repeat(400), 'other '.repeat(400)).startsWith('[-word word')).toBe(true)
})

test('what is there without what was added is the old text, and without what was removed the new one', () => {
  const text = fc.array(fc.constantFrom('a', 'bc', ' ', ',', 'd-e', '\n', 'é')).map(parts => parts.join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = diffWords(before, after)
      const without = (gone: string) =>
        parts
          .filter(({ kind }) => kind !== gone)
          .map(part => part.text)
          .join('')
      expect([without('added'), without('removed')]).toEqual([before, after])
    }),
  )
})
