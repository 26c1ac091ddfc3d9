import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { Gauge, HeatTable, SeverityCounts, Sparkline, StackedBar, TrendChart } from '../index.ts'
import { renderKit } from '../testing/render-kit.tsx'
import { byTime, toLine, toTicks, toTimeTicks } from './series.ts'

afterEach(cleanup)

const points = [
  { at: '2026-11-03T10:00:00Z', value: 30 },
  { at: '2026-11-01T10:00:00Z', value: 10 },
  { at: '2026-11-02T10:00:00Z', value: undefined },
  { at: 'no time', value: 99 },
]

test('the steps of an axis are round and cover all values', () => {
  expect(toTicks({ min: 0, max: 97 })).toEqual([0, 50, 100])
  expect(toTicks({ min: -3, max: 9 })).toEqual([-5, 0, 5, 10])
  expect(toTicks({ min: 0.1, max: 0.7 })).toEqual([0, 0.2, 0.4, 0.6, 0.8])
  expect(toTicks({ min: 0, max: 0 })).toEqual([0, 0.5, 1])
  expect(toTicks({ min: 12, max: 12 })).toEqual([5, 10, 15, 20])
  const day = 86_400_000
  expect(toTimeTicks({ min: 0, max: 30 * day }, 5)).toHaveLength(5)
  expect(toTimeTicks({ min: day, max: day }, 5).length).toBeLessThanOrEqual(1)
})

test('a line has a gap where there is no value, and leaves out what has no time', () => {
  const line = toLine(
    byTime([...points, { at: '2026-11-04T10:00:00Z', value: 20 }]),
    time => time / 86_400_000 - 20_758,
    value => value,
  )
  expect(line.match(/M/g)).toHaveLength(2)
  expect(line.match(/L/g)).toHaveLength(1)
})

test('the arrow keys read a chart value by value, and a table has the same values', async () => {
  const user = userEvent.setup()
  renderKit(<TrendChart label="Coverage" series={[{ name: 'Coverage', points }]} format={value => `${value} %`} />)
  const plot = screen.getByRole('slider', { name: 'Coverage' })
  expect(plot.getAttribute('aria-valuetext')).toContain('Coverage: 30 %')
  plot.focus()
  await user.keyboard('{Home}')
  expect(plot.getAttribute('aria-valuetext')).toContain('Coverage: 10 %')
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(plot.getAttribute('aria-valuetext')).toContain('Coverage: 30 %')
  await user.click(screen.getByRole('button', { name: 'Show as a table' }))
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1)
  expect(rows.map(row => within(row).getByRole('cell').textContent)).toEqual(['30 %', '10 %'])
  await user.click(screen.getByRole('button', { name: 'Show as a chart' }))
  expect(screen.getByRole('slider')).toBeTruthy()
})

test('a chart without values says so', () => {
  renderKit(<TrendChart label="Coverage" series={[{ name: 'Coverage', points: [{ at: '2026-11-01', value: undefined }] }]} />)
  expect(screen.getByText('No values yet')).toBeTruthy()
})

test('every small drawing says in words what it shows', () => {
  renderKit(
    <>
      <Sparkline label="Builds" points={points} />
      <Gauge label="Coverage" value={82} format={value => `${value} %`} />
      <Gauge label="Debt" value={undefined} />
      <StackedBar
        label="Checks"
        parts={[
          { label: 'passed', value: 42, tone: 'ok' },
          { label: 'failed', value: 0, tone: 'error' },
        ]}
      />
      <SeverityCounts label="Findings" counts={{ high: 2, critical: 1 }} />
    </>,
  )
  expect(screen.getByRole('img', { name: 'Builds: now 30, between 10 and 30' })).toBeTruthy()
  expect(screen.getByRole('meter', { name: 'Coverage' }).getAttribute('aria-valuetext')).toBe('82 %')
  expect(screen.getByRole('img', { name: 'Debt: Unknown' })).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Checks: passed: 42' })).toBeTruthy()
  expect(
    within(screen.getByRole('list', { name: 'Findings' }))
      .getAllByRole('listitem')
      .map(item => item.textContent),
  ).toEqual(['1 critical', '2 high'])
})

test('the cells of a coloured table stand under heads of rows and columns, with words and links', () => {
  renderKit(
    <HeatTable
      label="Scores"
      corner="Service"
      rows={[{ id: 'orders', title: 'Orders' }]}
      columns={[
        { id: 'owner', title: 'Owner' },
        { id: 'docs', title: 'Docs' },
      ]}
      cellOf={(_, { id }) => (id === 'owner' ? { words: '80 %', note: '3 of 4', tone: 'ok', to: '/orders' } : undefined)}
    />,
  )
  expect(screen.getByRole('columnheader', { name: 'Owner' })).toBeTruthy()
  const row = screen.getByRole('row', { name: /^Orders/ })
  expect(within(row).getByRole('link').textContent).toBe('80 %3 of 4')
  expect(
    within(row)
      .getAllByRole('cell')
      .map(cell => cell.textContent),
  ).toEqual(['80 %3 of 4', '–'])
})
