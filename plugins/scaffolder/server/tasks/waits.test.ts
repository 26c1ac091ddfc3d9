import { defineEvent } from '@portico/core/common'
import { eventually } from '@portico/core/testing'
import { scaffolderApi } from '@portico/scaffolder/common'
import { scaffolderExtensions } from '@portico/scaffolder/server'
import { messagesOf, startScaffolder, type TestScaffolder } from '@portico/scaffolder/testing'
import { document } from '@portico/catalog/testing'
import { defineServerPlugin, type Events } from '@portico/core/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

const eventOf = (topic: string) => defineEvent(topic, z.unknown())

let bus: Events
const busPlugin = defineServerPlugin({
  id: 'test-bus',
  uses: { extensions: scaffolderExtensions },
  setup({ work }, { extensions }) {
    bus = work.events
    extensions.addWaitTopic({
      topic: 'test.seen',
      show: async (payload, user) => (user.type === 'user' && user.userEntityRef === 'user:default/bob' ? { payload } : undefined),
    })
  },
})

const done = { id: 'done', action: 'debug:log', input: { message: 'done' } }

let scaffolder: TestScaffolder
beforeAll(async () => {
  const org = [
    document('Group', 'approvers', { spec: { children: [] } }),
    document('User', 'ann', { spec: { memberOf: ['approvers'] } }),
    document('User', 'bob', { spec: { memberOf: [] } }),
    document('User', 'test', { spec: { memberOf: ['approvers'] } }),
  ]
  scaffolder = await startScaffolder(
    {
      gated: {
        secrets: { inLogs: ['TOKEN'] },
        steps: [
          {
            id: 'make',
            action: 'debug:log',
            input: { message: 'made ${{ secrets.TOKEN | length }}' },
            approval: { approvers: ['group:default/${{ parameters.team }}'], reason: 'It is public' },
          },
          done,
        ],
      },
      asked: {
        steps: [
          { id: 'ask', action: 'approval', input: { approvers: ['user:default/ann'] } },
          { action: 'debug:log', input: { message: 'by ${{ steps.ask.output.approvedBy }}' } },
        ],
      },
      whole: { approval: { approvers: ['user:default/ann'] }, steps: [done] },
      broken: { steps: [{ ...done, approval: { approvers: 'nobody' } }] },
      policy: { steps: [{ id: 'rename', action: 'fs:readdir', input: { paths: ['.'] } }] },
      expires: { steps: [{ id: 'ask', action: 'approval', input: { approvers: ['user:default/ann'], timeout: '1s' } }, done] },
      time: { steps: [{ id: 'wait', action: 'wait', input: { for: '1s' } }, done] },
      event: {
        steps: [
          { id: 'wait', action: 'wait', input: { event: { topic: 'test.happened', match: { kind: 'good' } } } },
          { action: 'debug:log', input: { message: 'got ${{ steps.wait.output.payload.value }}' } },
          { action: 'debug:log', input: { message: 'all ${{ steps.wait.output.payload | dump }}' } },
        ],
      },
      internal: { steps: [{ id: 'wait', action: 'wait', input: { event: { topic: 'test.internal' } } }] },
      guess: { steps: [{ id: 'wait', action: 'wait', input: { event: { topic: 'test.happened', match: { signature: 'secret' } } } }] },
      seen: { steps: [{ id: 'wait', action: 'wait', input: { event: { topic: 'test.seen' } } }] },
      hook: {
        steps: [
          { id: 'wait', action: 'wait', input: { webhook: true } },
          { action: 'debug:log', input: { message: 'got ${{ steps.wait.output.payload.value }}' } },
        ],
      },
    },
    {
      documents: org,
      plugins: [busPlugin],
      config: {
        scaffolder: {
          waitTopics: [{ topic: 'test.happened', fields: ['kind', 'value', 'from.name'] }],
          concurrentTasksLimit: 1,
          approvals: [{ actions: ['fs:read*'], approvers: ['user:default/ann'] }],
        },
      },
    },
  )
})
afterAll(() => scaffolder.stop())

async function waiting(id: string) {
  return eventually(async () => {
    const task = await scaffolder.task(id)
    expect(task.waiting).toBeDefined()
    return task
  })
}

const decide = (taskId: string, as: string, stepId: string, decision: 'approve' | 'refuse' = 'approve', reason?: string) =>
  scaffolder.server
    .as(as)
    .call(scaffolderApi.decideApproval, { params: { taskId }, body: { stepId, decision, ...(reason !== undefined && { reason }) } })

async function statusOf(run: Promise<unknown>): Promise<number | undefined> {
  return run.then(
    () => 200,
    (error: { status: number }) => error.status,
  )
}

