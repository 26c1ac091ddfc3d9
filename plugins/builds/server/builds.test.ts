import { buildsApi } from '@portico/builds/common'
import { buildBroke, buildSystemsService, type BuildEvent } from '@portico/builds/server'
import { circleBuild, refuseUnknown, startBuilds, type TestBuilds } from '@portico/builds/testing'
import type { Decision } from '@portico/core/common'
import { defineServerPlugin, permissionPort, type Events } from '@portico/core/server'
import { eventually } from '@portico/core/testing'
import { webhookEvent } from '@portico/events/common'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

const policy: Record<string, Decision> = {}
const hidden = new Set<string>()
const policyPlugin = defineServerPlugin({
  id: 'test-policy',
  provides: { permissions: permissionPort },
  setup: () => ({
    permissions: {
      authorize: async (_caller, requests) =>
        requests.map(({ permission, resourceRef }) =>
          hidden.has(resourceRef ?? '') ? { result: 'DENY' } : (policy[permission.name] ?? { result: 'ALLOW' }),
        ),
    },
  }),
})
let events: Events
const busPlugin = defineServerPlugin({ id: 'bus-user', setup: ({ work }) => void (events = work.events) })
let readDroneLog = async () => 'hello'
/** As in the guide: a system that another plugin adds. */
const dronePlugin = defineServerPlugin({
  id: 'drone',
  uses: { builds: buildSystemsService },
  setup(_core, { builds: systems }) {
    systems.add({
      id: 'drone',
      annotation: 'drone.test/repo',
      open: () => ({
        listBuilds: async ({ value }) => ({
          items: [{ id: '1', number: '1', subject: value, status: 'success', isRestartable: true }],
          total: 1,
        }),
        getBuild: async () => ({ id: '1', number: '1', status: 'success', isRestartable: true, steps: [] }),
        readLog: () => readDroneLog(),
        restartBuild: async () => {},
        defaultBranch: async () => undefined,
      }),
    })
  },
})

let builds: TestBuilds
beforeAll(async () => {
  builds = await startBuilds(
    {
      hub: { 'github.com/project-slug': 'acme/web' },
      circle: { 'circleci.com/project-slug': 'github/acme/web', 'github.com/project-slug': 'acme/web' },
      bad: { 'github.com/project-slug': 'acme/../../x' },
      drone: { 'drone.test/repo': 'acme/drone' },
      plain: {},
    },
    { plugins: [policyPlugin, busPlugin, dronePlugin], config: { permission: { enabled: true } } },
  )
})
afterAll(() => builds.stop())
beforeEach(() => {
  builds.github.runs.splice(
    0,
    Infinity,
    { id: 1002, status: 'completed', conclusion: 'failure' },
    { id: 1001, status: 'completed', conclusion: 'success' },
  )
  builds.github.rerun.length = 0
  for (const name of Object.keys(policy)) delete policy[name]
  hidden.clear()
})
afterEach(() => {
  builds.github.state.fault = undefined
  refuseUnknown(builds.refused())
})

const of = (name: string, system = 'github') => ({ namespace: 'default', kind: 'component', name, system })
/** Another offset each time, so that nothing is kept from before. */
let offset = 0
const list = (name: string, system?: string) =>
  builds.server.call(buildsApi.listBuilds, { params: of(name, system), query: { limit: 1, offset: (offset += 1) } })
const restart = (id: string) => builds.server.call(buildsApi.restartBuild, { params: { ...of('hub'), id } })
const trail = async () => (await builds.server.server.services.audit.list({ limit: 50, action: 'builds.build.restart' })).items

