import { integrationsWeb } from '@portico/integrations/web'
import { catalogApi, type Entity } from '@portico/catalog/common'
import { catalogWeb } from '@portico/catalog/web'
import { AppError } from '@portico/core/common'
import { eventually } from '@portico/core/testing'
import { answer, renderPage, type RouteAnswer } from '@portico/core/testing/web'
import { createObservable, defineApi, signalsApiRef, type SignalListener, type SignalState } from '@portico/core/web'
import { notificationsWeb } from '@portico/notifications/web'
import { scaffolderApi, tasksChannel, type Task, type TaskStatistics } from '@portico/scaffolder/common'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { scaffolderWeb } from '../index.tsx'

const task = (id: string, more: Partial<Task> = {}): Task => ({
  id,
  status: 'completed',
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: 'user:default/jane',
  spec: {
    apiVersion: 'x',
    steps: [],
    output: {},
    parameters: { name: 'shop' },
    templateInfo: { entityRef: 'template:default/service', entity: { metadata: { name: 'service' } } },
  },
  ...more,
})
const statistics = (total: number): TaskStatistics => ({
  total,
  byStatus: { open: 0, processing: 0, completed: total, failed: 0, cancelled: 0, skipped: 0 },
  waiting: 0,
  succeeded: 3,
  failed: 1,
  medianMs: 65_000,
  p90Ms: 130_000,
})
const waiting = { kind: 'approval' as const, stepId: 'b', since: '2026-01-01T00:00:00.000Z', reason: 'It costs money' }

function open(path: string, answers: readonly RouteAnswer[] = []) {
  return renderPage({
    plugins: [catalogWeb, integrationsWeb, notificationsWeb, scaffolderWeb],
    path,
    answers: [
      ...answers,
      answer(scaffolderApi.listTasks, { tasks: [task('t-1')], totalTasks: 1 }),
      answer(scaffolderApi.getTaskStatistics, statistics(1)),
      answer(scaffolderApi.listApprovals, { items: [] }),
    ],
  })
}

test('the task list is at /create/tasks, with Task ID, Template, Created, Owner and Status [SCAF-005, SCAF-028]', async () => {
  open('/create/tasks')
  expect(await screen.findByRole('heading', { level: 1, name: 'Tasks' })).toBeDefined()
  const table = within(await screen.findByRole('table', { name: 'Tasks' }))
  expect(table.getAllByRole('columnheader').map(head => head.textContent)).toEqual([
    'Task ID',
    'Template',
    'Created',
    'Owner',
    'Status',
    'Took',
  ])
  expect((await table.findByRole('link', { name: 'shop t-1' })).getAttribute('href')).toBe('/create/tasks/t-1')
  expect(table.getByRole('link', { name: 'service' })).toBeDefined()
  expect(table.getByText('Completed')).toBeDefined()
})

test('a run is named by what it made, with who started it and how long it took; one without answers by its id', async () => {
  const took = { startedAt: '2026-01-01T00:00:00.000Z', endedAt: '2026-01-01T00:01:05.000Z' }
  const jane: Entity = {
    apiVersion: 'backstage.io/v1alpha1',
    kind: 'User',
    metadata: { name: 'jane' },
    spec: { profile: { displayName: 'Jane Doe' }, memberOf: [] },
  }
  const unnamed = task('0e3b6f0e-0000', { spec: { ...task('').spec, parameters: {} } })
  open('/create/tasks', [
    answer(scaffolderApi.listTasks, { tasks: [task('t-1', took), unnamed], totalTasks: 2 }),
    answer(catalogApi.getEntitiesByRefs, ({ body }) => ({
      items: (body as { entityRefs: string[] }).entityRefs.map(ref => (ref === 'user:default/jane' ? jane : null)),
    })),
  ])
  const rows = within(await screen.findByRole('table', { name: 'Tasks' }))
  expect((await rows.findByRole('link', { name: 'shop t-1' })).getAttribute('href')).toBe('/create/tasks/t-1')
  expect(rows.getByText('1m 5s')).toBeDefined()
  expect(await rows.findAllByRole('link', { name: 'Jane Doe' })).toHaveLength(2)
  expect(rows.getByRole('link', { name: '0e3b6f0e' })).toBeDefined()
})

