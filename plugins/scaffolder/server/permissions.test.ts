import { permissionPort, defineServerPlugin } from '@portico/core/server'
import { scaffolderApi } from '@portico/scaffolder/common'
import { startScaffolder, type TestScaffolder } from '@portico/scaffolder/testing'
import type { Condition, Decision } from '@portico/core/common'
import { afterAll, beforeAll, expect, test } from 'vitest'

const policy: Record<string, Decision> = {}

function conditional(resourceType: string, conditions: Condition): Decision {
  return { result: 'CONDITIONAL', pluginId: 'scaffolder', resourceType, conditions }
}

/** Allows everything but what the test says; only for ann. */
const policyPlugin = defineServerPlugin({
  id: 'test-policy',
  provides: { permissions: permissionPort },
  setup: () => ({
    permissions: {
      authorize: async (caller, requests) =>
        requests.map(({ permission }) =>
          caller.type === 'user' && caller.userEntityRef === 'user:default/ann'
            ? (policy[permission.name] ?? { result: 'ALLOW' })
            : { result: 'ALLOW' },
        ),
    },
  }),
})

const tagged = (tag: string) => ({ 'backstage:permissions': { tags: [tag] } })

let scaffolder: TestScaffolder
beforeAll(async () => {
  scaffolder = await startScaffolder(
    {
      form: {
        parameters: [
          { title: 'Open', required: ['a', 'b'], properties: { a: { type: 'string' }, b: { type: 'string', ...tagged('secret') } } },
          { title: 'Secret', ...tagged('secret'), required: ['c'], properties: { c: { type: 'string' } } },
        ],
        steps: [
          { id: 'open', action: 'debug:log', input: { message: 'open' } },
          { id: 'secret', action: 'debug:log', input: { message: 'secret' }, ...tagged('secret') },
        ],
      },
      sneaky: { steps: [{ action: 'template:upgrade', input: { originId: '00000000-0000-0000-0000-000000000000' } }] },
      actions: { steps: [{ action: 'debug:log', input: { message: '${{ parameters.text }}' } }] },
    },
    { plugins: [policyPlugin], config: { permission: { enabled: true } } },
  )
})
afterAll(() => scaffolder.stop())

const ann = () => scaffolder.server.as('user:default/ann')
const status = (run: Promise<unknown>) =>
  run.then(
    () => 200,
    (error: { status: number }) => error.status,
  )

test('pages, fields and steps that a user may not see vanish, and are not asked for', async () => {
  const notSecret: Condition = { not: { rule: 'HAS_TAG', resourceType: 'scaffolder-template', params: { tag: 'secret' } } }
  policy['scaffolder.template.parameter.read'] = conditional('scaffolder-template', notSecret)
  policy['scaffolder.template.step.read'] = conditional('scaffolder-template', notSecret)
  const params = { namespace: 'default', kind: 'template', name: 'form' }
  const { steps } = await ann().call(scaffolderApi.getParameterSchema, { params })
  expect(steps).toEqual([{ title: 'Open', schema: { title: 'Open', required: ['a'], properties: { a: { type: 'string' } } } }])
  expect((await scaffolder.server.call(scaffolderApi.getParameterSchema, { params })).steps).toHaveLength(2)
  const id = await scaffolder.create('form', { a: 'x' }, { as: 'user:default/ann' })
  expect((await scaffolder.until(id, 'completed')).spec.steps.map(step => step.id)).toEqual(['open'])
  expect(await status(scaffolder.create('form', { a: 'x' }))).toBe(400)
})

test('an action runs only with an input that is allowed', async () => {
  policy['scaffolder.action.execute'] = conditional('scaffolder-action', {
    allOf: [
      { rule: 'HAS_ACTION_ID', resourceType: 'scaffolder-action', params: { actionId: 'debug:log' } },
      { rule: 'HAS_STRING_PROPERTY', resourceType: 'scaffolder-action', params: { key: 'message', value: 'good' } },
    ],
  })
  const good = await scaffolder.create('actions', { text: 'good' }, { as: 'user:default/ann' })
  const bad = await scaffolder.create('actions', { text: 'bad' }, { as: 'user:default/ann' })
  await scaffolder.until(good, 'completed')
  await scaffolder.until(bad, 'failed')
  expect((await scaffolder.eventsOf(bad)).at(-1)?.body).toMatchObject({ error: { name: 'NotAllowedError' } })
  delete policy['scaffolder.action.execute']
})

