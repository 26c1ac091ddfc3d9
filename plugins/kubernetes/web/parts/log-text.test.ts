import { expect, test } from 'vitest'
import { appendLog, emptyLog } from './log-text.ts'

test('chunks are joined as they come; a line of 5 MB is shortened, and the next one is whole', () => {
  const chunks = ['one\ntw', 'o\n', 'x'.repeat(2_500_000), 'x'.repeat(2_500_000), '\nlast\n']
  const { text, isCut } = chunks.reduce(appendLog, emptyLog)
  const lines = text.split('\n')
  expect([lines[0], lines[1], lines[2]?.length, lines[3], isCut]).toEqual(['one', 'two', 20_001, 'last', false])
})

test('of an endless log the last part is kept, from the beginning of a line', () => {
  let log = emptyLog
  for (let index = 0; index < 200; index += 1) log = appendLog(log, `${String(index).padStart(3, '0')} ${'y'.repeat(100)}\n`.repeat(500))
  expect(log.isCut).toBe(true)
  expect(log.text.length).toBeLessThanOrEqual(4_000_000)
  expect(log.text).toMatch(/^\d{3} y/)
  expect(log.text.trimEnd().split('\n').at(-1)?.startsWith('199 ')).toBe(true)
})