describe('a step that needs a yes', () => {
  test('waits without holding a worker, tells for whom, and runs when a member of the group says yes', async () => {
    const id = await scaffolder.create('gated', { team: 'approvers' }, { secrets: { TOKEN: 'four' } })
    expect(await waiting(id)).toMatchObject({
      status: 'processing',
      waiting: { kind: 'approval', stepId: 'make', approvers: ['group:default/approvers'], reason: 'It is public' },
    })
    // The only worker is free.
    expect((await scaffolder.run('time')).task.status).toBe('completed')
    const listed = await scaffolder.server.as('user:default/ann').call(scaffolderApi.listApprovals)
    expect(listed.items.map(({ taskId }) => taskId)).toContain(id)
    expect((await scaffolder.server.as('user:default/bob').call(scaffolderApi.listApprovals)).items).toEqual([])
    expect((await scaffolder.server.call(scaffolderApi.listApprovals)).items.map(({ taskId }) => taskId)).not.toContain(id)
    await decide(id, 'user:default/ann', 'make', 'approve', 'fine')
    await scaffolder.until(id, 'completed')
    expect(messagesOf(await scaffolder.eventsOf(id))).toEqual(
      expect.arrayContaining(['user:default/ann approved it: fine', 'made 3', 'done']),
    )
  })

  test('takes no yes from the one who asked, from others, for another step, without a token, or twice', async () => {
    const id = await scaffolder.create('gated', { team: 'approvers' }, { secrets: { TOKEN: 'four' } })
    await waiting(id)
    expect(await statusOf(decide(id, 'user:default/test', 'make'))).toBe(403)
    expect(await statusOf(decide(id, 'user:default/bob', 'make'))).toBe(403)
    expect(await statusOf(decide(id, 'user:default/ann', 'done'))).toBe(409)
    const forged = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ stepId: 'make', decision: 'approve', by: 'user:default/ann' }),
    }
    expect((await scaffolder.server.as(undefined).fetch(`/api/scaffolder/v2/tasks/${id}/approval`, forged)).status).toBe(401)
    expect((await scaffolder.server.as({ plugin: 'other' }).fetch(`/api/scaffolder/v2/tasks/${id}/approval`, forged)).status).toBe(403)
    expect((await scaffolder.task(id)).waiting).toBeDefined()
    const both = await Promise.all([decide(id, 'user:default/ann', 'make'), decide(id, 'user:default/ann', 'make')].map(statusOf))
    expect(both.sort()).toEqual([200, 409])
    await scaffolder.until(id, 'completed')
    expect(await statusOf(decide(id, 'user:default/ann', 'make'))).toBe(409)
  })

  test('fails with the reason when somebody says no', async () => {
    const id = await scaffolder.create('asked')
    await waiting(id)
    await decide(id, 'user:default/ann', 'ask', 'refuse', 'Not on Fridays')
    await scaffolder.until(id, 'failed')
    expect((await scaffolder.eventsOf(id)).at(-1)?.body).toMatchObject({
      error: { name: 'NotAllowedError', message: 'user:default/ann refused it: Not on Fridays' },
    })
  })

  test('asks again when the task is retried, and fails when nobody answers in time', async () => {
    const id = await scaffolder.create('asked')
    await waiting(id)
    await decide(id, 'user:default/ann', 'ask', 'refuse')
    await scaffolder.until(id, 'failed')
    await scaffolder.server.call(scaffolderApi.retryTask, { params: { taskId: id }, body: {} })
    await waiting(id)
    await decide(id, 'user:default/ann', 'ask')
    await scaffolder.until(id, 'completed')
    expect(messagesOf(await scaffolder.eventsOf(id))).toContain('by user:default/ann')
    const expired = await scaffolder.run('expires')
    expect(expired.completion).toMatchObject({
      error: { name: 'TimeoutError', message: expect.stringContaining('the approval of user:default/ann') },
    })
  })

  test('may be every step of an action, by config, or the whole template', async () => {
    for (const [name, step] of [
      ['policy', 'rename'],
      ['whole', 'done'],
    ] as const) {
      const id = await scaffolder.create(name)
      expect((await waiting(id)).waiting).toMatchObject({ kind: 'approval', stepId: step, approvers: ['user:default/ann'] })
      await decide(id, 'user:default/ann', step)
      await scaffolder.until(id, 'completed')
    }
  })

  test('does not run in a dry run either, where config demands the yes', async () => {
    const body = { templateRef: 'template:default/policy', values: {} }
    const { log, approvals } = await scaffolder.server.call(scaffolderApi.planTask, { body })
    expect(log.map(({ body: said }) => said.message)).toContain('Skipping because fs:readdir needs an approval')
    expect(approvals).toEqual([{ stepId: 'rename', stepName: 'fs:readdir', from: 'config', approvers: ['user:default/ann'] }])
  })

  test('does not run when what it asks for cannot be read', async () => {
    expect((await scaffolder.run('broken')).completion).toMatchObject({
      error: { message: expect.stringContaining("approval of the step 'done' is not valid") },
    })
  })

  test('is over when its task is cancelled: its step ends, and later steps are skipped', async () => {
    const id = await scaffolder.create('asked')
    await waiting(id)
    await scaffolder.server.call(scaffolderApi.cancelTask, { params: { taskId: id } })
    expect((await scaffolder.until(id, 'cancelled')).waiting).toBeUndefined()
    expect(await statusOf(decide(id, 'user:default/ann', 'ask'))).toBe(409)
    const events = await scaffolder.eventsOf(id)
    expect(events.filter(({ type }) => type !== 'log').map(({ type }) => type)).toEqual(['cancelled', 'completion'])
    expect(events.at(-1)?.body).toMatchObject({ error: { name: 'CancelledError', stepId: 'ask' } })
    const last = new Map(events.flatMap(({ body: { stepId, status } }) => (stepId && status ? [[stepId, status] as const] : [])))
    expect(Object.fromEntries(last)).toEqual({ ask: 'failed', 'step-2': 'skipped' })
  })
})

