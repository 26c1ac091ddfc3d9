import { answer, renderPage } from '@portico/core/testing/web'
import { conflictError, notAllowedError, unavailableError } from '@portico/core/common'
import { devtoolsApi, type PluginOrigin, type PluginState, type System, type Task } from '@portico/devtools/common'
import { within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { devtoolsWeb } from './index.tsx'

const system: System = {
  version: '1.2.3',
  instanceId: 'abc',
  startedAt: new Date(Date.now() - 3_600_000).toISOString(),
  plugins: [
    { id: 'auth', state: 'started', uses: [], provides: ['identity'], setupMs: 12.4 },
    { id: 'catalog', state: 'failed', error: 'no schema', uses: ['identity'], provides: [], setupMs: 1 },
  ],
  waitingPlugins: [],
  switchablePlugins: [],
  revertiblePlugins: [],
  configWarnings: ["Unknown key 'app.titel'"],
  configChanges: { inForce: ['catalog.locations'], needsRestart: ['backend.listen', 'catalog.watchFiles'] },
}
const tasks: Task[] = [
  {
    plugin: 'auth',
    id: 'rotate-keys',
    scope: 'global',
    cadence: 'PT90M',
    running: false,
    lastResult: 'completed',
    lastRunAt: system.startedAt,
  },
  { plugin: 'catalog', id: 'refresh', scope: 'local', cadence: '*/5 * * * *', running: true },
  { plugin: 'catalog', id: 'tidy', scope: 'local', cadence: 'manual', running: false, lastResult: 'failed', lastError: 'disk full' },
]
const noProblems = answer(devtoolsApi.listProblems, { items: [] })
const open = { plugins: [devtoolsWeb], path: '/system' }

test('the system page shows plugins with their states, config warnings and the server', async () => {
  const { screen } = renderPage({
    ...open,
    answers: [answer(devtoolsApi.getSystem, system), answer(devtoolsApi.listTasks, { items: [] }), noProblems],
  })
  const table = await screen.findByRole('table', { name: 'Plugins' })
  const rowsOf = (each: HTMLElement) =>
    within(each)
      .getAllByRole('row')
      .map(row => row.textContent)
  // What does not run comes first.
  expect(rowsOf(table).slice(1)).toEqual(['catalogFailedidentity–1 ms', 'authRunning–identity12 ms'])
  expect(rowsOf(screen.getByRole('table', { name: 'Plugins with problems' }))).toEqual(['PluginCause', 'catalogno schema'])
  // Nobody was asked about newer versions.
  expect(screen.queryByText('Newer version')).toBeNull()
  expect(screen.getByText("Unknown key 'app.titel'")).toBeTruthy()
  expect(screen.getByText('1 hour ago')).toBeTruthy()
  const listed = (term: string) =>
    within(screen.getByText(term, { selector: 'dt' }).nextElementSibling as HTMLElement)
      .getAllByRole('listitem')
      .map(item => item.textContent)
  expect(listed('Needs a restart')).toEqual(['backend.listen', 'catalog.watchFiles'])
  expect(listed('In force')).toEqual(['catalog.locations'])
  expect(await screen.findByText(/No plugin has scheduled any work/)).toBeTruthy()
})

test.each([
  [{}, 'The registry has not been asked yet'],
  [{ askedAt: system.startedAt }, 'None is known'],
  [{ askedAt: system.startedAt, newer: '2.0.0' }, '2.0.0 is available'],
  [{ askedAt: system.startedAt, newer: '2.0.0', failure: 'status 503' }, 'The registry did not answer: status 503'],
])('where a registry is named, the system page tells what it said: %j', async (updates, told) => {
  const { screen } = renderPage({
    ...open,
    answers: [answer(devtoolsApi.getSystem, { ...system, updates }), answer(devtoolsApi.listTasks, { items: [] }), noProblems],
  })
  expect((await screen.findByText('Newer version')).nextElementSibling?.textContent).toContain(told)
})

test('an administrator sees where a plugin comes from and what it adds, and switches it off or takes it back', async () => {
  const adds = { routes: ['GET /entries'], permissions: [], tables: ['blip'], slots: [], hosts: ['api.acme.example'], hasPages: true }
  const origin: PluginOrigin = {
    package: '@acme/radar',
    version: '1.2.0',
    source: 'registry',
    written: '@acme/radar',
    digest: 'a'.repeat(128),
    api: '1',
    isolation: 'none',
    adds,
  }
  const process = {
    state: 'running',
    pid: 4711,
    memoryBytes: 90e6,
    maxMemoryBytes: 512e6,
    restarts: 2,
    lastReason: 'it ended with code 7',
  } as const
  const database = { problem: 'Give the user CREATEROLE' }
  const reason = 'It is switched off in the config'
  const kubernetes: PluginState = { id: 'kubernetes', state: 'off', reason, uses: [], provides: [], setupMs: 0 }
  const radar: PluginState = { id: 'radar', state: 'started', origin, process, database, uses: [], provides: [], setupMs: 3 }
  const { screen, user, requests } = renderPage({
    ...open,
    answers: [
      answer(devtoolsApi.getSystem, {
        ...system,
        plugins: [radar, kubernetes],
        switchablePlugins: ['radar'],
        revertiblePlugins: ['radar'],
      }),
      answer(devtoolsApi.listTasks, { items: [] }),
      noProblems,
      answer(devtoolsApi.enablePlugin, undefined),
      answer(devtoolsApi.installPlugin, { id: 'adr', package: '@acme/adr', version: '2.0.0' }),
    ],
  })
  const row = await screen.findByRole('row', { name: /radar/ })
  expect(row.textContent).toContain('@acme/radar 1.2.0, from the registry, API 1, aaaaaaaaaaaa')
  expect(row.textContent).toContain('Routes: GET /entries; Tables: blip; Calls: api.acme.example')
  expect(row.textContent).toContain('Own process 4711, 90 MB of 512 MB, restarts: 2. The process before ended: it ended with code 7')
  expect(row.textContent).toContain('It can see the tables of others. Give the user CREATEROLE')
  expect(screen.getByText(reason)).toBeTruthy()
  expect(within(row).getByRole('button', { name: 'Roll back radar' })).toBeTruthy()
  await user.click(within(row).getByRole('button', { name: 'Switch off radar' }))
  await user.type(screen.getByRole('textbox', { name: 'Package' }), '@acme/adr')
  await user.click(screen.getByRole('button', { name: 'Install' }))
  expect(await screen.findByText('adr 2.0.0 runs.')).toBeTruthy()
  expect(requests.find(({ path }) => path === '/plugins/radar/enabled')?.body).toEqual({ enabled: false })
})

test('the system page shows which entries of app.extensions match no extension', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { screen } = renderPage({
    ...open,
    config: { app: { baseUrl: 'http://portal.test', extensions: [{ 'sidebar-section:org': false }] } },
    answers: [answer(devtoolsApi.getSystem, { ...system, configWarnings: [] }), answer(devtoolsApi.listTasks, { items: [] })],
  })
  expect(await screen.findByText("app.extensions: there is no extension 'sidebar-section:org'")).toBeTruthy()
  expect(screen.queryByText("Unknown key 'app.titel'")).toBeNull()
  warned.mockRestore()
})

