import { expect, test } from 'vitest'
import { readLog } from './read-log.ts'

test('groups of GitHub and Azure become groups, their marks go, and times are left out', () => {
  const at = (text: string) => `2026-11-16T05:00:00.1234567Z ${text}`
  const log = [
    at('##[group]Run npm ci'),
    at('npm ci'),
    at('##[endgroup]'),
    at('##[command]npm test'),
    at('ok'),
    at('##[error]Process completed with exit code 1.'),
  ]
  const { text, groups, errors } = readLog(`${log.join('\n')}\n`)
  expect(text.split('\n')).toEqual([
    'Run npm ci',
    'npm ci',
    '\u001b[34mnpm test\u001b[0m',
    'ok',
    '\u001b[31mProcess completed with exit code 1.\u001b[0m',
  ])
  expect(groups).toEqual([{ start: 0, end: 1 }])
  expect(errors).toEqual([4])
})

test('sections of GitLab become groups, also when they are inside of each other or never end', () => {
  const log = [
    'section_start:1560896352:outer[collapsed=true]\r\u001b[0KOuter',
    'a',
    'section_start:1560896353:inner\r\u001b[0KInner',
    'b',
    'section_end:1560896354:inner\r\u001b[0K',
    'c',
    'section_end:1560896355:outer\r\u001b[0K',
    'section_start:1560896356:open\r\u001b[0KOpen',
    'd',
  ]
  const { text, groups } = readLog(log.join('\n'))
  expect(text.split('\n')).toEqual(['Outer', 'a', 'Inner', 'b', 'c', 'Open', 'd'])
  expect(groups).toEqual([
    { start: 2, end: 3 },
    { start: 0, end: 4 },
    { start: 5, end: 6 },
  ])
})

test('where no mark says what failed, the words of programs do', () => {
  const failing = [
    'Error: no such file',
    'src/a.ts(1,2): error TS2304: Cannot find name',
    'npm ERR! code 1',
    'FAIL src/a.test.ts',
    'make: *** [all] Error 2',
    'java.lang.NullPointerException',
    '\u001b[31m ✗ rounds prices\u001b[0m',
    'panic: runtime error',
    'Traceback (most recent call last):',
    '[ERROR] BUILD FAILED',
  ]
  for (const line of failing) expect([line, readLog(`fine\n${line}`).errors]).toEqual([line, [1]])
  const fine = [
    '0 errors',
    'no errors found',
    '✓ handles failed payments',
    'errors: 0',
    'ok 3 - throws TypeError',
    'Tests: 12 passed, 0 failed',
  ]
  for (const line of fine) expect([line, readLog(line).errors]).toEqual([line, []])
})

test('an empty log has no lines, and a very long one is read in one go', () => {
  expect(readLog('')).toEqual({ text: '', groups: [], errors: [] })
  const lines = Array.from({ length: 200_000 }, (_, at) => `\u001b[32mline\u001b[0m ${at}`)
  lines[150_000] = 'Error: here'
  const { text, errors } = readLog(lines.join('\n'))
  expect(errors).toEqual([150_000])
  expect(text.split('\n')).toHaveLength(200_000)
  expect(readLog('x'.repeat(5_000_000)).text).toHaveLength(5_000_000)
})
