import type { TaskEvent } from '@portico/scaffolder/common'
import { AppError } from '@portico/core/common'
import { expect, test } from 'vitest'
import { followTask, pollRetryMs, type FollowOptions } from './follow-task.ts'
import { createRunLog } from './run-log.ts'

const texts = { resumed: 'resumed', startedOver: 'started over' }
const event = (id: number, type: TaskEvent['type'], body: TaskEvent['body'] = {}): TaskEvent => ({
  id,
  taskId: 't',
  type,
  body,
  createdAt: new Date(id * 1000).toISOString(),
})
const log = (id: number, message: string, more: object = {}) => event(id, 'log', { message, ...more })
const end = (id: number, body: object = { output: {} }) => event(id, 'completion', { message: 'over', ...body })

/** A client whose stream and polls are scripted; each entry is events, or an error. */
function scripted(stream: readonly (TaskEvent | Error)[], polls: readonly (readonly TaskEvent[] | Error)[] = []) {
  const after: (string | undefined)[] = []
  const left = [...polls]
  const client = {
    async *stream(_route: unknown, { query }: { query: { after: string } }) {
      after.push(query.after)
      for (const each of stream) {
        if (each instanceof Error) throw each
        yield { event: each.type, data: each }
      }
    },
    async call(_route: unknown, { query }: { query: { after: string } }) {
      after.push(query.after)
      const next = left.shift() ?? []
      if (next instanceof Error) throw next
      return next
    },
  }
  return { client: client as unknown as FollowOptions['client'], after, left }
}

async function follow(script: ReturnType<typeof scripted>) {
  const run = createRunLog(texts)
  const pauses: number[] = []
  const troubles: (string | undefined)[] = []
  const failure = await followTask({
    client: script.client,
    taskId: 't',
    lastId: () => run.snapshot().lastId,
    onEvents: run.add,
    onTrouble: error => void troubles.push(error?.message),
    signal: new AbortController().signal,
    pause: async ms => void pauses.push(ms),
  }).catch((error: Error) => error)
  return { run, pauses, troubles, failure }
}

test("following a task ends on an event of type 'completion', whatever the server still sends [SCAF-063]", async () => {
  const { run } = await follow(scripted([log(1, 'one'), end(2), log(3, 'after the end')]))
  expect(run.snapshot().end).toEqual({ at: expect.any(String), output: {} })
  expect(run.snapshot().lines).toEqual(['one', 'over'])
})

test('long polling waits 1000 ms after a failed response, then goes on [SCAF-064]', async () => {
  expect(pollRetryMs).toBe(1000)
  const broken = new AppError('ServiceUnavailableError', 'away')
  const script = scripted([log(1, 'one')], [broken, broken, [log(2, 'two'), end(3)]])
  const { run, pauses, troubles } = await follow(script)
  expect(pauses).toEqual([1000, 1000])
  expect(troubles).toEqual([undefined, 'away', 'away', undefined])
  expect(run.snapshot().lines).toEqual(['one', 'two', 'over'])
})

test('a stream that breaks off is followed on by polling after the last event, and nothing comes twice', async () => {
  const script = scripted(
    [log(1, 'one'), log(2, 'two'), new TypeError('network')],
    [[log(2, 'two'), log(3, 'three')], [log(4, 'four')], [end(5)]],
  )
  const { run } = await follow(script)
  expect(script.after.map(Number)).toEqual([0, expect.any(Number), expect.any(Number), expect.any(Number)])
  expect(run.snapshot().lines).toEqual(['one', 'two', 'three', 'four', 'over'])
})

test.each([401, 403, 404])('an answer %i ends the following: no retry changes it', async status => {
  const refused = new AppError('Error', 'no longer', { status })
  const stream = await follow(scripted([log(1, 'one'), refused]))
  expect(stream.failure).toBe(refused)
  const polled = await follow(scripted([log(1, 'one')], [refused]))
  expect(polled.failure).toBe(refused)
  expect(polled.pauses).toEqual([])
})

test('an answer that is empty at once does not make a storm of requests', async () => {
  const { pauses } = await follow(scripted([], [[], [], [end(1)]]))
  expect(pauses).toEqual([1000, 1000])
})

test('steps have states and times, lines belong to their step, and a retry begins what had not succeeded anew', () => {
  const run = createRunLog(texts)
  run.add([
    log(1, 'Beginning a', { stepId: 'a', status: 'processing' }),
    log(2, 'x\r\ny', { stepId: 'a' }),
    log(3, 'Finished a', { stepId: 'a', status: 'completed' }),
    log(4, 'Beginning b', { stepId: 'b', status: 'processing' }),
    log(5, 'broken', { stepId: 'b', status: 'failed' }),
    end(6, { error: { name: 'Error', message: 'broken', code: 'x.y', stepId: 'b' } }),
  ])
  const failed = run.snapshot()
  expect(failed.steps.get('a')).toEqual({
    status: 'completed',
    startedAt: new Date(1000).toISOString(),
    endedAt: new Date(3000).toISOString(),
  })
  expect(failed.linesOf('a')).toEqual(['Beginning a', 'x', 'y', 'Finished a'])
  expect(failed.linesOf('none')).toEqual([])
  expect(failed.end?.error).toEqual({ name: 'Error', message: 'broken', code: 'x.y', stepId: 'b' })
  run.add([event(7, 'recovered', { recoverStrategy: 'resume' })])
  expect([...run.snapshot().steps.keys()]).toEqual(['a'])
  expect(run.snapshot().end).toBeUndefined()
  // The end of before comes with every poll: it is not the end of this run.
  run.add([end(6)])
  expect(run.snapshot().end).toBeUndefined()
  run.add([event(8, 'recovered', { recoverStrategy: 'startOver' })])
  expect([...run.snapshot().steps.keys()]).toEqual([])
  expect(run.snapshot().lines.slice(-2)).toEqual(['resumed', 'started over'])
})

test('events that are no use are no harm', () => {
  const run = createRunLog(texts)
  run.add([event(1, 'log'), end(2, { output: 'text', error: 'text' }), event(3, 'cancelled', { message: 'by jane' })])
  expect(run.snapshot()).toMatchObject({ lines: ['over', 'by jane'], cancelled: 'by jane', end: { at: expect.any(String) } })
})
