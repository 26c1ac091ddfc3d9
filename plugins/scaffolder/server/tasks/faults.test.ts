import { eventually } from '@portico/core/testing'
import { scaffolderApi } from '@portico/scaffolder/common'
import { messagesOf, startScaffolder, template, type TestScaffolder } from '@portico/scaffolder/testing'
import { document } from '@portico/catalog/testing'
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const log = (message: string) => ({ action: 'debug:log', input: { message } })
const ask = { id: 'ask', action: 'approval', input: { approvers: ['user:default/ann'] } }

let scaffolder: TestScaffolder
beforeAll(async () => {
  scaffolder = await startScaffolder(
    {
      quick: { steps: [log('one ${{ parameters.n }}'), log('two'), log('three')] },
      hang: { steps: [{ action: 'debug:wait', input: { minutes: 10 } }] },
      asks: { steps: [log('before'), ask, log('old'), { action: 'fetch:plain', input: { url: './skeleton' } }] },
      early: {
        steps: [
          { ...ask, input: { ...ask.input, timeout: '2s' } },
          { id: 'long', action: 'debug:wait', input: { seconds: 4 } },
          log('done'),
        ],
      },
      'large-folder': { steps: [{ action: 'fetch:template', input: { url: './large' } }] },
      'large-file': { steps: [{ action: 'fetch:plain:file', input: { url: './large/file.bin', targetPath: 'a' } }] },
      outputs: {
        steps: [{ id: 'a', action: 'roadiehq:utils:jsonata', input: { data: {}, expression: "$join([1..300000].('xxxxxxxxxx'))" } }],
      },
    },
    { documents: [document('User', 'ann', { spec: { memberOf: [] } })], files: { 'skeleton/a.txt': 'a' } },
  )
})
afterAll(() => scaffolder.stop())

const approve = (taskId: string) =>
  scaffolder.server
    .as('user:default/ann')
    .call(scaffolderApi.decideApproval, { params: { taskId }, body: { stepId: 'ask', decision: 'approve' } })
const waiting = (id: string) => eventually(async () => expect((await scaffolder.task(id)).waiting).toBeDefined())

test('a hundred tasks at once all end, although one hangs', async () => {
  const hanging = await scaffolder.create('hang')
  const ids = await Promise.all(Array.from({ length: 100 }, (_, n) => scaffolder.create('quick', { n })))
  for (const id of ids) await scaffolder.until(id, 'completed')
  expect(messagesOf(await scaffolder.eventsOf(ids[42] ?? ''))).toEqual(expect.arrayContaining(['one 42', 'two', 'three']))
  expect((await scaffolder.task(hanging)).status).toBe('processing')
  await scaffolder.server.call(scaffolderApi.cancelTask, { params: { taskId: hanging } })
  await scaffolder.until(hanging, 'failed')
})

test('an output that is too large fails its step', async () => {
  expect((await scaffolder.run('outputs')).completion).toMatchObject({
    error: { message: expect.stringMatching(/larger than 2 MB|expression/) },
  })
})

const cancel = (taskId: string) => scaffolder.server.call(scaffolderApi.cancelTask, { params: { taskId } })
const retry = (taskId: string) => scaffolder.server.call(scaffolderApi.retryTask, { params: { taskId }, body: {} })
const endsOf = async (id: string) => (await scaffolder.eventsOf(id)).filter(({ type }) => type === 'completion')

test('a task that is cancelled while it waits for its turn ends at once, and never runs', async () => {
  const hanging = await Promise.all(Array.from({ length: 10 }, () => scaffolder.create('hang')))
  for (const id of hanging) await scaffolder.until(id, 'processing')
  const open = await scaffolder.create('quick')
  expect((await scaffolder.task(open)).status).toBe('open')
  await cancel(open)
  expect((await scaffolder.task(open)).status).toBe('cancelled')
  for (const id of hanging) await cancel(id)
  for (const id of hanging) await scaffolder.until(id, 'failed')
  const later = await scaffolder.run('quick')
  expect([later.task.status, (await scaffolder.eventsOf(open)).map(({ type }) => type)]).toEqual(['completed', ['cancelled', 'completion']])
})

test('two cancels and a retry at once leave a task with one end', async () => {
  for (let round = 0; round < 4; round += 1) {
    const id = await scaffolder.create('hang')
    await scaffolder.until(id, 'processing')
    const asked = await Promise.allSettled([cancel(id), retry(id), cancel(id)])
    expect([asked[0]?.status, asked[2]?.status]).toEqual(['fulfilled', 'fulfilled'])
    await scaffolder.until(id, 'failed')
    expect(await endsOf(id)).toHaveLength(1)
    // The other way round: it has ended, is run again and cancelled in the same moment.
    await Promise.all([retry(id), cancel(id), cancel(id)])
    await eventually(async () => {
      await cancel(id)
      expect(['failed', 'cancelled']).toContain((await scaffolder.task(id)).status)
    })
    expect(await endsOf(id)).toHaveLength(1)
  }
})

test('a file of a gigabyte is refused before it is read', async () => {
  const file = path.join(scaffolder.folder, 'large/file.bin')
  mkdirSync(path.dirname(file))
  writeFileSync(file, '')
  truncateSync(file, 2 ** 30)
  const before = process.memoryUsage().rss
  for (const name of ['large-folder', 'large-file'])
    expect((await scaffolder.run(name)).completion).toMatchObject({ error: { message: expect.stringMatching(/ MB/) } })
  expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 29)
  rmSync(file)
})

test('a task that runs is not disturbed when the time of a wait that is over comes', async () => {
  const id = await scaffolder.create('early')
  await waiting(id)
  await approve(id)
  await scaffolder.until(id, 'completed')
  const events = await scaffolder.eventsOf(id)
  expect(events.filter(({ type }) => type === 'recovered')).toEqual([])
  expect(events.filter(({ body }) => body.stepId === 'long' && body.status === 'processing')).toHaveLength(1)
})

test('a task runs what its template said when it was created, also when that changes or goes meanwhile', async () => {
  const id = await scaffolder.create('asks')
  await waiting(id)
  const titleOf = async () =>
    (await scaffolder.server.call(scaffolderApi.getParameterSchema, { params: { namespace: 'default', kind: 'template', name: 'asks' } }))
      .steps[0]?.title
  const ann = document('User', 'ann', { spec: { memberOf: [] } })
  scaffolder.write('templates.yaml', [template('asks', { parameters: { title: 'New' }, steps: [log('new')] }), ann].join('\n---\n'))
  await eventually(async () => expect(await titleOf()).toBe('New'))
  scaffolder.write('templates.yaml', ann)
  await eventually(async () => await expect(titleOf()).rejects.toMatchObject({ status: 404 }))
  await approve(id)
  await scaffolder.until(id, 'completed')
  expect(messagesOf(await scaffolder.eventsOf(id))).toEqual(expect.arrayContaining(['before', 'old', '1 files copied from ./skeleton']))
})