test('tasks of others are neither listed nor found nor cancelled where a user sees only their own', async () => {
  const own = conditional('scaffolder-task', {
    rule: 'IS_TASK_OWNER',
    resourceType: 'scaffolder-task',
    params: { createdBy: ['user:default/ann'] },
  })
  policy['scaffolder.task.read'] = own
  const other = (await scaffolder.run('actions', { text: 'x' })).id
  const mine = await scaffolder.create('actions', { text: 'x' }, { as: 'user:default/ann' })
  await scaffolder.until(mine, 'completed')
  const listed = await ann().call(scaffolderApi.listTasks, { query: {} })
  expect(new Set(listed.tasks.map(({ createdBy }) => createdBy))).toEqual(new Set(['user:default/ann']))
  expect(listed.totalTasks).toBe(listed.tasks.length)
  const params = { taskId: other }
  expect(await status(ann().call(scaffolderApi.getTask, { params }))).toBe(404)
  expect(await status(ann().call(scaffolderApi.listTaskEvents, { params, query: {} }))).toBe(404)
  expect(await status(ann().call(scaffolderApi.cancelTask, { params }))).toBe(404)
  expect(await status(ann().call(scaffolderApi.retryTask, { params, body: {} }))).toBe(404)
  expect(await status(ann().call(scaffolderApi.getLedger, { params }))).toBe(404)
  expect(await status(ann().call(scaffolderApi.listTaskFiles, { params }))).toBe(404)
  for (const part of ['eventstream', 'archive']) expect((await ann().fetch(`/api/scaffolder/v2/tasks/${other}/${part}`)).status).toBe(404)
  expect(await status(ann().call(scaffolderApi.getTask, { params: { taskId: mine } }))).toBe(200)
  policy['scaffolder.task.read'] = { result: 'DENY' }
  expect(await ann().call(scaffolderApi.listTasks, { query: {} })).toEqual({ tasks: [], totalTasks: 0 })
  delete policy['scaffolder.task.read']
})

test('creating, retrying, dry runs, plans and undoing need their permissions', async () => {
  const { id } = await scaffolder.run('actions', { text: 'x' })
  for (const name of ['scaffolder.task.create', 'scaffolder.template.dry-run', 'scaffolder.task.undo']) policy[name] = { result: 'DENY' }
  const body = { templateRef: 'template:default/actions', values: {} }
  expect(await status(ann().call(scaffolderApi.createTask, { body }))).toBe(403)
  expect(await status(ann().call(scaffolderApi.planTask, { body }))).toBe(403)
  expect(await status(ann().call(scaffolderApi.retryTask, { params: { taskId: id }, body: {} }))).toBe(403)
  expect(await status(ann().call(scaffolderApi.dryRun, { body: { template: {}, values: {}, directoryContents: [] } }))).toBe(403)
  expect(await status(ann().call(scaffolderApi.undoTask, { params: { taskId: id }, body: {} }))).toBe(403)
  expect(await status(scaffolder.server.as(undefined).call(scaffolderApi.listActions))).toBe(401)
})

test("an upgrade needs its permission, also as a step of a template of one's own", async () => {
  policy['scaffolder.template.upgrade'] = { result: 'DENY' }
  expect(await status(ann().call(scaffolderApi.startUpgrades, { body: { templateRef: 'template:default/form' } }))).toBe(403)
  delete policy['scaffolder.task.create']
  const id = await scaffolder.create('sneaky', {}, { as: 'user:default/ann' })
  await scaffolder.until(id, 'failed')
  expect((await scaffolder.eventsOf(id)).at(-1)?.body).toMatchObject({ error: { name: 'NotAllowedError' } })
})
