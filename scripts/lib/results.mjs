import fs from 'node:fs'
import path from 'node:path'
import { inRoot } from './repository.mjs'

const resultsFolder = inRoot('.portico', 'test-results')
export const vitestReport = path.join(resultsFolder, 'vitest.json')
export const playwrightReport = path.join(resultsFolder, 'playwright.json')

/** Every test of a Vitest report as `{ title, outcome }`; a file that fails outside of its tests counts as one more failed test. */
export function readVitest(report) {
  return report.testResults.flatMap(({ name, status, assertionResults }) => {
    const tests = assertionResults.map(test => ({ title: test.title, outcome: vitestOutcome(test.status) }))
    const explained = tests.some(({ outcome }) => outcome === 'failed')
    return status === 'failed' && !explained ? [...tests, { title: name, outcome: 'failed' }] : tests
  })
}

/** Every test of a Playwright report, in the same form. A test that passed only on a retry has failed. */
export function readPlaywright(report) {
  const broken = report.errors.map(({ message = 'error outside of a test' }) => ({ title: message, outcome: 'failed' }))
  return [...broken, ...report.suites.flatMap(testsOf)]
}

function testsOf(suite) {
  const own = suite.specs.flatMap(spec => spec.tests.map(test => ({ title: spec.title, outcome: playwrightOutcome(test.status) })))
  return [...own, ...(suite.suites ?? []).flatMap(testsOf)]
}

function vitestOutcome(status) {
  return status === 'passed' || status === 'failed' ? status : 'skipped'
}

function playwrightOutcome(status) {
  if (status === 'expected') return 'passed'
  return status === 'skipped' ? 'skipped' : 'failed'
}

/** How many of each outcome. */
export function count(tests) {
  const of = outcome => tests.filter(test => test.outcome === outcome).length
  return { passed: of('passed'), failed: of('failed'), skipped: of('skipped') }
}

/** A report as it was written, or undefined where there is none. */
export function readReport(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
