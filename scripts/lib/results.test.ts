import path from 'node:path'
import { expect, test } from 'vitest'
import { count, filesToRetry, mergeRetry, readPlaywright, readVitest, slowestFiles } from './results.mjs'

test('a Vitest report becomes a flat list of tests', () => {
  const assertionResults = [
    { title: 'holds', status: 'passed' },
    { title: 'does not hold', status: 'failed' },
    { title: 'later', status: 'todo' },
    { title: 'not now', status: 'skipped' },
  ]
  const tests = readVitest({ testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults }] })
  expect(count(tests)).toEqual({ passed: 1, flaky: 0, failed: 1, skipped: 2 })
})

test('a test file that breaks outside of its tests is a failure', () => {
  const empty = { name: 'a.test.ts', status: 'failed', assertionResults: [] }
  const skipped = { name: 'b.test.ts', status: 'failed', assertionResults: [{ title: 'never ran', status: 'skipped' }] }
  expect(count(readVitest({ testResults: [empty, skipped] }))).toEqual({ passed: 0, flaky: 0, failed: 2, skipped: 1 })
})

test('a Playwright report becomes the same list, through all its suites', () => {
  const spec = (title: string, status: string) => ({ title, tests: [{ status }] })
  const inner = { specs: [spec('held at the second try', 'flaky'), spec('does not hold', 'unexpected'), spec('not now', 'skipped')] }
  const report = { errors: [{ message: 'no server' }], suites: [{ specs: [spec('holds [DEMO-1]', 'expected')], suites: [inner] }] }
  const tests = readPlaywright(report)
  expect(count(tests)).toEqual({ passed: 1, flaky: 0, failed: 3, skipped: 1 })
  expect(tests).toContainEqual(expect.objectContaining({ title: 'holds [DEMO-1]', outcome: 'passed' }))
})

test('a failed test says in which file and why, in one line', () => {
  const failure = { title: 'does not hold', status: 'failed', failureMessages: ['\u001B[31mexpected 1 to be 2\u001B[39m\n  at line 3'] }
  const [test] = readVitest({ testResults: [{ name: path.resolve('core/a.test.ts'), status: 'failed', assertionResults: [failure] }] })
  expect(test).toEqual({ file: 'core/a.test.ts', title: 'does not hold', outcome: 'failed', cause: 'expected 1 to be 2', ms: 0 })
})

test('what fails and then passes is flaky, what fails twice has failed', () => {
  const first = [result('holds', 'passed'), result('wobbles', 'failed'), result('is broken', 'failed')]
  const second = [result('holds', 'passed'), result('wobbles', 'passed'), result('is broken', 'failed')]
  expect(count(mergeRetry(first, second))).toEqual({ passed: 1, flaky: 1, failed: 1, skipped: 0 })
})

test('a failure of the second run counts, also where the first one had none', () => {
  const first = [result('wobbles', 'failed')]
  expect(count(mergeRetry(first, [{ title: 'no test ran', outcome: 'failed', cause: '' }]))).toMatchObject({ failed: 2, flaky: 0 })
})

test('a file that breaks outside of its tests recovers only when all of it runs', () => {
  const first = [{ ...result(path.resolve('a.test.ts'), 'failed') }]
  expect(count(mergeRetry(first, [result('holds', 'passed')]))).toMatchObject({ flaky: 1, failed: 0 })
  expect(count(mergeRetry(first, [result('holds', 'failed')]))).toMatchObject({ flaky: 0, failed: 2 })
})

test('where much has failed, or something outside of all files, nothing is run again', () => {
  const many = Array.from({ length: 6 }, (_, index) => ({ ...result('fails', 'failed'), file: `${index}.test.ts` }))
  expect(filesToRetry(many)).toEqual([])
  expect(filesToRetry([{ title: 'no server', outcome: 'failed', cause: '' }])).toEqual([])
  expect(filesToRetry([result('fails', 'failed'), result('fails too', 'failed'), result('holds', 'passed')])).toEqual(['a.test.ts'])
})

test('the slowest files come first, with the time of all their tests, where more ran than are listed', () => {
  const [name, title] = ['core/a.test.ts', 'holds']
  const assertionResults = [
    { title, status: 'passed', duration: 300 },
    { title: 'not now', status: 'skipped' },
  ]
  const suites = [
    { specs: [{ title, file: 'b.e2e.ts', tests: [{ status: 'expected', results: [{ duration: 200 }, { duration: 250 }] }] }] },
  ]
  const tests = [
    ...readVitest({ testResults: [{ name: path.resolve(name), status: 'passed', assertionResults }] }),
    ...readPlaywright({ errors: [], suites }),
    { ...result(title, 'passed'), ms: 10 },
  ]
  expect(slowestFiles(tests, 2)).toEqual([
    { file: 'e2e/b.e2e.ts', ms: 450 },
    { file: name, ms: 300 },
  ])
  expect(slowestFiles(tests, 3)).toEqual([])
})

function result(title: string, outcome: string) {
  return { file: 'a.test.ts', title, outcome, cause: '' }
}
