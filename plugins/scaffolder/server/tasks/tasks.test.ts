import { eventually } from '@portico/core/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scaffolderApi } from '@portico/scaffolder/common'
import { messagesOf, startScaffolder, type TestScaffolder } from '@portico/scaffolder/testing'

const log = (message: string, more: object = {}) => ({ action: 'debug:log', input: { message }, ...more })

const templates = {
  hello: {
    parameters: {
      title: 'Who',
      required: ['name'],
      properties: { name: { type: 'string', pattern: '^[a-z]+$' }, port: { type: 'integer' } },
    },
    steps: [
      log('Hello ${{ parameters.name }} of ${{ user.ref }} in ${{ context.task.id }}', { id: 'first', name: 'First' }),
      log('never', { id: 'second', if: '${{ parameters.port > 1000 }}' }),
      { id: 'list', action: 'fs:readdir', input: { paths: ['.'] } },
      log('item ${{ each.key }} ${{ each.value.x }}', { id: 'each', each: [{ x: 'a' }, { x: 'b' }] }),
    ],
    output: {
      links: [
        { title: 'Shown', url: 'https://x.test/${{ parameters.name }}', if: '${{ parameters.name === "ann" }}' },
        { title: 'Hidden', url: 'https://x.test', if: '${{ parameters.missing }}' },
      ],
      text: [{ title: 'T', content: '**${{ parameters.name }}**' }],
      files: '${{ steps.list.output.files }}',
    },
  },
  failing: {
    steps: [
      log('before', { id: 'before' }),
      { id: 'bad', action: 'fs:rename', input: { files: [{ from: 'no', to: 'b' }] } },
      log('skipped', { id: 'after' }),
      log('always', { id: 'always', if: '${{ always() }}' }),
      log('failed', { id: 'failure', if: '${{ failure() }}' }),
    ],
  },
  unknown: { steps: [{ action: 'debug:lag', input: {} }] },
  wait: { steps: [{ id: 'wait', action: 'debug:wait', input: { minutes: 5 } }, log('later')] },
  warn: { steps: [{ action: 'debug:log', input: { message: '${{ a || b }}', allowedHosts: ['x'] } }] },
  scalar: { steps: [log('x', { id: 'each', each: 5 })] },
  huge: { steps: [log('x', { id: 'each', each: '${{ range(20000) }}' })] },
  secret: {
    secrets: { schema: { type: 'object', required: ['TOKEN'], properties: { TOKEN: { type: 'string', minLength: 3 } } } },
    steps: [log('x')],
  },
}

let scaffolder: TestScaffolder
beforeAll(async () => {
  scaffolder = await startScaffolder(templates)
})
afterAll(() => scaffolder.stop())

async function refusal(run: Promise<unknown>) {
  return run.then(
    () => undefined,
    (error: { name: string; message: string; status: number }) => ({ name: error.name, status: error.status, message: error.message }),
  )
}

