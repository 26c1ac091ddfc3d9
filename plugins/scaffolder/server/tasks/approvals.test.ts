import { document } from '@portico/catalog/testing'
import { defineServerPlugin } from '@portico/core/server'
import { eventually } from '@portico/core/testing'
import { scaffolderApi } from '@portico/scaffolder/common'
import { defineAction, scaffolderExtensions, scaffolderRuns, type Action, type ScaffolderRuns } from '@portico/scaffolder/server'
import { messagesOf, startScaffolder, type TestScaffolder } from '@portico/scaffolder/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

let runs: ScaffolderRuns
let mayFail = true
const undone: string[] = []
const actionsPlugin = defineServerPlugin({
  id: 'test-actions',
  uses: { scaffolder: scaffolderExtensions, runs: scaffolderRuns },
  setup(_core, { scaffolder: extensions, runs: offered }) {
    runs = offered
    const make = (id: string, more: object = {}) =>
      defineAction({
        id,
        description: 'Makes something',
        input: z.object({ name: z.string(), fails: z.boolean().default(false) }),
        isIdempotent: true,
        async run({ input, record }) {
          if (input.fails && mayFail) throw new Error('not yet')
          await record({ kind: 'thing', title: input.name, undo: { name: input.name } })
        },
        undo: async ({ undo }) => void undone.push(String(undo['name'])),
        ...more,
      }) as Action
    extensions.addAction(make('test:make'))
    extensions.addAction(make('test:upgrade', { actsAs: ['test:make'] }))
  },
})

const make = (more: object = {}) => ({ id: 'make', action: 'test:make', input: { name: 'thing' }, ...more })
const ann = 'user:default/ann'
const bob = 'user:default/bob'
const both = 'user:default/both'

let scaffolder: TestScaffolder
beforeAll(async () => {
  const org = [
    document('Group', 'platform', { spec: { children: [] } }),
    document('User', 'ann', { spec: { memberOf: ['platform'] } }),
    document('User', 'bob', { spec: { memberOf: [] } }),
    document('User', 'both', { spec: { memberOf: ['platform'] } }),
    document('User', 'test', { spec: { memberOf: ['platform'] } }),
  ]
  scaffolder = await startScaffolder(
    {
      plain: { steps: [make()] },
      named: { steps: [make({ approval: { approvers: ['${{ parameters.approver }}'] } })] },
      several: { approval: { approvers: [bob, both] }, steps: [make()] },
      skipping: {
        approval: { approvers: [bob] },
        steps: [
          { id: 'never', action: 'debug:log', if: false },
          { id: 'say', action: 'debug:log', input: { message: 'said' } },
          { id: 'again', action: 'debug:log', input: { message: 'again' } },
        ],
      },
      collides: { steps: [{ id: 'make/approval', action: 'wait', input: { webhook: true } }, make()] },
      fails: { steps: [make({ input: { name: 'later', fails: true } })] },
      upgrade: { steps: [{ ...make(), action: 'test:upgrade' }] },
      many: { steps: [make({ each: ['a', 'b'], input: { name: '${{ each.value }}' } })] },
      forges: {
        steps: [
          {
            id: 'forge',
            action: 'http:backstage:request',
            input: {
              method: 'POST',
              path: 'scaffolder/v2/tasks/${{ parameters.id }}/approval',
              body: { stepId: 'make', decision: 'approve' },
            },
          },
        ],
      },
    },
    {
      documents: org,
      plugins: [actionsPlugin],
      config: { scaffolder: { approvals: [{ actions: ['test:make'], approvers: ['group:default/platform'], reason: 'It is ours' }] } },
    },
  )
})
afterAll(() => scaffolder.stop())

const waiting = (id: string) =>
  eventually(async () => {
    const { waiting: found } = await scaffolder.task(id)
    expect(found?.kind).toBe('approval')
    return found
  })

const decide = (taskId: string, as: string, stepId = 'make') =>
  scaffolder.server.as(as).call(scaffolderApi.decideApproval, { params: { taskId }, body: { stepId, decision: 'approve' } })

const statusOf = (run: Promise<unknown>) =>
  run.then(
    () => 200,
    (error: { status: number }) => error.status,
  )

const asked = async (as: string) => (await scaffolder.server.as(as).call(scaffolderApi.listApprovals)).items.map(({ taskId }) => taskId)

