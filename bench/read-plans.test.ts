import { expect, test } from 'vitest'
import { readPlans } from './read-plans.ts'

test('plans are read from a log between other lines', () => {
  const log = [
    '2026-01-01 12:00:00 UTC [7] LOG:  checkpoint starting',
    '2026-01-01 12:00:01 UTC [8] LOG:  duration: 0.125 ms  plan:',
    '\tQuery Text: select final',
    '\t          from entity where ref = $1',
    '\tIndex Scan using entity_ref_key on entity  (cost=0.29..8.31 rows=1 width=1200) (actual time=0.010..0.011 rows=1.00 loops=1)',
    "\t  Index Cond: (ref = 'a'::text)",
    '\t  Buffers: shared hit=3 read=1',
    '2026-01-01 12:00:02 UTC [8] LOG:  checkpoint complete',
    '',
  ].join('\n')
  expect(readPlans(log)).toEqual([
    {
      statement: 'select final from entity where ref = $1',
      plan: expect.stringMatching(/^Index Scan[^]*read=1$/),
      milliseconds: 0.125,
      buffers: 4,
    },
  ])
})
