import { accessTokenPort, defineServerPlugin } from '@portico/core/server'
import { eventually } from '@portico/core/testing'
import { document } from '@portico/catalog/testing'
import { scaffolderApi } from '@portico/scaffolder/common'
import { defineAction, scaffolderExtensions, type Action } from '@portico/scaffolder/server'
import { messagesOf, startScaffolder, type TestScaffolder } from '@portico/scaffolder/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

const million = 1_000_000
const log = (message: string, more: object = {}) => ({ action: 'debug:log', input: { message }, ...more })

/** Actions whose outputs are not what they should be. */
const outputsPlugin = defineServerPlugin({
  id: 'test-outputs',
  uses: { scaffolder: scaffolderExtensions },
  setup(_core, { scaffolder }) {
    const cyclic: Record<string, unknown> = { name: 'loop' }
    cyclic['self'] = cyclic
    const values: Record<string, unknown> = { cyclic, bigint: 10n, function: () => 'x', list: Array.from({ length: million }, () => 0) }
    scaffolder.addAction(
      defineAction({
        id: 'test:output',
        description: 'Gives an output that is asked for',
        input: z.object({ kind: z.string() }),
        isIdempotent: true,
        run: async ({ input, output }) => output('value', values[input.kind]),
      }) as Action,
    )
  },
})

/** When users were signed out. */
const endedAt = new Map<string, number>()
const sessionsPlugin = defineServerPlugin({
  id: 'test-sessions',
  provides: { sessions: accessTokenPort },
  setup: () => ({ sessions: { verify: async () => undefined, endedBefore: user => endedAt.get(user) } }),
})

let scaffolder: TestScaffolder
beforeAll(async () => {
  const give = (kind: string) => ({ id: 'give', action: 'test:output', input: { kind } })
  scaffolder = await startScaffolder(
    {
      cyclic: { steps: [give('cyclic')] },
      bigint: { steps: [give('bigint')] },
      function: { steps: [give('function'), log('then ${{ steps.give.output.value }}')] },
      mutual: {
        steps: [log('a ${{ steps.b.output.x }}', { id: 'a' }), log('b ${{ steps.a.output.x }}', { id: 'b' })],
        output: { x: '${{ steps.a.output }}' },
      },
      'each-range': { steps: [log('x', { each: `\${{ range(${million}) }}` })] },
      'each-output': { steps: [give('list'), log('x', { id: 'many', each: '${{ steps.give.output.value }}' })] },
      'each-given': { steps: [log('x', { each: '${{ parameters.list }}' })] },
      long: { steps: Array.from({ length: 10_000 }, () => ({ action: 'debug:log' })) },
      signed: {
        steps: [
          log('before'),
          { id: 'ask', action: 'approval', input: { approvers: ['user:default/ann'] } },
          { id: 'fetch', action: 'catalog:fetch', input: { entityRef: 'template:default/signed' } },
          { id: 'call', action: 'http:backstage:request', input: { method: 'GET', path: 'catalog/entities' } },
        ],
      },
    },
    { plugins: [outputsPlugin, sessionsPlugin], documents: [document('User', 'ann', { spec: { memberOf: [] } })] },
  )
})
afterAll(() => scaffolder.stop())

test('an output that refers to itself, or that is no JSON, fails its step; one without a value is none', async () => {
  for (const kind of ['cyclic', 'bigint'])
    expect((await scaffolder.run(kind)).completion).toMatchObject({
      error: {
        stepId: 'give',
        code: 'scaffolder.limit',
        message: expect.stringContaining("The output 'value' of the step 'give' is not JSON"),
      },
    })
  expect((await scaffolder.run('function')).messages).toContain('then ')
})

test('steps that read the outputs of each other get those that are there', async () => {
  const { messages, completion } = await scaffolder.run('mutual')
  expect(messages).toEqual(expect.arrayContaining(['a ', 'b ']))
  expect(completion?.['output']).toEqual({ x: {} })
})

test('a step for each of very many items is refused before the first one, wherever they come from', async () => {
  for (const name of ['each-range', 'each-output']) {
    const { completion, messages } = await scaffolder.run(name)
    expect([name, completion]).toEqual([name, { message: expect.any(String), error: expect.objectContaining({ name: 'InputError' }) }])
    expect(messages).not.toContain('x')
  }
  const list = Array.from({ length: 40_000 }, () => 0)
  expect((await scaffolder.run('each-given', { list })).completion).toMatchObject({
    error: { code: 'scaffolder.limit', message: expect.stringContaining("each of the step 'step-1' has 40000 items") },
  })
})

test('a template with ten thousand steps is refused, with the limit', async () => {
  const given = scaffolder.server.call(scaffolderApi.createTask, { body: { templateRef: 'template:default/long', values: {} } })
  await expect(given).rejects.toMatchObject({ status: 400, message: expect.stringContaining('more than 1000 steps') })
})

test('a task whose user is signed out meanwhile fails at the step that acts as the user, and a retry goes on there', async () => {
  const id = await scaffolder.create('signed', {}, { as: 'user:default/bob' })
  await eventually(async () => expect((await scaffolder.task(id)).waiting).toBeDefined())
  endedAt.set('user:default/bob', Date.now())
  const approve = { params: { taskId: id }, body: { stepId: 'ask', decision: 'approve' as const } }
  await scaffolder.server.as('user:default/ann').call(scaffolderApi.decideApproval, approve)
  await scaffolder.until(id, 'failed')
  const failed = await scaffolder.eventsOf(id)
  expect(failed.at(-1)?.body).toMatchObject({
    error: {
      name: 'AuthenticationError',
      code: 'scaffolder.sign-in-ended',
      stepId: 'fetch',
      message: expect.stringContaining('user:default/bob'),
    },
  })
  // With the sign-in of whoever retries it goes on, without asking again.
  await scaffolder.server.as('user:default/bob').call(scaffolderApi.retryTask, { params: { taskId: id }, body: {} })
  await scaffolder.until(id, 'completed')
  expect(messagesOf(await scaffolder.eventsOf(id)).filter(message => message === 'before')).toHaveLength(1)
})
