// @vitest-environment node
import { expect, test } from 'vitest'
import { toRelativeWords } from './RelativeTime.tsx'
import { defineMessages, toWords } from './text.tsx'

const messages = defineMessages('test', { greeting: 'Hello {name}, {count} new', plain: 'Plain {brace' })

test('values are filled in by name, and unknown placeholders stay as they are', () => {
  expect(toWords(() => undefined, messages.greeting, { name: 'Ada', count: 3 })).toBe('Hello Ada, 3 new')
  expect(toWords(() => undefined, messages.greeting, { name: '{count}' })).toBe('Hello {count}, {count} new')
  expect(toWords(() => undefined, messages.plain)).toBe('Plain {brace')
  expect(toWords(() => 'x', 'words as they are')).toBe('words as they are')
})

test('another wording is found by catalogue and key, and takes the same values', () => {
  const lookup = (catalogue: string, key: string) => (`${catalogue}.${key}` === 'test.greeting' ? '{count} Neue, {name}' : undefined)
  expect(toWords(lookup, messages.greeting, { name: 'Ada', count: 3 })).toBe('3 Neue, Ada')
})

test('a relative time uses its largest whole unit, in both directions', () => {
  const now = new Date('2026-01-01T12:00:00Z')
  const after = (seconds: number) => toRelativeWords(new Date(now.getTime() + seconds * 1000), now, 'en')
  expect([-1, -59, -60, -3599, -3600, -86_400, -2_592_000, -31_536_000].map(after)).toEqual([
    '1 second ago',
    '59 seconds ago',
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    'yesterday',
    'last month',
    'last year',
  ])
  expect([0, 30, 7200, 90_000].map(after)).toEqual(['now', 'in 30 seconds', 'in 2 hours', 'tomorrow'])
})