/** The list with its first task; from `change` on the server has another, which waits for an approval. */
async function openWithSignals() {
  const listeners = new Set<SignalListener>()
  const signals = {
    state: createObservable<SignalState>('open'),
    subscribe(channel: string, listener: SignalListener) {
      if (channel === tasksChannel) listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  let isChanged = false
  const { requests } = renderPage({
    plugins: [catalogWeb, integrationsWeb, notificationsWeb, scaffolderWeb],
    path: '/create/tasks',
    apis: [defineApi({ api: signalsApiRef, create: () => signals })],
    answers: [
      answer(scaffolderApi.listTasks, () => ({ tasks: [task(isChanged ? 't-2' : 't-1')], totalTasks: 1 })),
      answer(scaffolderApi.getTaskStatistics, statistics(1)),
      answer(scaffolderApi.listApprovals, () => ({
        items: isChanged ? [{ taskId: 't-2', templateRef: 'template:default/service', waiting }] : [],
      })),
    ],
  })
  expect(await screen.findByRole('link', { name: 'shop t-1' })).toBeDefined()
  return { requests, listeners, change: () => void (isChanged = true) }
}

test('the list and the approvals follow tasks by signals, and are not polled while signals come', async () => {
  const { requests, listeners, change } = await openWithSignals()
  expect(listeners.size).toBeGreaterThan(0)
  const asked = () => requests.filter(({ path }) => path.startsWith('/v2/tasks?')).length
  const before = asked()
  change()
  act(() => listeners.forEach(({ onMessage }) => onMessage({})))
  expect(await screen.findByRole('link', { name: 'shop t-2' })).toBeDefined()
  expect(await screen.findByRole('list', { name: 'Waiting for you' })).toBeDefined()
  // Once for the signal, and perhaps once for what may have been missed before the subscription.
  expect(asked()).toBeLessThanOrEqual(before + 2)
})

test('what happens before the subscription has reached the server is seen as well', async () => {
  const { change } = await openWithSignals()
  change()
  await eventually(() => expect(screen.getByRole('link', { name: 'shop t-2' })).toBeDefined())
})

test("'Owned' shows only tasks of the current user, 'All' those of everybody [SCAF-029]", async () => {
  const { user, requests } = open('/create/tasks')
  const asked = () =>
    requests.filter(({ path }) => path.startsWith('/v2/tasks?')).map(({ path }) => new URLSearchParams(path.split('?')[1]))
  expect(((await screen.findByRole('radio', { name: 'Owned' })) as HTMLInputElement).checked).toBe(true)
  await waitFor(() => expect(asked().at(-1)?.getAll('createdBy')).toEqual(['user:default/jane']))
  await user.click(screen.getByRole('radio', { name: 'All' }))
  await waitFor(() => expect(asked().at(-1)?.getAll('createdBy')).toEqual([]))
})

test('statuses have counts and filter the list; the address keeps it, with the template and the order', async () => {
  const { user, requests, router } = open('/create/tasks?owner=all&template=template:default/service')
  const group = within(await screen.findByRole('group', { name: 'Filter by status' }))
  await user.click(await group.findByRole('button', { name: 'Completed 1' }))
  await waitFor(() => expect(requests.at(-1)?.path).toBeDefined())
  expect(router.state.location.search).toContain('status=completed')
  await user.click(screen.getByRole('button', { name: /^Created/ }))
  await waitFor(() => {
    const last = requests.filter(({ path }) => path.startsWith('/v2/tasks?')).at(-1)
    const query = new URLSearchParams(last?.path.split('?')[1])
    expect(Object.fromEntries(query)).toMatchObject({
      templateRef: 'template:default/service',
      status: 'completed',
      order: 'asc:created_at',
    })
  })
})

test('what was cancelled while it ran is listed as cancelled, and found by that status and not by failed', async () => {
  const { user, requests } = open('/create/tasks', [
    answer(scaffolderApi.listTasks, { tasks: [task('t-1', { status: 'failed', isCancelled: true })], totalTasks: 1 }),
  ])
  expect(await within(await screen.findByRole('table', { name: 'Tasks' })).findByText('Cancelled')).toBeDefined()
  const group = within(await screen.findByRole('group', { name: 'Filter by status' }))
  const asked = async (button: RegExp) => {
    await user.click(group.getByRole('button', { name: button }))
    const last = requests.filter(({ path }) => path.startsWith('/v2/tasks?')).at(-1)
    const query = new URLSearchParams(last?.path.split('?')[1])
    return [query.getAll('status'), query.get('isCancelled')]
  }
  expect(await asked(/^Cancelled/)).toEqual([['cancelled', 'failed'], 'true'])
  expect(await asked(/^Failed/)).toEqual([['failed'], 'false'])
})

test('approvals that wait for me are on top, and can be decided there', async () => {
  const { user, requests } = open('/create/tasks', [
    answer(scaffolderApi.listApprovals, {
      items: [{ taskId: 't-9', templateRef: 'template:default/service', createdBy: 'user:default/john', waiting }],
    }),
    answer(scaffolderApi.decideApproval, task('t-9')),
  ])
  const list = within(await screen.findByRole('list', { name: 'Waiting for you' }))
  await user.click(list.getByRole('button', { name: 'Decide about service' }))
  expect(await list.findByText('It costs money')).toBeDefined()
  await user.click(list.getByRole('button', { name: 'Refuse' }))
  await waitFor(() =>
    expect(requests.find(({ path }) => path === '/v2/tasks/t-9/approval')?.body).toEqual({ stepId: 'b', decision: 'refuse' }),
  )
})

test('each call of the list may fail by itself', async () => {
  const broken = new AppError('Error', 'broken')
  open('/create/tasks', [answer(scaffolderApi.listApprovals, broken), answer(scaffolderApi.getTaskStatistics, broken)])
  expect(await screen.findByText('Runs of templates that wait for you could not be read')).toBeDefined()
  expect(await screen.findByRole('link', { name: 'shop t-1' })).toBeDefined()
  open('/create/tasks', [answer(scaffolderApi.listTasks, broken)])
  expect((await screen.findByRole('alert')).textContent).toContain('broken')
})

const entityOf = (kind: string, annotations: Record<string, string>): Entity => ({
  apiVersion: 'backstage.io/v1alpha1',
  kind,
  metadata: { name: 'shop', annotations },
  spec: { type: 'service', owner: 'team' },
})

test('an entity names the template that made it, the answers, and whether the template has changed since', async () => {
  const origin = {
    templateRef: 'template:default/service',
    task: { id: 't-1', createdAt: '2026-01-01T00:00:00.000Z', createdBy: 'user:default/jane', parameters: { region: 'north' } },
    templateVersion: 'a',
    currentVersion: 'b',
    isOutdated: true,
  }
  open('/catalog/default/component/shop', [
    answer(catalogApi.getEntityByName, entityOf('Component', { 'backstage.io/source-template': 'template:default/service' })),
    answer(scaffolderApi.getEntityProvenance, { origin }),
  ])
  const card = within(await screen.findByRole('region', { name: 'Made from a template' }))
  expect(card.getByText('The template has changed since.')).toBeDefined()
  expect(card.getByText('north')).toBeDefined()
  expect(card.getByRole('link', { name: /ago|2026/ }).getAttribute('href')).toBe('/create/tasks/t-1')
})

test('a repository that is behind its template shows by how much, what an upgrade would change, and starts it', async () => {
  const repository = {
    id: 'o-1',
    templateRef: 'template:default/service',
    title: 'acme/shop',
    createdAt: '2026-01-01T00:00:00.000Z',
    isOutdated: true,
    changesBehind: 3,
    canUpgrade: true,
  }
  const drift = {
    origin: repository,
    isOutdated: true,
    files: [{ path: 'README.md', change: 'changed' as const, outcome: 'conflict' as const }],
    conflicts: ['README.md'],
    missingAnswers: [],
  }
  const { user, requests, router } = open('/catalog/default/component/shop', [
    answer(catalogApi.getEntityByName, entityOf('Component', { 'backstage.io/source-template': 'template:default/service' })),
    answer(scaffolderApi.getEntityProvenance, { origin: { templateRef: 'template:default/service', isOutdated: true, repository } }),
    answer(scaffolderApi.getUpgradeDiff, drift),
    answer(scaffolderApi.startUpgrades, { items: [{ originId: 'o-1', taskId: 't-7' }], skipped: [] }),
  ])
  const card = within(await screen.findByRole('region', { name: 'Made from a template' }))
  expect(card.getByText('Changes of the template since: 3')).toBeDefined()
  await user.click(await card.findByRole('button', { name: 'Upgrade' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Upgrade to the current template?' }))
  expect((await dialog.findByRole('listitem')).textContent).toBe('README.md Conflict')
  await user.click(dialog.getByRole('button', { name: 'Open pull request' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/create/tasks/t-7'))
  expect(requests.find(({ path }) => path === '/v2/upgrades')?.body).toEqual({ originIds: ['o-1'] })
})

test("a template's page has its runs, success rate and times", async () => {
  open('/catalog/default/template/shop', [
    answer(catalogApi.getEntityByName, entityOf('Template', {})),
    answer(scaffolderApi.getTaskStatistics, statistics(4)),
  ])
  const card = within(await screen.findByRole('region', { name: 'Runs' }))
  expect(await card.findByText('75%')).toBeDefined()
  expect(card.getByText('1m 5s')).toBeDefined()
  expect(card.getByText('2m 10s')).toBeDefined()
  expect((await card.findByRole('list', { name: 'Latest runs' })).textContent).toContain('Completed')
  expect(card.getByRole('link', { name: 'All runs' }).getAttribute('href')).toBe(
    '/create/tasks?owner=all&template=template%3Adefault%2Fshop',
  )
})
