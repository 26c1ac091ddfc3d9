import { expect, test } from 'vitest'
import { count, readPlaywright, readVitest } from './results.mjs'

test('a Vitest report becomes a flat list of tests', () => {
  const assertionResults = [
    { title: 'holds', status: 'passed' },
    { title: 'does not hold', status: 'failed' },
    { title: 'later', status: 'todo' },
    { title: 'not now', status: 'skipped' },
  ]
  const tests = readVitest({ testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults }] })
  expect(count(tests)).toEqual({ passed: 1, failed: 1, skipped: 2 })
})

test('a test file that breaks outside of its tests is a failure', () => {
  const empty = { name: 'a.test.ts', status: 'failed', assertionResults: [] }
  const skipped = { name: 'b.test.ts', status: 'failed', assertionResults: [{ title: 'never ran', status: 'skipped' }] }
  expect(count(readVitest({ testResults: [empty, skipped] }))).toEqual({ passed: 0, failed: 2, skipped: 1 })
})

test('a Playwright report becomes the same list, through all its suites', () => {
  const spec = (title: string, status: string) => ({ title, tests: [{ status }] })
  const inner = { specs: [spec('held at the second try', 'flaky'), spec('does not hold', 'unexpected'), spec('not now', 'skipped')] }
  const report = { errors: [{ message: 'no server' }], suites: [{ specs: [spec('holds [DEMO-1]', 'expected')], suites: [inner] }] }
  const tests = readPlaywright(report)
  expect(count(tests)).toEqual({ passed: 1, failed: 3, skipped: 1 })
  expect(tests).toContainEqual({ title: 'holds [DEMO-1]', outcome: 'passed' })
})
