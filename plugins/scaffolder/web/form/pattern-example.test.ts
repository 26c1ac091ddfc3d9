import { expect, test } from 'vitest'
import { exampleOf } from './pattern-example.ts'

const read = [
  '^[A-Z]{2}-[0-9]{3}$',
  '^[a-z][a-z0-9-]*[a-z0-9]$',
  '^v\\d+\\.\\d+$',
  '^LP[0-9]{4}[0-9X]?$',
  '^[a-z0-9_.]{3,}$',
  'ticket-[0-9]+',
]
const others = ['^(a|b)$', '^(?!x)[a-z]+$', '^.*$', '^[^a]+$', '^\\p{L}+$', '^[a-z]{60}$', 'a'.repeat(201), '']

test.each(read)('what is shown as an example of %s matches it', pattern => {
  const example = exampleOf(pattern)
  expect(example).toMatch(new RegExp(pattern, 'u'))
})

test.each(others)('there is no example of %s, which is more than characters one after another', pattern => {
  expect(exampleOf(pattern)).toBeUndefined()
})
