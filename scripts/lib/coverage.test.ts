import { expect, test } from 'vitest'
import { idsOf, measureCoverage, readRequirements } from './coverage.mjs'
import { readPlaywright, readVitest } from './results.mjs'

const requirements = readRequirements('id\tarea\tstatement\nDEMO-1\tDEMO\tfirst\nDEMO-2\tDEMO\tsecond\r\nX9-01\tX9\tthird\n')

test('ids stand in square brackets at the end of a title', () => {
  expect(idsOf('longer paths match first [DEMO-11]')).toEqual(['DEMO-11'])
  expect(idsOf('two at once [DEMO-01, X9-02,DEMO-045]')).toEqual(['DEMO-01', 'X9-02', 'DEMO-045'])
  expect(idsOf('one after the other [DEMO-14] [DEMO-57]')).toEqual(['DEMO-14', 'DEMO-57'])
  expect(idsOf('[DEMO-1] comes too early')).toEqual([])
  expect(idsOf('an index [0]')).toEqual([])
  expect(idsOf('no list [DEMO-1 DEMO-2]')).toEqual([])
  expect(idsOf('')).toEqual([])
})

test('an id that is a sample is not counted: alone, inside a title, part of a word, in a suite, in a message or in a file name', () => {
  const passed = (title: string, more: object = {}) => ({ title, status: 'passed', ...more })
  const samples = [
    passed('[DEMO-1]'),
    passed('reads [DEMO-1] as an id'),
    passed('"a test [DEMO-1]" is a title'),
    passed('list[DEMO-1]'),
    passed('holds', { fullName: 'a suite [DEMO-1] holds', ancestorTitles: ['a suite [DEMO-1]'], failureMessages: ['sample [DEMO-1]'] }),
  ]
  const vitest = readVitest({ testResults: [{ name: 'about [DEMO-1]', status: 'passed', assertionResults: samples }] })
  const spec = { title: 'holds', tests: [{ status: 'expected' }], file: 'about [DEMO-1]' }
  const playwright = readPlaywright({ errors: [], suites: [{ title: 'a suite [DEMO-1]', specs: [spec] }] })
  expect([vitest.length, playwright.length]).toEqual([5, 1])
  expect(measureCoverage(requirements, [...vitest, ...playwright]).covered).toBe(0)
})

test('a requirement is covered by a passing test that names it', () => {
  const coverage = measureCoverage(requirements, [
    { title: 'shows it [DEMO-1]', outcome: 'passed' },
    { title: 'never ran [DEMO-2]', outcome: 'skipped' },
  ])
  expect(coverage.areas).toEqual([
    { area: 'DEMO', covered: 1, total: 2 },
    { area: 'X9', covered: 0, total: 1 },
  ])
  expect([coverage.covered, coverage.total]).toEqual([1, 3])
  expect(coverage.missing.map(({ id }) => id)).toEqual(['DEMO-2', 'X9-01'])
  expect(coverage.unknown).toEqual([])
})

test('a failing test takes a requirement back, whatever else passes', () => {
  const coverage = measureCoverage(requirements, [
    { title: 'one half [DEMO-1]', outcome: 'passed' },
    { title: 'other half [DEMO-1]', outcome: 'failed' },
  ])
  expect(coverage.covered).toBe(0)
})

test('an id that is not in the list is reported once', () => {
  const tests = ['a [DEMO-9]', 'b [DEMO-9, DEMO-1]'].map(title => ({ title, outcome: 'passed' }))
  expect(measureCoverage(requirements, tests).unknown).toEqual(['DEMO-9'])
})
