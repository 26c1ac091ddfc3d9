import { answer, renderPage } from '@portico/core/testing/web'
import { notFoundError } from '@portico/core/common'
import { devtoolsApi, type Performance } from '@portico/devtools/common'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { devtoolsWeb } from '../index.tsx'

const durations = { count: 1200, failures: 0, totalMs: 9000, p50Ms: 4.2, p99Ms: 12, maxMs: 80 }
const performance: Performance = {
  since: '2026-01-01T10:00:00Z',
  process: {
    processors: 2,
    processorShare: 0.5,
    residentBytes: 180e6,
    heapLimitBytes: 2000e6,
    eventLoop: { p50Ms: 0.2, p99Ms: 250, maxMs: 400, busyShare: 0.31 },
    memory: [
      { part: 'heap', bytes: 90e6 },
      { part: 'thread', name: 'search', bytes: 30e6 },
    ],
  },
  routes: [{ method: 'GET', plugin: 'catalog', route: '/api/catalog/entities', ...durations, p99Ms: 300 }],
  statements: [{ id: 'abc', schema: 'catalog', statement: 'select *\n  from entity where id = $1', ...durations }],
  pool: { used: 3, idle: 1, waiting: 0, max: 10 },
  database: {
    version: '18.4',
    sizeBytes: 250e6,
    connections: 5,
    maxConnections: 100,
    cacheHitShare: 0.99,
    tables: [
      {
        schema: 'catalog',
        table: 'entity',
        rows: 50_000,
        deadRows: 12,
        tableBytes: 80e6,
        indexBytes: 20e6,
        wholeScans: 3,
        rowsByWholeScans: 9,
        indexScans: 8,
      },
    ],
  },
  queues: [{ plugin: 'scaffolder', name: 'task', waiting: 7, running: 2, oldestSeconds: 400, failed: 1 }],
  advice: [
    { id: 'event-loop', measured: 250, limit: 100 },
    { id: 'queue', subject: 'scaffolder/task', measured: 400, limit: 300 },
  ],
}
const open = { plugins: [devtoolsWeb], path: '/system/performance' }

test('operators see what is slow, how large everything is, and which setting would help', async () => {
  const { screen } = renderPage({ ...open, answers: [answer(devtoolsApi.getPerformance, performance)] })
  const rows = async (name: string) =>
    within(await screen.findByRole('table', { name }))
      .getAllByRole('row')
      .slice(1)
      .map(row => row.textContent)
  expect(await screen.findByText(/Jobs of scaffolder\/task wait for long/)).toBeTruthy()
  expect(screen.getByText('250 ms, limit 100 ms')).toBeTruthy()
  expect(screen.getByText('0.2 ms median, 400 ms max')).toBeTruthy()
  expect(await rows('Routes')).toEqual([expect.stringContaining('GET /api/catalog/entities1,2004.2 ms')])
  expect(await rows('Memory by part')).toEqual(['JavaScript heap90 MB', 'Thread search30 MB'])
  expect(await rows('Tables')).toEqual(['catalog.entity50,0001280 MB20 MB3'])
  expect(await rows('Queues')).toEqual([expect.stringContaining('scaffolder/task72')])
})

test('a statement shows its plan', async () => {
  const { screen, user } = renderPage({
    ...open,
    answers: [
      answer(devtoolsApi.getPerformance, performance),
      answer(devtoolsApi.explainStatement, { plan: 'Index Scan using entity_pkey' }),
    ],
  })
  await user.click(await screen.findByRole('button', { name: 'Show the plan of select * from entity where id = $1' }))
  expect(await screen.findByText(/Index Scan using entity_pkey/)).toBeTruthy()
})

test('a statement that is no longer known says so', async () => {
  const { screen, user } = renderPage({
    ...open,
    answers: [
      answer(devtoolsApi.getPerformance, performance),
      answer(devtoolsApi.explainStatement, notFoundError('There is no statement')),
    ],
  })
  await user.click(await screen.findByRole('button', { name: /^Show the plan/ }))
  expect(await screen.findByText('The plan could not be read')).toBeTruthy()
})
