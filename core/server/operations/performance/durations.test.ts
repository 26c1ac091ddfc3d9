import { expect, test } from 'vitest'
import { createDurations } from './durations.ts'

test('percentiles are at most a quarter too long and never too short', () => {
  const durations = createDurations({ windowMs: 1000, maxKeys: 10 })
  for (let ms = 1; ms <= 1000; ms += 1) durations.record('a', ms, ms > 990)
  const [{ durations: found } = { durations: undefined }] = durations.list()
  expect(found).toMatchObject({ count: 1000, failures: 10, totalMs: 500_500, maxMs: 1000 })
  expect(found!.p50Ms).toBeGreaterThanOrEqual(500)
  expect(found!.p50Ms).toBeLessThanOrEqual(625)
  expect(found!.p99Ms).toBeGreaterThanOrEqual(990)
  expect(found!.p99Ms).toBeLessThanOrEqual(1000)
})

test('what is older than two windows is forgotten, and the most expensive comes first', () => {
  let time = 0
  const durations = createDurations({ windowMs: 100, maxKeys: 10, now: () => time })
  durations.record('old', 5)
  time = 150
  durations.record('often', 1)
  durations.record('often', 1)
  durations.record('slow', 7)
  expect(durations.list().map(({ key }) => key)).toEqual(['slow', 'old', 'often'])
  expect(durations.since()).toEqual(new Date(0))
  time = 260
  expect(durations.list().map(({ key }) => key)).toEqual(['slow', 'often'])
  time = 1000
  expect(durations.list()).toEqual([])
})

test('there are no more keys than allowed', () => {
  const durations = createDurations({ windowMs: 1000, maxKeys: 2 })
  for (const key of ['a', 'b', 'c', 'a']) durations.record(key, 1)
  expect(durations.list().map(({ key, durations: { count } }) => `${key} ${count}`)).toEqual(['a 2', 'b 1'])
})
