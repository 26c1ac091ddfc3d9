import { document } from '@portico/catalog/testing'
import { eventually } from '@portico/core/testing'
import { notificationsApi } from '@portico/notifications/common'
import { notificationsPlugin } from '@portico/notifications/server'
import { scaffolderApi, tasksChannel } from '@portico/scaffolder/common'
import { startScaffolder, type TestScaffolder } from '@portico/scaffolder/testing'
import { signalsApi } from '@portico/signals/common'
import { signalsPlugin } from '@portico/signals/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

const [ann, bob] = ['user:default/ann', 'user:default/bob']
const hello = { id: 'hello', action: 'debug:log', input: { message: 'hello' } }

let scaffolder: TestScaffolder
beforeAll(async () => {
  scaffolder = await startScaffolder(
    {
      fine: { steps: [hello] },
      broken: { steps: [{ id: 'read', name: 'Read it', action: 'fetch:plain:file', input: { url: './none.txt', targetPath: 'x' } }] },
      gated: { steps: [{ ...hello, approval: { approvers: ['group:default/approvers'], reason: 'It is public' } }] },
      everybody: { steps: [{ action: 'notification:send', input: { recipients: 'broadcast', title: 'Hi' } }] },
      slow: { steps: [{ id: 'wait', action: 'debug:wait', input: { minutes: 5 } }] },
    },
    {
      documents: [
        document('Group', 'approvers', { spec: { children: [] } }),
        document('User', 'ann', { spec: { memberOf: ['approvers'] } }),
        document('User', 'bob', { spec: { memberOf: ['approvers'] } }),
      ],
      plugins: [signalsPlugin, notificationsPlugin],
      config: { notifications: { announcers: [ann] } },
    },
  )
  await eventually(async () => {
    const group = await scaffolder.server.as({ plugin: 'test' }).fetch('/api/catalog/entities/by-name/group/default/approvers')
    const { relations = [] } = (await group.json()) as { relations?: unknown[] }
    if (relations.length !== 2) throw new Error('The members of the group are not there yet')
  })
})
afterAll(() => scaffolder.stop())
beforeEach(() => scaffolder.server.database.pool.query('delete from notifications.notification'))

async function told(user: string) {
  const { notifications } = await scaffolder.server.as(user).call(notificationsApi.listNotifications, { query: {} })
  return notifications.map(({ origin, payload: { title, description, link, severity, topic } }) => ({
    origin,
    title,
    description,
    link,
    severity,
    topic,
  }))
}

test('whoever started a run is told how it ended, and nobody else', async () => {
  const fine = await scaffolder.create('fine', {}, { as: bob })
  const facts = { origin: 'plugin:scaffolder', topic: 'runs' }
  const done = { ...facts, title: 'The run of fine is done', description: null, link: `/create/tasks/${fine}`, severity: 'normal' }
  await eventually(async () => expect(await told(bob)).toEqual([done]))
  const broken = await scaffolder.create('broken', {}, { as: bob })
  await eventually(async () => expect(await told(bob)).toHaveLength(2))
  expect((await told(bob))[0]).toEqual({
    ...facts,
    title: 'The run of broken has failed',
    description: expect.stringContaining('none.txt'),
    link: `/create/tasks/${broken}`,
    severity: 'high',
  })
  expect(await told(ann)).toEqual([])
})

test('those whose approval a run waits for are told, but not who started it; a run that was cancelled is no news', async () => {
  const id = await scaffolder.create('gated', {}, { as: bob })
  const waits = {
    origin: 'plugin:scaffolder',
    title: 'A run of gated waits for your approval',
    description: 'It is public',
    link: `/create/tasks/${id}`,
    severity: 'high',
    topic: 'approvals',
  }
  await eventually(async () => expect(await told(ann)).toEqual([waits]))
  expect(await told(bob)).toEqual([])
  await scaffolder.server
    .as(ann)
    .call(scaffolderApi.decideApproval, { params: { taskId: id }, body: { stepId: 'hello', decision: 'approve' } })
  await eventually(async () => expect((await told(bob)).map(({ title }) => title)).toEqual(['The run of gated is done']))
  const slow = await scaffolder.create('slow', {}, { as: ann })
  await scaffolder.until(slow, 'processing')
  await scaffolder.server.as(ann).call(scaffolderApi.cancelTask, { params: { taskId: slow } })
  await scaffolder.until(slow, 'failed')
  const next = await scaffolder.create('fine', {}, { as: ann })
  await scaffolder.until(next, 'completed')
  await eventually(async () => expect((await told(ann)).map(({ title }) => title)).toContain('The run of fine is done'))
  expect((await told(ann)).filter(({ link }) => link === `/create/tasks/${slow}`)).toEqual([])
})

test('open lists are signalled that tasks have changed, without which', async () => {
  const messages: unknown[] = []
  const stop = new AbortController()
  const opened = Promise.withResolvers<void>()
  const follow = async () => {
    const input = { query: { channel: tasksChannel } }
    for await (const { event, data } of scaffolder.server.as(ann).stream(signalsApi.streamSignals, input, { signal: stop.signal })) {
      if (event === 'signal') messages.push(data.message)
      else opened.resolve()
    }
  }
  follow().catch(() => undefined)
  await opened.promise
  await scaffolder.until(await scaffolder.create('fine', {}, { as: bob }), 'completed')
  // Created, taken up, ended.
  await eventually(() => expect(messages.length).toBeGreaterThanOrEqual(3))
  expect(new Set(messages.map(message => JSON.stringify(message)))).toEqual(new Set(['{}']))
  stop.abort()
})

test('a template tells everybody something only when whoever runs it may', async () => {
  const denied = await scaffolder.create('everybody', {}, { as: bob })
  await scaffolder.until(denied, 'failed')
  expect((await scaffolder.eventsOf(denied)).at(-1)?.body).toMatchObject({ error: { code: 'scaffolder.broadcast-denied' } })
  expect((await told(ann)).map(({ title }) => title)).toEqual([])
  const allowed = await scaffolder.create('everybody', {}, { as: ann })
  await scaffolder.until(allowed, 'completed')
  await eventually(async () => expect((await told(bob)).map(({ title }) => title)).toContain('Hi'))
})