describe('a task', () => {
  test('runs its steps, tells what happens as events with rising ids, and ends with its output [SCAFAPI-01, SCAFAPI-14]', async () => {
    const response = await scaffolder.server.fetch('/api/scaffolder/v2/tasks', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ templateRef: 'template:default/hello', values: { name: 'ann' } }),
    })
    expect(response.status).toBe(201)
    const { id } = (await response.json()) as { id: string }
    const task = await scaffolder.until(id, 'completed')
    expect(task).toMatchObject({
      id,
      status: 'completed',
      createdBy: 'user:default/test',
      spec: {
        apiVersion: 'scaffolder.backstage.io/v1beta3',
        parameters: { name: 'ann' },
        user: { ref: 'user:default/test' },
        templateInfo: {
          entityRef: 'template:default/hello',
          baseUrl: expect.stringContaining('templates.yaml'),
          entity: { metadata: { name: 'hello' } },
        },
        steps: [{ id: 'first', name: 'First' }, { id: 'second', name: 'debug:log' }, { id: 'list' }, { id: 'each' }],
      },
    })
    const events = await scaffolder.eventsOf(id)
    expect(events.map(event => event.id)).toEqual(events.map(event => event.id).sort((a, b) => a - b))
    expect(events.every(event => event.taskId === id && typeof event.type === 'string')).toBe(true)
    const statuses = events.flatMap(({ body }) => (body.status ? [`${body.stepId} ${body.status}`] : []))
    expect(statuses).toEqual([
      'first processing',
      'first completed',
      'second processing',
      'second skipped',
      'list processing',
      'list completed',
      'each processing',
      'each completed',
    ])
    expect(messagesOf(events)).toEqual(expect.arrayContaining([`Hello ann of user:default/test in ${id}`, 'item 0 a', 'item 1 b']))
    expect(events.at(-1)).toMatchObject({
      type: 'completion',
      isTaskRecoverable: false,
      body: { output: { links: [{ title: 'Shown', url: 'https://x.test/ann' }], text: [{ title: 'T', content: '**ann**' }], files: [] } },
    })
  })

  test('is refused with every mistake in its values, in the body of the wire', async () => {
    const response = await scaffolder.server.fetch('/api/scaffolder/v2/tasks', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ templateRef: 'template:default/hello', values: { name: 'A1', port: 'x' } }),
    })
    expect(response.status).toBe(400)
    const body = (await response.json()) as { errors: { path: string[]; name: string; instance: unknown }[]; error: { name: string } }
    expect(body.errors.map(({ path, name, instance }) => ({ path, name, instance }))).toEqual([
      { path: ['name'], name: 'pattern', instance: 'A1' },
      { path: ['port'], name: 'type', instance: 'x' },
    ])
    expect(body.error.name).toBe('InputError')
  })

  test('is refused with secrets that do not fit, without showing them', async () => {
    const response = await scaffolder.server.fetch('/api/scaffolder/v2/tasks', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ templateRef: 'template:default/secret', values: {}, secrets: { TOKEN: 'zq' } }),
    })
    const text = await response.text()
    expect(response.status).toBe(400)
    expect(text).not.toContain('zq')
    expect(JSON.parse(text)).toMatchObject({ errors: [{ path: ['TOKEN'], instance: {}, name: 'minLength' }] })
    const empty = await scaffolder.server.fetch('/api/scaffolder/v2/tasks', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"values":{}}',
    })
    expect([empty.status, ((await empty.json()) as { error: { name: string } }).error.name]).toEqual([400, 'InputError'])
  })

  test('of a template that is not there, or of another kind, is refused', async () => {
    const create = (templateRef: string) => refusal(scaffolder.server.call(scaffolderApi.createTask, { body: { templateRef, values: {} } }))
    expect(await create('template:default/none')).toMatchObject({ status: 404 })
    expect(await create('component:default/hello')).toMatchObject({ status: 400 })
  })

  test('that fails skips later steps, except those that ask for a failure', async () => {
    const { task, events, completion } = await scaffolder.run('failing')
    expect(task.status).toBe('failed')
    const statuses = events.flatMap(({ body }) => (body.status && body.status !== 'processing' ? [`${body.stepId} ${body.status}`] : []))
    expect(statuses).toEqual(['before completed', 'bad failed', 'after skipped', 'always completed', 'failure completed'])
    expect(completion).toMatchObject({ error: { name: 'NotFoundError', message: "There is no 'no' in the workspace" } })
  })

  test('with an action that does not exist fails and names the nearest one', async () => {
    const { completion } = await scaffolder.run('unknown')
    expect(completion).toMatchObject({ error: { message: "There is no action 'debug:lag'; did you mean 'debug:log'?" } })
  })

  test('warns of expressions that fail and of inputs that an action does not know, and goes on', async () => {
    const { task, messages } = await scaffolder.run('warn')
    expect(task.status).toBe('completed')
    expect(messages).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Warning: steps\.step-1\.input\.message, line 1, column \d+: .*Write 'a or b' instead/),
        "Warning: debug:log has no input 'allowedHosts'; it is ignored",
        '${{ a || b }}',
      ]),
    )
  })

  test('with an each that is not a list, or has too many items, fails', async () => {
    expect((await scaffolder.run('scalar')).completion).toMatchObject({
      error: { message: "each of the step 'each' is not a list or an object" },
    })
    expect((await scaffolder.run('huge')).completion).toMatchObject({
      error: { message: expect.stringContaining('at most 10000 are run') },
    })
  })
})

