import { document } from '@portico/catalog/testing'
import { eventually } from '@portico/core/testing'
import { startFakeS3 } from '@portico/integrations/testing'
import { scaffolderApi } from '@portico/scaffolder/common'
import { messagesOf, startScaffolder, type TestScaffolder } from '@portico/scaffolder/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

let bucket: Awaited<ReturnType<typeof startFakeS3>>
let scaffolder: TestScaffolder
beforeAll(async () => {
  bucket = await startFakeS3('tasks')
  bucket.keys.accessKeyId = 'AK'
  const settings = { endpoint: bucket.url, region: 'eu-west-1', accessKeyId: 'AK', secretAccessKey: 'SK' }
  const late = { id: 'late', action: 'fetch:plain:file', input: { url: './late.txt', targetPath: 'late.txt' } }
  const log = { action: 'debug:log', input: { listWorkspace: 'with-contents' } }
  scaffolder = await startScaffolder(
    {
      breaks: { steps: [{ action: 'fetch:plain', input: { url: './skeleton' } }, late, log] },
      asks: {
        steps: [
          { action: 'fetch:plain', input: { url: './skeleton' } },
          { id: 'ask', action: 'approval', input: { approvers: ['user:default/ann'] } },
        ],
      },
    },
    {
      documents: [document('User', 'ann', { spec: { memberOf: [] } })],
      files: { 'skeleton/a.txt': 'kept outside' },
      config: { scaffolder: { taskRecovery: { workspaceProvider: 'awsS3', bucket: { name: 'tasks', settings } } } },
    },
  )
})
afterAll(async () => {
  await scaffolder.stop()
  await bucket.close()
})

const database = () => scaffolder.server.database.forSchema('scaffolder')

async function removeGarbage(): Promise<void> {
  const path = '/api/scaffolder/.backstage/scheduler/v1/tasks/close-stale-tasks/trigger'
  expect((await scaffolder.server.as({ plugin: 'scaffolder' }).fetch(path, { method: 'POST' })).status).toBe(200)
}

test('the files of a task are kept in a bucket, a retry goes on with them, and objects without a use are removed', async () => {
  const { id, task } = await scaffolder.run('breaks')
  expect(task.status).toBe('failed')
  expect([...bucket.objects.keys()]).toEqual([expect.stringMatching(`^scaffolder/${id}/`)])
  const { rows } = await sql`select archive, place from task_workspace where task_id = ${id}`.execute(database())
  expect(rows).toEqual([{ archive: null, place: [...bucket.objects.keys()][0] }])
  scaffolder.write('late.txt', 'came later')
  await scaffolder.server.call(scaffolderApi.retryTask, { params: { taskId: id }, body: {} })
  await scaffolder.until(id, 'completed')
  const messages = messagesOf(await scaffolder.eventsOf(id)).join('\n')
  expect(messages).toContain('kept outside')
  expect(messages).toContain('came later')
  expect(messages.match(/files copied from/g)).toHaveLength(1)
  await removeGarbage()
  await eventually(() => expect(bucket.objects.size).toBe(1))
  expect((await scaffolder.server.call(scaffolderApi.listTaskFiles, { params: { taskId: id } })).files.map(({ path }) => path)).toEqual([
    'a.txt',
    'late.txt',
  ])
  await sql`update task set finished_at = now() - interval '31 days' where id = ${id}`.execute(database())
  await removeGarbage()
  await eventually(() => expect(bucket.objects.size).toBe(0))
})

test('a bucket that does not answer costs the copy and not the task', async () => {
  bucket.state.fault = (_, response) => (response.writeHead(403).end(), true)
  const id = await scaffolder.create('asks')
  await eventually(async () => expect((await scaffolder.task(id)).waiting).toBeDefined())
  expect(messagesOf(await scaffolder.eventsOf(id)).join('\n')).toContain('Warning: the files could not be kept')
  bucket.state.fault = undefined
  await scaffolder.server
    .as('user:default/ann')
    .call(scaffolderApi.decideApproval, { params: { taskId: id }, body: { stepId: 'ask', decision: 'approve' } })
  await scaffolder.until(id, 'completed')
  expect(messagesOf(await scaffolder.eventsOf(id)).join('\n')).toContain('later steps do not find them')
})