test('scheduled tasks show how often they run and their last result, and can be triggered', async () => {
  const { screen, user, requests } = renderPage({
    ...open,
    answers: [
      answer(devtoolsApi.getSystem, system),
      answer(devtoolsApi.listTasks, { items: tasks }),
      noProblems,
      answer(devtoolsApi.triggerTask, undefined),
    ],
  })
  const table = await screen.findByRole('table', { name: 'Scheduled tasks' })
  expect(within(table).getByText('Every 90 minutes')).toBeTruthy()
  expect(within(table).getByText('*/5 * * * *')).toBeTruthy()
  expect(within(table).getByText('When triggered')).toBeTruthy()
  expect(['Completed', 'Running', 'Failed'].map(word => within(table).getAllByText(word).length)).toEqual([1, 1, 1])
  expect(screen.getByRole('button', { name: 'Trigger refresh' }).hasAttribute('disabled')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Trigger rotate-keys' }))
  await screen.findByRole('button', { name: 'Trigger rotate-keys' })
  expect(requests.find(request => request.method === 'POST')?.path).toBe('/tasks/auth/rotate-keys/trigger')
})

test('a task that cannot be triggered says why', async () => {
  const { screen, user } = renderPage({
    ...open,
    answers: [
      answer(devtoolsApi.getSystem, system),
      answer(devtoolsApi.listTasks, { items: tasks }),
      noProblems,
      answer(devtoolsApi.triggerTask, conflictError('It runs already')),
    ],
  })
  await user.click(await screen.findByRole('button', { name: 'Trigger tidy' }))
  expect(await screen.findByText('It runs already')).toBeTruthy()
})

test('a failed request is shown, and retried on demand', async () => {
  let away = true
  const { screen, user } = renderPage({
    ...open,
    answers: [
      answer(devtoolsApi.getSystem, () => (away ? unavailableError('The database is away') : system)),
      answer(devtoolsApi.listTasks, { items: [] }),
      noProblems,
    ],
  })
  expect((await screen.findByRole('alert')).textContent).toContain('The database is away')
  away = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('table', { name: 'Plugins' })).toBeTruthy()
})

test('what plugins report as not working is shown with its cause', async () => {
  const items = [{ subject: 'file:teams.yaml', message: 'DatabaseError: no room' }]
  const base = [answer(devtoolsApi.getSystem, system), answer(devtoolsApi.listTasks, { items: [] })]
  const report = { plugin: 'catalog', title: 'Sources that cannot be taken in', count: 12, items }
  const { screen } = renderPage({ ...open, answers: [...base, answer(devtoolsApi.listProblems, { items: [report] })] })
  expect(await screen.findByRole('heading', { name: 'catalog: Sources that cannot be taken in (12)' })).toBeTruthy()
  const table = screen.getByRole('table', { name: 'Sources that cannot be taken in' })
  expect(within(table).getByText('file:teams.yaml')).toBeTruthy()
  expect(within(table).getByText('DatabaseError: no room')).toBeTruthy()
})

test('a user without the permission to read problems sees the rest of the system', async () => {
  const base = [answer(devtoolsApi.getSystem, system), answer(devtoolsApi.listTasks, { items: [] })]
  const refused = renderPage({ ...open, answers: [...base, answer(devtoolsApi.listProblems, notAllowedError('not for you'))] })
  expect(await refused.screen.findByRole('table', { name: 'Plugins' })).toBeTruthy()
  expect(refused.screen.queryByText('not for you')).toBeNull()
})