test('an unknown entity, system or annotation is not found, and a project that leads elsewhere is refused', async () => {
  await expect(list('nothing')).rejects.toMatchObject({ status: 404, message: 'There is no entity component:default/nothing' })
  await expect(list('hub', 'travis')).rejects.toMatchObject({ status: 404, message: "There is no build system 'travis'" })
  await expect(list('plain')).rejects.toMatchObject({
    status: 404,
    message: 'component:default/plain has no annotation github.com/project-slug',
  })
  const asked = builds.github.requests.length
  await expect(list('bad')).rejects.toMatchObject({ status: 400, message: expect.stringContaining('expected owner/repository') })
  expect(builds.github.requests.length).toBe(asked)
})

test('reading and restarting need their permissions and the entity; restarts are in the audit trail, also those that fail', async () => {
  policy['builds.build.read'] = { result: 'DENY' }
  await expect(list('hub')).rejects.toMatchObject({ status: 403, details: { permission: 'builds.build.read' } })
  policy['builds.build.read'] = { result: 'ALLOW' }
  policy['builds.build.restart'] = { result: 'DENY' }
  await expect(restart('1002')).rejects.toMatchObject({ status: 403, details: { permission: 'builds.build.restart' } })
  delete policy['builds.build.restart']
  hidden.add('component:default/hub')
  await expect(list('hub')).rejects.toMatchObject({ status: 404 })
  await expect(restart('1002')).rejects.toMatchObject({ status: 404 })
  hidden.clear()
  expect(builds.github.rerun).toEqual([])
  await restart('1002')
  await expect(restart('9999')).rejects.toMatchObject({ status: 404 })
  expect((await trail()).map(({ subject, result, details }) => [subject, result, details])).toEqual([
    ['component:default/hub', 'failure', { system: 'github', project: 'acme/web', build: '9999' }],
    ['component:default/hub', 'success', { system: 'github', project: 'acme/web', build: '1002' }],
  ])
})

test('CircleCI through the proxy needs the same permissions', async () => {
  builds.circleci.model.builds = [circleBuild(2), circleBuild(1)]
  const call = async (method: string, path: string) =>
    (await builds.server.fetch(`/api/proxy/circleci${path}?circle-token=`, { method })).status
  expect(await call('GET', '/api/project/github/acme/web')).toBe(200)
  expect(await call('POST', '/api/project/github/acme/web/2/retry')).toBe(200)
  policy['builds.build.restart'] = { result: 'DENY' }
  for (const path of ['/api/project/github/acme/web/2/retry', '/%61pi/project/github/acme/web/2/retry'])
    expect([path, await call('POST', path)]).toEqual([path, expect.toBeOneOf([403, 404])])
  expect(await call('GET', '/api/project/github/acme/web')).toBe(200)
  policy['builds.build.read'] = { result: 'DENY' }
  expect(await call('GET', '/api/project/github/acme/web')).toBe(403)
  expect(builds.circleci.model.retried).toEqual(['2'])
})

test('a system that another plugin adds has the same routes', async () => {
  const params = of('drone', 'drone')
  expect((await builds.server.call(buildsApi.listBuilds, { params })).items).toMatchObject([{ subject: 'acme/drone' }])
  expect(await (await builds.server.send(buildsApi.readLog, { params: { ...params, id: '1' }, query: { action: 'x' } })).text()).toBe(
    'hello',
  )
  await builds.server.call(buildsApi.restartBuild, { params: { ...params, id: '1' } })
})

test('many who look at once are one request to the host', async () => {
  const asked = () => builds.github.requests.filter(line => line.includes('/actions/runs/1001')).length
  const before = asked()
  const look = () => builds.server.call(buildsApi.getBuild, { params: { ...of('hub'), id: '1001' } })
  await Promise.all([look(), look(), look()])
  await look()
  // The run and its jobs.
  expect(asked() - before).toBe(2)
})

