import { expect, test } from 'vitest'
import { idsOf, measureCoverage, readRequirements } from './coverage.mjs'

const requirements = readRequirements('id\tarea\tstatement\nCAT-1\tCAT\tfirst\nCAT-2\tCAT\tsecond\r\nK8S-01\tK8S\tthird\n')

test('ids stand in square brackets at the end of a title', () => {
  expect(idsOf('longer paths match first [SHELL-11]')).toEqual(['SHELL-11'])
  expect(idsOf('two at once [SHELL-01, K8S-02,CAT-045]')).toEqual(['SHELL-01', 'K8S-02', 'CAT-045'])
  expect(idsOf('one after the other [UI-14] [UI-57]')).toEqual(['UI-14', 'UI-57'])
  expect(idsOf('[CAT-1] comes too early')).toEqual([])
  expect(idsOf('an index [0]')).toEqual([])
  expect(idsOf('no list [CAT-1 CAT-2]')).toEqual([])
  expect(idsOf('')).toEqual([])
})

test('a requirement is covered by a passing test that names it', () => {
  const coverage = measureCoverage(requirements, [
    { title: 'shows it [CAT-1]', outcome: 'passed' },
    { title: 'never ran [CAT-2]', outcome: 'skipped' },
  ])
  expect(coverage.areas).toEqual([
    { area: 'CAT', covered: 1, total: 2 },
    { area: 'K8S', covered: 0, total: 1 },
  ])
  expect([coverage.covered, coverage.total]).toEqual([1, 3])
  expect(coverage.missing.map(({ id }) => id)).toEqual(['CAT-2', 'K8S-01'])
  expect(coverage.unknown).toEqual([])
})

test('a failing test takes a requirement back, whatever else passes', () => {
  const coverage = measureCoverage(requirements, [
    { title: 'one half [CAT-1]', outcome: 'passed' },
    { title: 'other half [CAT-1]', outcome: 'failed' },
  ])
  expect(coverage.covered).toBe(0)
})

test('an id that is not in the list is reported once', () => {
  const tests = ['a [CAT-9]', 'b [CAT-9, CAT-1]'].map(title => ({ title, outcome: 'passed' }))
  expect(measureCoverage(requirements, tests).unknown).toEqual(['CAT-9'])
})
