import fs from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { inRoot, root } from './repository.mjs'

const maxRetriedFiles = 5

const resultsFolder = inRoot('.portico', 'test-results')
export const vitestReport = path.join(resultsFolder, 'vitest.json')
export const playwrightReport = path.join(resultsFolder, 'playwright.json')

/** Every test of a Vitest report as `{ file, title, outcome, cause, ms }`; a file that fails outside of its tests counts as one more failed test. */
export function readVitest(report) {
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name)
    const tests = assertionResults.map(test => ({
      file,
      title: test.title,
      outcome: vitestOutcome(test.status),
      cause: firstLine(test.failureMessages?.[0]),
      ms: test.duration ?? 0,
    }))
    const explained = tests.some(({ outcome }) => outcome === 'failed')
    return status === 'failed' && !explained ? [...tests, { file, title: name, outcome: 'failed', cause: firstLine(message) }] : tests
  })
}

/** Every test of a Playwright report, in the same form. */
export function readPlaywright(report) {
  const broken = report.errors.map(({ message = 'error outside of a test' }) => ({ title: message, outcome: 'failed', cause: '' }))
  return [...broken, ...report.suites.flatMap(testsOf)]
}

function testsOf(suite) {
  const own = suite.specs.flatMap(spec =>
    spec.tests.map(test => ({
      file: spec.file && path.posix.join('e2e', spec.file),
      title: spec.title,
      outcome: playwrightOutcome(test.status),
      cause: firstLine(test.results?.find(({ error }) => error)?.error.message),
      ms: sum(test.results?.map(({ duration = 0 }) => duration)),
    })),
  )
  return [...own, ...(suite.suites ?? []).flatMap(testsOf)]
}

function firstLine(text = '') {
  return stripVTControlCharacters(text.trim().split('\n', 1)[0])
}

function vitestOutcome(status) {
  return status === 'passed' || status === 'failed' ? status : 'skipped'
}

function playwrightOutcome(status) {
  if (status === 'expected') return 'passed'
  return status === 'skipped' ? 'skipped' : 'failed'
}

function sum(numbers = []) {
  return numbers.reduce((total, number) => total + number, 0)
}

/** The files whose tests took longest, with their milliseconds; none where so few ran that all of them can be looked at. */
export function slowestFiles(tests, limit = 10) {
  const times = new Map()
  for (const { file, ms = 0 } of tests) if (file) times.set(file, (times.get(file) ?? 0) + ms)
  if (times.size <= limit) return []
  const files = [...times].map(([file, ms]) => ({ file, ms }))
  return files.sort((a, b) => b.ms - a.ms).slice(0, limit)
}

/** How many of each outcome. */
export function count(tests) {
  const of = outcome => tests.filter(test => test.outcome === outcome).length
  return { passed: of('passed'), flaky: of('flaky'), failed: of('failed'), skipped: of('skipped') }
}

/** The files to run once more, or none where so much failed that chance cannot be the reason, or where a failure belongs to no file. */
export function filesToRetry(tests) {
  const failed = tests.filter(({ outcome }) => outcome === 'failed')
  const files = new Set(failed.map(({ file }) => file))
  return files.has(undefined) || files.size > maxRetriedFiles ? [] : [...files]
}

/** The tests after a second run of some files: what failed and then passed is flaky, which is neither hidden nor a failure. */
export function mergeRetry(tests, retried) {
  const key = ({ file, title }) => `${file}\n${title}`
  const passed = new Set(retried.filter(({ outcome }) => outcome === 'passed').map(key))
  const failed = new Set(retried.filter(({ outcome }) => outcome === 'failed').map(key))
  const known = new Set(tests.map(key))
  const merged = tests.map(test => {
    const recovered = test.outcome === 'failed' && !failed.has(key(test)) && (passed.has(key(test)) || brokeOutside(test, retried))
    return recovered ? { ...test, outcome: 'flaky' } : test
  })
  return [...merged, ...retried.filter(test => !known.has(key(test)))]
}

/** Whether a failed file, as opposed to a failed test, ran to its end the second time. */
function brokeOutside({ file, title }, retried) {
  const second = retried.filter(test => test.file === file)
  return path.relative(root, title) === file && second.length > 0 && second.every(({ outcome }) => outcome !== 'failed')
}

/** A report as it was written, or undefined where there is none. */
export function readReport(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