test('summaries are those of the default branch, from CircleCI through the proxy first; what cannot be read costs its own row', async () => {
  builds.circleci.model.builds = [
    circleBuild(3, { branch: 'x', status: 'failed' }),
    circleBuild(2, { status: 'running', stop_time: null }),
    circleBuild(1),
  ]
  const refs = [
    'component:default/circle',
    'component:default/bad',
    'component:default/plain',
    'component:default/nothing',
    'component:default/hub',
  ]
  hidden.add('component:default/hub')
  const { items } = await builds.server.call(buildsApi.listSummaries, { body: { entityRefs: refs, count: 5 } })
  expect(items).toEqual([
    {
      entityRef: 'component:default/circle',
      system: 'circleci',
      branch: 'main',
      builds: [
        expect.objectContaining({ id: '2', status: 'running' }),
        {
          id: '1',
          number: '1',
          status: 'success',
          startedAt: '2026-11-16T05:00:10.000Z',
          stoppedAt: '2026-11-16T05:03:22.000Z',
          url: expect.any(String),
        },
      ],
    },
    { entityRef: 'component:default/bad', system: 'github', builds: [], error: expect.stringContaining('expected owner/repository') },
    { entityRef: 'component:default/plain', builds: [] },
  ])
  const asked = builds.circleci.requests.length
  await builds.server.call(buildsApi.listSummaries, { body: { entityRefs: refs } })
  expect(builds.circleci.requests.length).toBe(asked)
})

test('a webhook about a branch that was good and failed is an event with the entities, and their summaries are read again', async () => {
  const broke: BuildEvent[] = []
  const stop = events.listen([buildBroke], ({ payload }) => void broke.push(payload))
  const entityRefs = ['component:default/hub']
  const last = async () => (await builds.server.call(buildsApi.listSummaries, { body: { entityRefs } })).items[0]?.builds[0]?.status
  expect(await last()).toBe('failed')
  const deliver = (id: number, conclusion: string) =>
    events.publish(webhookEvent('github'), {
      eventPayload: {
        action: 'completed',
        workflow_run: { id, run_number: id - 1000, conclusion, head_branch: 'main', html_url: 'https://x.test', actor: { login: 'jane' } },
        repository: { full_name: 'acme/web' },
      },
      metadata: { 'x-github-event': 'workflow_run' },
    })
  await deliver(1002, 'failure')
  await eventually(() => expect(broke).toHaveLength(1))
  expect(broke[0]).toMatchObject({ system: 'github', project: 'acme/web', id: '1002', branch: 'main', status: 'failed', login: 'jane' })
  expect(broke[0]?.entityRefs.toSorted()).toEqual(['component:default/circle', 'component:default/hub'])
  // It was bad before: nothing broke. Then it is good again.
  builds.github.runs.unshift({ id: 1003, status: 'completed', conclusion: 'failure' })
  await deliver(1003, 'failure')
  builds.github.runs.unshift({ id: 1004, status: 'completed', conclusion: 'success' })
  await deliver(1004, 'success')
  await eventually(async () => expect(await last()).toBe('success'))
  expect(broke).toHaveLength(1)
  stop()
})

test('four logs are read at a time, whoever asks, because each may take much memory', async () => {
  const reading = new Set<() => void>()
  let most = 0
  readDroneLog = () =>
    new Promise(resolve => {
      const end = () => {
        reading.delete(end)
        resolve('hello')
      }
      reading.add(end)
      most = Math.max(most, reading.size)
    })
  const params = { ...of('drone', 'drone'), id: '1' }
  const texts = Array.from({ length: 6 }, async () => (await builds.server.fetch(pathTo(params))).text())
  await eventually(() => expect(reading.size).toBe(4))
  for (let left = 6; left > 0; left -= 1) {
    await eventually(() => expect(reading.size).toBe(Math.min(left, 4)))
    const [end] = reading
    end?.()
  }
  expect([await Promise.all(texts), most]).toEqual([Array(6).fill('hello'), 4])
})

function pathTo({ namespace, kind, name, system, id }: ReturnType<typeof of> & { readonly id: string }): string {
  return `/api/builds/entities/${namespace}/${kind}/${name}/${system}/builds/${id}/log?action=x`
}