describe('a step that waits', () => {
  test('goes on with an event of the bus that fits', async () => {
    const id = await scaffolder.create('event')
    await waiting(id)
    await bus.publish(eventOf('test.happened'), { kind: 'bad', value: 1 })
    await bus.publish(eventOf('test.happened'), { kind: 'good', value: 2, signature: 'secret', from: { name: 'x', mail: 'secret' } })
    await scaffolder.until(id, 'completed')
    const said = messagesOf(await scaffolder.eventsOf(id))
    expect(said).toEqual(expect.arrayContaining(['got 2', 'all {"kind":"good","value":2,"from":{"name":"x"}}']))
    expect(JSON.stringify(await scaffolder.eventsOf(id))).not.toContain('secret')
  })

  test('waits for no topic that neither config nor a plugin offers, in a run or a dry run, and says which key offers one', async () => {
    expect((await scaffolder.run('internal')).completion).toMatchObject({
      error: { code: 'scaffolder.wait-topic', message: expect.stringContaining('scaffolder.waitTopics') },
    })
    const body = { templateRef: 'template:default/internal', values: {} }
    await expect(scaffolder.server.call(scaffolderApi.planTask, { body })).rejects.toMatchObject({
      message: expect.stringContaining('scaffolder.waitTopics'),
    })
  })

  test('matches no field that it may not see, and gets no event that its user may not see', async () => {
    const [guess, mine, theirs] = [
      await scaffolder.create('guess'),
      await scaffolder.create('seen'),
      await scaffolder.create('seen', {}, { as: 'user:default/bob' }),
    ]
    for (const id of [guess, mine, theirs]) await waiting(id)
    await bus.publish(eventOf('test.happened'), { signature: 'secret' })
    await bus.publish(eventOf('test.seen'), { n: 1 })
    await scaffolder.until(theirs, 'completed')
    // Events of a topic come in order: this one was looked at for all of them before.
    const after = await scaffolder.create('event')
    await waiting(after)
    await bus.publish(eventOf('test.happened'), { kind: 'good', value: 3 })
    await scaffolder.until(after, 'completed')
    for (const id of [guess, mine]) {
      expect((await scaffolder.task(id)).waiting?.kind).toBe('event')
      await scaffolder.server.call(scaffolderApi.cancelTask, { params: { taskId: id } })
    }
  })

  test('goes on with a webhook whose address only its log has', async () => {
    const id = await scaffolder.create('hook')
    await waiting(id)
    const address = messagesOf(await scaffolder.eventsOf(id)).flatMap(message => /hooks\/(\w+)/.exec(message)?.[1] ?? [])[0] ?? ''
    const fire = (token: string) =>
      scaffolder.server.as(undefined).fetch(`/api/scaffolder/v2/hooks/${token}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"value":7}',
      })
    expect((await fire('0'.repeat(64))).status).toBe(404)
    expect((await fire(address)).status).toBe(200)
    await scaffolder.until(id, 'completed')
    expect((await fire(address)).status).toBe(404)
    expect(messagesOf(await scaffolder.eventsOf(id))).toContain('got 7')
  })
})
