// @vitest-environment node
import type { Timeline } from '@portico/catalog/common'
import { expect, test } from 'vitest'
import { nextStop, stepOf, stopAt, stopsOf } from './stops.ts'
import { toMoment } from './use-moment.ts'

const day = (number: number) => `2026-01-0${number}T00:00:00.000Z`
const part = (number: number, created: number) => ({ from: day(number), to: day(number + 1), created, updated: 0, deleted: 0 })
const timeline: Timeline = { parts: [part(1, 3), part(2, 0), part(3, 1), part(4, 0)], beginsWithNothing: true, isCounted: true }
const stops = stopsOf(timeline)

test('there is a stop before everything, one at the end of each part, and the last is now', () => {
  expect(stops).toEqual([1, 2, 3, 4, 5].map(day))
  expect(stopsOf({ ...timeline, parts: [] })).toEqual([])
  expect(
    [undefined, day(1), day(3), '2026-01-02T12:00:00.000Z', '2001-01-01T00:00:00.000Z', day(9)].map(each => stopAt(stops, each)),
  ).toEqual([4, 0, 2, 2, 0, 4])
})

test('playing passes over parts in which nothing happened, unless nobody counts', () => {
  expect([0, 1, 3].map(from => nextStop(timeline, from, 1))).toEqual([1, 3, 4])
  expect([4, 3, 1].map(from => nextStop(timeline, from, -1))).toEqual([3, 1, 0])
  expect(nextStop({ ...timeline, isCounted: false }, 1, 1)).toBe(2)
})

test('a step is the time from the stop before to the moment; before everything there is none', () => {
  expect(stepOf(stops, day(2))).toEqual({ from: day(1), to: day(2) })
  expect(stepOf(stops, '2026-01-02T12:00:00.000Z')).toEqual({ from: day(2), to: '2026-01-02T12:00:00.000Z' })
  expect(stepOf(stops, day(1))).toBeUndefined()
})

test('what is no moment means now', () => {
  expect([undefined, '', 'now', 'yesterday'].map(toMoment)).toEqual([undefined, undefined, undefined, undefined])
  expect(toMoment('2026-01-01T00:00:00+01:00')).toBe('2025-12-31T23:00:00.000Z')
})