describe('the events of a task', () => {
  test('are those after an id, and the completion always [SCAFAPI-15]', async () => {
    const { id, events } = await scaffolder.run('hello', { name: 'bob' })
    const middle = events[3]?.id ?? 0
    const later = await scaffolder.eventsOf(id, middle)
    expect(later.map(event => event.id)).toEqual(events.map(event => event.id).filter(each => each > middle))
    const last = events.at(-1)
    expect(await scaffolder.eventsOf(id, last?.id)).toEqual([last])
  })

  test('are streamed as log and completion, and the stream ends after the completion [SCAFAPI-16]', async () => {
    const id = await scaffolder.create('hello', { name: 'eve' })
    const response = await scaffolder.server.fetch(`/api/scaffolder/v2/tasks/${id}/eventstream`)
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'text/event-stream',
      'no-cache',
    ])
    const text = await response.text()
    const names = [...text.matchAll(/^event: (\w+)$/gm)].map(match => match[1])
    expect(new Set(names)).toEqual(new Set(['log', 'completion']))
    expect(names.at(-1)).toBe('completion')
    const sent = [...text.matchAll(/^data: (.*)$/gm)].map(match => JSON.parse(match[1] ?? '') as { id: number })
    expect(sent).toEqual(await scaffolder.eventsOf(id))
    const again = await (await scaffolder.server.fetch(`/api/scaffolder/v2/tasks/${id}/eventstream?after=${sent.at(-1)?.id}`)).text()
    expect([...again.matchAll(/^event: (\w+)$/gm)].map(match => match[1])).toEqual(['completion'])
  })
})

describe('cancelling', () => {
  test('a running task ends it as failed, with a cancelled event before the completion [SCAFAPI-05]', async () => {
    const id = await scaffolder.create('wait')
    await eventually(async () => expect(messagesOf(await scaffolder.eventsOf(id))).toContain('Waiting for 300 s'))
    const both = await Promise.all([1, 2].map(() => scaffolder.server.call(scaffolderApi.cancelTask, { params: { taskId: id } })))
    expect(both).toEqual([{ status: 'cancelled' }, { status: 'cancelled' }])
    await scaffolder.until(id, 'failed')
    const events = await scaffolder.eventsOf(id)
    expect(events.filter(({ type }) => type !== 'log').map(({ type }) => type)).toEqual(['cancelled', 'completion'])
    expect(events.flatMap(({ body }) => (body.status ? [`${body.stepId} ${body.status}`] : []))).toEqual([
      'wait processing',
      'wait failed',
      'step-2 processing',
      'step-2 skipped',
    ])
  })

  test('a task that was cancelled while it ran is told apart from one that failed, in the list and in what is counted', async () => {
    const before = await scaffolder.server.call(scaffolderApi.getTaskStatistics, { query: {} })
    const id = await scaffolder.create('wait')
    await scaffolder.until(id, 'processing')
    await scaffolder.server.call(scaffolderApi.cancelTask, { params: { taskId: id } })
    expect(await scaffolder.until(id, 'failed')).toMatchObject({ isCancelled: true, endedAt: expect.any(String) })
    const listed = async (isCancelled: string) =>
      (await scaffolder.server.call(scaffolderApi.listTasks, { query: { status: 'failed', isCancelled } })).tasks.map(task => task.id)
    expect([(await listed('true')).includes(id), (await listed('false')).includes(id)]).toEqual([true, false])
    const { byStatus } = await scaffolder.server.call(scaffolderApi.getTaskStatistics, { query: {} })
    expect([byStatus.cancelled, byStatus.failed]).toEqual([before.byStatus.cancelled + 1, before.byStatus.failed])
  })

  test('a task that has ended changes nothing, and one that is not there is not found', async () => {
    const { id, events } = await scaffolder.run('hello', { name: 'kim' })
    expect(await scaffolder.server.call(scaffolderApi.cancelTask, { params: { taskId: id } })).toEqual({ status: 'cancelled' })
    expect(await scaffolder.eventsOf(id)).toEqual(events)
    for (const taskId of ['nonsense', '00000000-0000-0000-0000-000000000000'])
      expect(await refusal(scaffolder.server.call(scaffolderApi.cancelTask, { params: { taskId } }))).toMatchObject({ status: 404 })
  })
})

