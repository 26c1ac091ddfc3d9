import { eventually } from '@portico/core/testing'
import { startScaffolder, type TestScaffolder } from '@portico/scaffolder/testing'
import { scaffolderApi } from '@portico/scaffolder/common'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'

let scaffolder: TestScaffolder
beforeAll(async () => {
  scaffolder = await startScaffolder(
    {
      quick: { steps: [{ action: 'debug:log', input: { message: 'done' } }] },
      hang: { steps: [{ id: 'wait', action: 'debug:wait', input: { minutes: 5 } }] },
    },
    { config: { scaffolder: { concurrentTasksLimit: 2, taskTimeout: '3s', taskRetention: '30d' } } },
  )
})
afterAll(() => scaffolder.stop())

const database = () => scaffolder.server.database.forSchema('scaffolder')

/** Has the periodic work done now. */
async function lookAfterTasks(): Promise<void> {
  const path = '/api/scaffolder/.backstage/scheduler/v1/tasks/close-stale-tasks/trigger'
  expect((await scaffolder.server.as({ plugin: 'scaffolder' }).fetch(path, { method: 'POST' })).status).toBe(200)
}

test('one server runs so many tasks at once and no more, and a task that takes too long fails', async () => {
  const ids = [await scaffolder.create('hang'), await scaffolder.create('hang'), await scaffolder.create('hang')]
  const statuses = async () => Promise.all(ids.map(async id => (await scaffolder.task(id)).status))
  await eventually(async () => expect((await statuses()).filter(status => status === 'processing')).toHaveLength(2))
  expect(await statuses()).toContain('open')
  for (const id of ids) await scaffolder.until(id, 'failed')
  expect((await scaffolder.eventsOf(ids[2] ?? '')).at(-1)?.body).toMatchObject({
    error: { name: 'TimeoutError', message: 'The task took longer than 3 s', stepId: 'wait' },
  })
})

test('a task that no server works on fails after a while, and is not run again', async () => {
  const { id: known } = await scaffolder.run('quick')
  const id = randomUUID()
  await sql`insert into task (id, template_ref, spec, status, created_by, started_at, last_heartbeat_at, claim, sealed)
    select ${id}, template_ref, spec, 'processing', created_by, now(), now() - interval '1 hour', gen_random_uuid(), 'x' from task
    where id = ${known}`.execute(database())
  await lookAfterTasks()
  await scaffolder.until(id, 'failed')
  expect((await scaffolder.eventsOf(id)).map(({ type, body }) => [type, body.message])).toEqual([
    ['completion', 'No server has worked on this task for too long'],
  ])
  const { rows } = await sql<{ sealed: Buffer | null }>`select sealed from task where id = ${id}`.execute(database())
  expect(rows).toEqual([{ sealed: null }])
})

test('ended tasks are removed after their time, with their logs; those that run or wait are not', async () => {
  const { id: old } = await scaffolder.run('quick')
  const { id: recent } = await scaffolder.run('quick')
  await sql`update task set finished_at = now() - interval '31 days' where id = ${old}`.execute(database())
  await lookAfterTasks()
  await eventually(async () => await expect(scaffolder.task(old)).rejects.toMatchObject({ status: 404 }))
  expect((await scaffolder.task(recent)).status).toBe('completed')
  const { rows } = await sql`select 1 from task_event where task_id = ${old}`.execute(database())
  expect(rows).toEqual([])
  await expect(scaffolder.server.call(scaffolderApi.getLedger, { params: { taskId: old } })).rejects.toMatchObject({ status: 404 })
})
