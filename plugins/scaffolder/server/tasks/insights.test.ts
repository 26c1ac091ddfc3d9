import { defineServerPlugin } from '@portico/core/server'
import { scaffolderApi } from '@portico/scaffolder/common'
import { defineAction, scaffolderExtensions, type Action } from '@portico/scaffolder/server'
import { messagesOf, startScaffolder, type TestScaffolder } from '@portico/scaffolder/testing'
import { eventually } from '@portico/core/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

let isBroken = true
const address = 'https://git.example.com/acme/shop'

const testActions = defineServerPlugin({
  id: 'test-actions',
  uses: { scaffolder: scaffolderExtensions },
  setup(_core, { scaffolder }) {
    scaffolder.addAction(
      defineAction({
        id: 'test:publish',
        description: 'Makes a repository, on paper',
        input: z.object({}),
        isIdempotent: false,
        run: ({ record }) => record({ kind: 'repository', title: 'acme/shop', address }),
      }) as Action,
    )
    scaffolder.addAction(
      defineAction({
        id: 'test:sometimes',
        description: 'Fails while it is broken',
        input: z.object({}),
        isIdempotent: true,
        async run() {
          if (isBroken) throw new Error('It is broken')
        },
      }) as Action,
    )
  },
})

let scaffolder: TestScaffolder
beforeAll(async () => {
  const log = { id: 'log', action: 'debug:log', input: { message: 'hello' } }
  scaffolder = await startScaffolder(
    {
      good: { steps: [log] },
      publishing: { parameters: { properties: { name: { type: 'string' } } }, steps: [{ action: 'test:publish' }] },
      flaky: { steps: [log, { id: 'shaky', action: 'test:sometimes' }] },
      denied: { steps: [log, { id: 'ask', action: 'nowhere:at-all' }] },
      lost: { steps: [{ id: 'fetch', name: 'Write it', action: 'fetch:plain', input: { url: './none' } }] },
    },
    {
      plugins: [testActions],
      documents: [
        component('shop', { 'backstage.io/source-location': `url:${address}/tree/main/`, 'backstage.io/source-template': 'template:gone' }),
        component('written', { 'backstage.io/source-template': 'template:default/good' }),
        component('by-hand', {}),
      ],
    },
  )
})
afterAll(() => scaffolder.stop())

function component(name: string, annotations: object): string {
  return JSON.stringify({
    apiVersion: 'backstage.io/v1alpha1',
    kind: 'Component',
    metadata: { name, annotations },
    spec: { type: 'service', lifecycle: 'production', owner: 'nobody' },
  })
}

test('a failure says its code and its step; a retry goes on at the failed step, or from the start when that is asked', async () => {
  const failed = await scaffolder.run('flaky')
  expect(failed.completion?.['error']).toMatchObject({ message: 'It is broken', stepId: 'shaky' })
  const unknown = await scaffolder.run('denied')
  expect(unknown.completion?.['error']).toMatchObject({ code: 'scaffolder.action-not-found', stepId: 'ask' })
  expect(unknown.messages.filter(message => message.startsWith('Beginning step'))).toEqual([])
  const logged = async () =>
    messagesOf(await scaffolder.eventsOf(failed.id)).filter(message => message === 'Beginning step debug:log').length
  const retry = (startOver: boolean) =>
    scaffolder.server.call(scaffolderApi.retryTask, { params: { taskId: failed.id }, body: { startOver } })
  await retry(false)
  await scaffolder.until(failed.id, 'failed')
  expect(await logged()).toBe(1)
  isBroken = false
  await retry(true)
  await scaffolder.until(failed.id, 'completed')
  expect(await logged()).toBe(2)
  isBroken = true
})

test('a plan says at which step a run would fail, and whether that is certain', async () => {
  const plan = (name: string) =>
    scaffolder.server.call(scaffolderApi.planTask, { body: { templateRef: `template:default/${name}`, values: {} } })
  await expect(plan('denied')).rejects.toMatchObject({
    message: expect.stringContaining("There is no action 'nowhere:at-all'"),
    details: { stepId: 'ask', isCertain: true },
  })
  await expect(plan('lost')).rejects.toMatchObject({
    message: expect.stringContaining('none'),
    details: { stepId: 'fetch', stepName: 'Write it', isCertain: true },
  })
})

test('tasks are counted by status, with how many succeeded and how long they took, of one template or of one user', async () => {
  await scaffolder.run('good')
  await scaffolder.run('good')
  const statistics = (query: { templateRef?: string; createdBy?: string }) =>
    scaffolder.server.call(scaffolderApi.getTaskStatistics, { query })
  const good = await statistics({ templateRef: 'template:default/good' })
  expect(good).toMatchObject({ total: 2, succeeded: 2, failed: 0, waiting: 0, byStatus: { completed: 2, failed: 0, open: 0 } })
  expect(good.medianMs).toBeGreaterThan(0)
  expect(good.p90Ms).toBeGreaterThanOrEqual(good.medianMs ?? Infinity)
  expect(Date.parse(good.lastAt ?? '')).toBeGreaterThan(0)
  expect(await statistics({ createdBy: 'user:default/nobody' })).toEqual({
    total: 0,
    byStatus: { open: 0, processing: 0, completed: 0, failed: 0, cancelled: 0, skipped: 0 },
    waiting: 0,
    succeeded: 0,
    failed: 0,
  })
})

test('an entity says which run of which template made it, with which answers, and whether the template has changed since', async () => {
  const originOf = async (name: string) => {
    const params = { kind: 'component', namespace: 'default', name }
    return (await scaffolder.server.call(scaffolderApi.getEntityProvenance, { params })).origin
  }
  expect(await originOf('by-hand')).toBeUndefined()
  expect(await originOf('written')).toMatchObject({
    templateRef: 'template:default/good',
    isOutdated: false,
    currentVersion: expect.any(String),
  })
  expect(await originOf('shop')).toEqual({ templateRef: 'template:default/gone', isOutdated: false })
  const { id } = await scaffolder.run('publishing', { name: 'shop' })
  const made = await originOf('shop')
  expect(made).toMatchObject({
    templateRef: 'template:default/publishing',
    task: { id, parameters: { name: 'shop' } },
    isOutdated: false,
  })
  expect(made?.templateVersion).toBe(made?.currentVersion)
  scaffolder.write(
    'templates.yaml',
    scaffolder.read('templates.yaml').replace('"steps":[{"action":"test:publish"}]', '"steps":[{"action":"test:publish","name":"Other"}]'),
  )
  await eventually(async () => expect(await originOf('shop')).toMatchObject({ isOutdated: true }))
  await expect(originOf('nowhere')).rejects.toMatchObject({ status: 404, code: 'scaffolder.entity-not-found' })
})

test('metrics tell how long tasks wait and run, how long their steps take, and why tasks fail', async () => {
  await scaffolder.run('good')
  await scaffolder.run('denied')
  const metrics = await (await scaffolder.server.fetch('/metrics')).text()
  const template = (name: string) => `template="template:default/${name}"`
  for (const line of [
    `scaffolder_task_created\\w*\\{[^}]*${template('good')}`,
    `scaffolder_task_queued\\w*_count\\{[^}]*${template('good')}`,
    `scaffolder_task_duration\\w*_count\\{[^}]*${template('good')}`,
    `scaffolder_step_duration\\w*_count\\{[^}]*action="debug:log"`,
    `scaffolder_task_ended\\w*\\{[^}]*${template('denied')}[^}]*cause="scaffolder.action-not-found"`,
  ])
    expect(metrics).toMatch(new RegExp(`${line}[^}]*\\} [1-9]`))
})
