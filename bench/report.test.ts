import { describe, expect, it } from 'vitest'
import { describeMachine, formatNumber, mergeReports, toTable, withFigures, type Report } from './report.ts'

const machine = describeMachine()
const report = (figures: Report['figures'], measuredAt = '2026-11-15T10:00:00.000Z'): Report => ({ measuredAt, machine, figures })
const start = { figure: 'warm-start', rows: [{ name: 'Warm start', value: 812.4, unit: 'ms', limit: 1500 }] } as const
const memory = { figure: 'memory', rows: [{ name: 'Idle', value: 171.26, unit: 'MB', limit: 160 }] } as const

describe('the report', () => {
  it('writes numbers so that they can be read', () => {
    expect([0, 7, 3.14159, 99.96, 812.4, 12_345.6, 1_234_567].map(formatNumber)).toEqual([
      '0',
      '7',
      '3.1',
      '100.0',
      '812',
      '12 346',
      '1 234 567',
    ])
  })

  it('is a table that says which limit is kept and which is not', () => {
    expect(toTable([start, memory]).split('\n')).toEqual([
      '| Figure     | What       | Measured | Limit          |',
      '| ---------- | ---------- | -------: | -------------- |',
      '| warm-start | Warm start |   812 ms | under 1 500 ms |',
      '| memory     | Idle       |   171 MB | OVER 160 MB    |',
    ])
  })

  it('says why something was not measured, in one line', () => {
    expect(toTable([{ figure: 'bundle', rows: [], failure: 'the web app is not built\nmore' }])).toContain(
      '| bundle | not measured: the web app is not built |',
    )
  })

  it('keeps older figures of the same machine that were not measured again, and no failures', () => {
    const merged = mergeReports(
      report([start, memory]),
      report(
        [
          { ...start, rows: [] },
          { figure: 'disk', rows: [], failure: 'no' },
        ],
        '2026-11-16T10:00:00.000Z',
      ),
    )
    expect(merged.figures).toEqual([memory, { ...start, rows: [] }])
    expect(merged.measuredAt).toBe('2026-11-16T10:00:00.000Z')
  })

  it('drops the figures of another machine', () => {
    const other = { ...report([memory]), machine: { ...machine, cores: machine.cores + 1 } }
    expect(mergeReports(other, report([start])).figures).toEqual([start])
    expect(mergeReports(undefined, report([start])).figures).toEqual([start])
  })

  it('puts the table between the marks of the README and leaves the rest', () => {
    const readme = '# M\n<!-- figures: written by node bench/run.ts --save -->\nold\n<!-- end of figures -->\nrest $& \n'
    const text = withFigures(withFigures(readme, report([memory])), report([start]))
    expect(text).toContain('Measured on 2026-11-15: ')
    expect(text).toContain('| warm-start |')
    expect(text).not.toMatch(/old|memory/)
    expect(text.endsWith('<!-- end of figures -->\nrest $& \n')).toBe(true)
    expect(() => withFigures('# no marks', report([start]))).toThrow('no marks for figures')
  })
})
