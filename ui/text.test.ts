// @vitest-environment node
import { expect, test } from 'vitest'
import { toRelativeWords } from './RelativeTime.tsx'
import { defineMessages, toWords } from './text.tsx'
import { formatBytes, formatDuration } from './units.ts'

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

test('a length of time has its two largest units, and tenths where it is short', () => {
  const words = (ms: number) => formatDuration('en', ms)
  expect([0, -5, 240, 3200, 9990, 59_600, 65_000, 7_200_000, 90_061_000].map(words)).toEqual([
    '0s',
    '0s',
    '0.2s',
    '3.2s',
    '10s',
    '1m',
    '1m 5s',
    '2h',
    '1d 1h',
  ])
  expect(formatDuration('de', 3200)).toContain('3,2')
})

test('a size is told in the largest unit that it fills', () => {
  expect([0, 310, 1000, 310_400, 4_230_000, 90_000_000, 1_500_000_000].map(bytes => formatBytes('en', bytes))).toEqual([
    '0 kB',
    '0.3 kB',
    '1 kB',
    '310 kB',
    '4.2 MB',
    '90 MB',
    '1.5 GB',
  ])
})