describe('a retry', () => {
  test('goes on at the failed step with the same id, keeps the log and removes the old end [SCAFAPI-13]', async () => {
    const { id } = await scaffolder.run('failing')
    const call = () => scaffolder.server.call(scaffolderApi.retryTask, { params: { taskId: id }, body: {} })
    const [first, second] = await Promise.allSettled([call(), call()])
    expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected'])
    await scaffolder.until(id, 'failed')
    const events = await scaffolder.eventsOf(id)
    expect(events.filter(({ type }) => type !== 'log').map(({ type, body }) => [type, body['recoverStrategy']])).toEqual([
      ['recovered', 'resume'],
      ['completion', undefined],
    ])
    const begun = events.flatMap(({ body }) => (body.status === 'processing' ? [body.stepId] : []))
    expect(begun).toEqual(['before', 'bad', 'after', 'always', 'failure', 'bad', 'after', 'always', 'failure'])
  })

  test('of a task that has not ended is refused', async () => {
    const id = await scaffolder.create('wait')
    expect(await refusal(scaffolder.server.call(scaffolderApi.retryTask, { params: { taskId: id }, body: {} }))).toMatchObject({
      status: 409,
    })
    await scaffolder.server.call(scaffolderApi.cancelTask, { params: { taskId: id } })
    await scaffolder.until(id, 'failed', 'cancelled')
  })
})

describe('the list of tasks', () => {
  test('is filtered by createdBy and status [SCAFAPI-10]', async () => {
    const id = await scaffolder.create('hello', { name: 'zoe' }, { as: 'user:default/zoe' })
    await scaffolder.until(id, 'completed')
    const list = (query: object) => scaffolder.server.call(scaffolderApi.listTasks, { query })
    expect(await list({ createdBy: 'user:default/zoe' })).toMatchObject({ tasks: [{ id }], totalTasks: 1 })
    const failed = await list({ status: 'failed' })
    expect(failed.totalTasks).toBeGreaterThan(0)
    expect(new Set(failed.tasks.map(task => task.status))).toEqual(new Set(['failed']))
    expect(await list({ createdBy: 'user:default/zoe', status: 'failed' })).toEqual({ tasks: [], totalTasks: 0 })
    const both = await list({ createdBy: ['user:default/zoe', 'user:default/test'], status: ['failed', 'completed'], limit: '500' })
    expect(both.totalTasks).toBe(both.tasks.length)
  })

  test('has limit, offset and order, the newest first by default [SCAFAPI-11]', async () => {
    const list = (query: object) => scaffolder.server.call(scaffolderApi.listTasks, { query })
    const all = await list({})
    const ids = all.tasks.map(({ id }) => id)
    const times = all.tasks.map(({ createdAt }) => createdAt)
    expect(times).toEqual([...times].sort().reverse())
    expect((await list({ limit: '2', offset: '1' })).tasks.map(({ id }) => id)).toEqual(ids.slice(1, 3))
    expect((await list({ limit: '2' })).totalTasks).toBe(all.totalTasks)
    expect((await list({ order: 'asc:created_at' })).tasks.map(({ id }) => id)).toEqual([...ids].reverse())
    const byOwner = (await list({ order: ['desc:created_by', 'asc:created_at'] })).tasks.map(({ createdBy }) => createdBy ?? '')
    expect(byOwner).toEqual([...byOwner].sort().reverse())
    for (const order of ['created_at', 'asc:id', 'up:status', '']) expect(await refusal(list({ order }))).toMatchObject({ status: 400 })
    expect(await refusal(list({ nonsense: '1' }))).toMatchObject({ status: 400 })
  })
})

test('a task is found by its id [SCAFAPI-07]', async () => {
  const { id } = await scaffolder.run('hello', { name: 'ann' })
  expect(await scaffolder.task(id)).toMatchObject({ id, status: 'completed' })
  expect(await refusal(scaffolder.task('00000000-0000-0000-0000-000000000000'))).toMatchObject({ status: 404 })
})
