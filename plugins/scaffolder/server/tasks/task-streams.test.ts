import type { Task, TaskEvent } from '@portico/scaffolder/common'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { maxEvents } from './event-store.ts'
import { createTaskStreams } from './task-streams.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const task = { id: 't', spec: {}, status: 'completed', createdAt: '' } as unknown as Task

function eventAt(id: number, type: TaskEvent['type'] = 'log'): TaskEvent {
  return { id, taskId: 't', type, body: { message: `line ${id}` }, createdAt: '' }
}

test('a log of many pages is streamed at once, in order, and the stream ends with the completion', async () => {
  const count = maxEvents * 2 + 5
  const all = [...Array.from({ length: count }, (_, at) => eventAt(at + 1)), eventAt(count + 1, 'completion'), eventAt(count + 2)]
  // No timer fires and no notification comes: every page is read without waiting for either.
  const streams = createTaskStreams({
    events: { list: async (_: string, after: number) => all.filter(({ id }) => id > after).slice(0, maxEvents) } as never,
    notifications: { on: () => () => {} } as never,
  })
  const ids: number[] = []
  for await (const { data } of streams.stream(task, 0, new AbortController().signal)) ids.push(data.id)
  expect(ids).toHaveLength(count + 1)
  expect(ids.every((id, at) => id === at + 1)).toBe(true)
})