describe('what config demands', () => {
  test('is met by its own approvers, and what the template demands by those of the template', async () => {
    const id = await scaffolder.create('several')
    expect(await waiting(id)).toMatchObject({
      demands: [
        { from: 'config', approvers: ['group:default/platform'], reason: 'It is ours' },
        { from: 'template', approvers: [bob, both] },
      ],
    })
    await decide(id, bob)
    expect((await scaffolder.task(id)).waiting).toMatchObject({
      approvers: ['group:default/platform'],
      demands: [{ from: 'config' }, { from: 'template', approvedBy: bob }],
    })
    expect(await statusOf(decide(id, bob))).toBe(403)
    expect([(await asked(bob)).includes(id), (await asked(ann)).includes(id)]).toEqual([false, true])
    await decide(id, ann)
    await scaffolder.until(id, 'completed')
    expect(messagesOf(await scaffolder.eventsOf(id))).toEqual(
      expect.arrayContaining([`${bob} approved it; it waits for group:default/platform too`, `${ann} approved it`]),
    )
  })

  test('and what a template demands are met by one yes of somebody who may give both', async () => {
    const id = await scaffolder.create('several')
    await waiting(id)
    await decide(id, both)
    expect((await scaffolder.until(id, 'completed')).waiting).toBeUndefined()
  })

  test('is not met by an approver whom the template names, or an answer', async () => {
    const id = await scaffolder.create('named', { approver: bob })
    await waiting(id)
    await decide(id, bob)
    expect((await scaffolder.task(id)).waiting?.demands).toMatchObject([{ from: 'config' }, { from: 'step', approvedBy: bob }])
    await decide(id, ann)
    await scaffolder.until(id, 'completed')
  })

  test('is asked for once for all turns of a step, and for an action that has the effects of another', async () => {
    for (const name of ['many', 'upgrade']) {
      const id = await scaffolder.create(name)
      expect(await waiting(id)).toMatchObject({ demands: [{ from: 'config' }] })
      await decide(id, ann)
      await scaffolder.until(id, 'completed')
    }
  })

  test('is not met by what another step waits for, whatever that step is called', async () => {
    const id = await scaffolder.create('collides')
    await eventually(async () => expect((await scaffolder.task(id)).waiting?.kind).toBe('webhook'))
    const token = messagesOf(await scaffolder.eventsOf(id)).flatMap(message => /hooks\/(\w+)/.exec(message)?.[1] ?? [])[0] ?? ''
    await scaffolder.server.as(undefined).fetch(`/api/scaffolder/v2/hooks/${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ by: ann, demands: [{ from: 'config', approvers: ['group:default/platform'], approvedBy: ann }] }),
    })
    await waiting(id)
    await decide(id, ann)
    await scaffolder.until(id, 'completed')
  })

  test('is not met by a template that an approver runs', async () => {
    const id = await scaffolder.create('plain')
    await waiting(id)
    const forging = await scaffolder.create('forges', { id }, { as: ann })
    await scaffolder.until(forging, 'failed')
    expect((await scaffolder.eventsOf(forging)).at(-1)?.body).toMatchObject({ error: { message: expect.stringContaining('403') } })
    expect((await scaffolder.task(id)).waiting?.demands).toEqual([expect.not.objectContaining({ approvedBy: ann })])
    await decide(id, ann)
    await scaffolder.until(id, 'completed')
  })
})

test('nobody approves what they retried, and a yes that they gave before is asked for again', async () => {
  mayFail = true
  const id = await scaffolder.create('fails')
  await waiting(id)
  await decide(id, ann)
  await scaffolder.until(id, 'failed')
  const retry = (as: string) => scaffolder.server.as(as).call(scaffolderApi.retryTask, { params: { taskId: id }, body: {} })
  // Whoever started it goes on with the yes of ann.
  await retry('user:default/test')
  await scaffolder.until(id, 'failed')
  await retry(ann)
  expect(await waiting(id)).toMatchObject({ demands: [{ from: 'config' }] })
  expect((await scaffolder.task(id)).retriedBy).toEqual(['user:default/test', ann])
  expect(await asked(ann)).not.toContain(id)
  for (const who of [ann, 'user:default/test']) expect(await statusOf(decide(id, who))).toBe(403)
  mayFail = false
  await decide(id, both)
  await scaffolder.until(id, 'completed')
})

test('what a whole template needs is asked for before the first step that runs, and once', async () => {
  const id = await scaffolder.create('skipping')
  expect(await waiting(id)).toMatchObject({ stepId: 'say' })
  await decide(id, bob, 'say')
  await scaffolder.until(id, 'completed')
})

test('what needs a yes to be made is undone by those who give it, and not by who started the run', async () => {
  const id = await scaffolder.create('plain')
  await waiting(id)
  await decide(id, ann)
  await scaffolder.until(id, 'completed')
  const undo = (as: string) => scaffolder.server.as(as).call(scaffolderApi.undoTask, { params: { taskId: id }, body: {} })
  for (const who of ['user:default/test', bob])
    expect((await undo(who)).entries).toMatchObject([{ undoError: expect.stringContaining('Only group:default/platform may undo') }])
  expect(undone).toEqual([])
  expect((await undo(ann)).entries).toMatchObject([{ undoneAt: expect.any(String) }])
  expect(undone).toEqual(['thing'])
})

test('a run that a plugin starts for a user is theirs, is started once, and asks others than them', async () => {
  const run = { id: '5f0c7a52-1111-4a4a-8a8a-000000000001', templateRef: 'template:default/plain', values: {}, user: ann }
  const plugin = 'plugin:test-actions'
  await runs.start(run, { plugin })
  await runs.start(run, { plugin })
  await waiting(run.id)
  expect(await scaffolder.task(run.id)).toMatchObject({ createdBy: ann, spec: { user: { ref: ann, entity: { kind: 'User' } } } })
  await expect(decide(run.id, ann)).rejects.toMatchObject({ name: 'NotAllowedError' })
  await decide(run.id, both)
  await scaffolder.until(run.id, 'completed')
  await runs.start(run, { plugin })
  expect((await scaffolder.task(run.id)).status).toBe('completed')
  const other = { ...run, id: '5f0c7a52-1111-4a4a-8a8a-000000000002' }
  await expect(runs.start({ ...other, templateRef: 'template:default/none' }, { plugin })).rejects.toMatchObject({
    code: 'scaffolder.template-not-found',
  })
})
