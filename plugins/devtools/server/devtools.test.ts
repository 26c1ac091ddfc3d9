import { startTestServer, type TestServer, eventually } from '@portico/core/testing'
import { defineContract, get } from '@portico/core/common'
import { defineServerPlugin } from '@portico/core/server'
import { devtoolsApi } from '@portico/devtools/common'
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { devtoolsPlugin } from './index.ts'

let runs = 0
const workApi = defineContract('work', { follow: get('/follow', { access: 'public', events: { tick: z.number() } }) })
const workPlugin = defineServerPlugin({
  id: 'work',
  setup({ work: { scheduler }, server: { inspection }, implement }) {
    implement(workApi, {
      follow: async function* ({ signal }) {
        yield { event: 'tick' as const, data: 1 }
        await new Promise(resolve => signal.addEventListener('abort', resolve))
      },
    })
    inspection.reportProblems('work', async () => ({ title: 'Broken things', count: 3, items: [{ subject: 'one', message: 'it broke' }] }))
    inspection.reportProblems('work', async () => ({ title: 'Nothing', count: 0, items: [] }))
    inspection.reportProblems('work', () => Promise.reject(new Error('the report failed')))
    scheduler.schedule({ id: 'count', description: 'Counts', frequency: { trigger: 'manual' }, timeout: '1m', run: () => void runs++ })
    scheduler.schedule({
      id: 'fail',
      frequency: { trigger: 'manual' },
      timeout: '1m',
      run: () => {
        throw new Error('disk full')
      },
    })
  },
})

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ plugins: [devtoolsPlugin, workPlugin] })
})
afterAll(() => server?.stop())

test('the system reports its version and the state of each plugin', async () => {
  const system = await server.call(devtoolsApi.getSystem)
  expect(system.version).toBe('0.0.0-test')
  expect(system.plugins.map(({ id, state }) => `${id} ${state}`).sort()).toEqual(['devtools started', 'work started'])
  expect(new Date(system.startedAt).getTime()).toBeLessThanOrEqual(Date.now())
})

test('the system reports which changes of the config are in force, and which need a restart', async () => {
  const config = JSON.parse(readFileSync(server.configFile, 'utf8')) as { backend: object }
  expect((await server.call(devtoolsApi.getSystem)).configChanges).toEqual({ inForce: [], needsRestart: [] })
  writeFileSync(
    server.configFile,
    JSON.stringify({ ...config, app: { title: 'Acme' }, backend: { ...config.backend, cors: { origin: 'https://a.example.com' } } }),
  )
  await eventually(async () =>
    expect((await server.call(devtoolsApi.getSystem)).configChanges).toEqual({
      inForce: ['app.title'],
      needsRestart: ['backend.cors.origin'],
    }),
  )
})

test('tasks of all plugins are listed, and a triggered one runs and has a result', async () => {
  const before = await server.call(devtoolsApi.listTasks)
  expect(before.items).toContainEqual({
    plugin: 'work',
    id: 'count',
    description: 'Counts',
    scope: 'global',
    cadence: 'manual',
    running: false,
  })
  await server.call(devtoolsApi.triggerTask, { params: { plugin: 'work', task: 'count' } })
  await server.call(devtoolsApi.triggerTask, { params: { plugin: 'work', task: 'fail' } })
  await eventually(async () => {
    const { items } = await server.call(devtoolsApi.listTasks)
    expect(items.find(task => task.id === 'count')).toMatchObject({ lastResult: 'completed', running: false })
    expect(items.find(task => task.id === 'fail')).toMatchObject({ lastResult: 'failed', lastError: 'disk full' })
  })
  expect(runs).toBe(1)
})

test('a task or a plugin that does not exist is not found', async () => {
  await expect(server.call(devtoolsApi.triggerTask, { params: { plugin: 'work', task: 'none' } })).rejects.toMatchObject({
    name: 'NotFoundError',
  })
  await expect(server.call(devtoolsApi.triggerTask, { params: { plugin: 'missing', task: 'count' } })).rejects.toMatchObject({
    name: 'NotFoundError',
  })
})

test('what plugins report as not working is listed; a report that fails hides no other', async () => {
  const { items } = await server.call(devtoolsApi.listProblems)
  expect(items).toEqual([{ plugin: 'work', title: 'Broken things', count: 3, items: [{ subject: 'one', message: 'it broke' }] }])
})

test('anonymous callers do not see the system', async () => {
  await expect(server.as(undefined).call(devtoolsApi.getSystem)).rejects.toMatchObject({ status: 401 })
})

test('the performance report has routes, statements with their plans, memory, tables and queues', async () => {
  for (let call = 0; call < 3; call += 1) await server.call(devtoolsApi.listTasks)
  const report = await server.call(devtoolsApi.getPerformance)
  expect(report.routes.find(({ route }) => route === '/api/devtools/tasks')).toMatchObject({
    method: 'GET',
    plugin: 'devtools',
    failures: 0,
  })
  expect(report.routes.every(({ p50Ms, p99Ms, maxMs }) => p50Ms <= p99Ms && p99Ms <= maxMs)).toBe(true)
  expect(report.process.memory.map(({ part }) => part)).toEqual(expect.arrayContaining(['heap', 'buffers', 'other']))
  expect(report.process.residentBytes).toBeGreaterThan(10e6)
  expect(report.pool.max).toBeGreaterThan(0)
  expect(report.database.tables.map(({ schema, table }) => `${schema}.${table}`)).toContain('core.job')
  const statement = report.statements.find(({ statement }) => /^\s*select/i.test(statement))!
  expect(statement.count).toBeGreaterThan(0)
  const { plan } = await server.call(devtoolsApi.explainStatement, { params: { id: statement.id } })
  expect(plan).toMatch(/cost=/)
})

test('a stream of events is answered when it begins: how long somebody reads it makes no route slow', async () => {
  const follow = async () => (await server.call(devtoolsApi.getPerformance)).routes.find(({ route }) => route === '/api/work/follow')
  const controller = new AbortController()
  const stream = await server.fetch('/api/work/follow', { signal: controller.signal })
  await stream.body!.getReader().read()
  const begun = await follow()
  expect(begun).toMatchObject({ method: 'GET', plugin: 'work', count: 1 })
  controller.abort()
  await expect(stream.text()).rejects.toThrow(/abort|unusable|locked/i)
  expect(await follow()).toEqual(begun)
})

test('only statements that the server sent have a plan', async () => {
  await expect(server.call(devtoolsApi.explainStatement, { params: { id: 'none' } })).rejects.toMatchObject({ name: 'NotFoundError' })
})

test('plugins are installed by name only, and what was tried is in the audit trail', async () => {
  for (const name of ['./radar', '/etc', 'https://acme.example/radar.tgz', 'radar.tgz'])
    await expect(server.call(devtoolsApi.installPlugin, { body: { package: name } })).rejects.toMatchObject({ status: 400 })
  await expect(server.call(devtoolsApi.rollbackPlugin, { params: { id: 'radar' } })).rejects.toMatchObject({
    code: 'core.plugin-refused',
    message: "No plugin 'radar' is installed",
  })
  await expect(
    server.as(undefined).call(devtoolsApi.enablePlugin, { params: { id: 'radar' }, body: { enabled: false } }),
  ).rejects.toMatchObject({
    status: 401,
  })
  const { items } = await server.server.services.audit.list({ limit: 10 })
  expect(items.map(({ action, subject, result }) => `${action} ${subject} ${result}`)).toEqual(
    expect.arrayContaining(['devtools.plugin.rollback radar failure', 'devtools.plugin.install /etc failure']),
  )
})
