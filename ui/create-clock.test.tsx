import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createClock } from './create-clock.ts'
import { RelativeTime } from './RelativeTime.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('all who look at a clock share one timer, which ends with the last of them; who comes later sees the time of then', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-16T05:00:00Z') })
  const useNow = createClock(10_000)
  const Time = () => <p>{useNow().toISOString().slice(11, 19)}</p>
  const { rerender, unmount } = render([1, 2, 3].map(key => <Time key={key} />))
  expect([screen.getAllByText('05:00:00').length, vi.getTimerCount()]).toEqual([3, 1])
  act(() => void vi.advanceTimersByTime(10_000))
  expect(screen.getAllByText('05:00:10')).toHaveLength(3)
  rerender([<Time key={1} />])
  expect(vi.getTimerCount()).toBe(1)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
  vi.setSystemTime(Date.parse('2026-11-16T07:30:00Z'))
  render(<Time />)
  expect(screen.getByText('07:30:00')).toBeTruthy()
})

test('who shows only a part of the time is rendered again only when that part has changed', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-16T05:00:00Z') })
  const useNow = createClock(10_000)
  const rendered = vi.fn<() => void>()
  const Minutes = () => {
    rendered()
    return <p>{useNow(now => now.getUTCMinutes())}</p>
  }
  render(<Minutes />)
  act(() => void vi.advanceTimersByTime(50_000))
  expect(rendered).toHaveBeenCalledOnce()
  act(() => void vi.advanceTimersByTime(10_000))
  expect([screen.getByText('1').textContent, rendered.mock.calls.length]).toEqual(['1', 2])
})

test('a moment is told by its distance from now, and moves on', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-16T05:00:00Z') })
  render(<RelativeTime at="2026-11-16T04:59:30Z" />)
  expect(screen.getByText('30 seconds ago')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(60_000))
  expect(screen.getByText('1 minute ago')).toBeTruthy()
})

test('what happens between two ticks of the clock is now, not in the future', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-16T05:00:00Z') })
  render(
    <>
      <RelativeTime at="2026-11-16T05:00:01Z" />
      <RelativeTime at="2026-11-16T05:02:00Z" />
    </>,
  )
  expect(screen.getByText('now')).toBeTruthy()
  expect(screen.getByText('in 2 minutes')).toBeTruthy()
})
