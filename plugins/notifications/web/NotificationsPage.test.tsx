import { answer, renderPage, type AnsweredRequest } from '@portico/core/testing/web'
import {
  createObservable,
  defineApi,
  defineWebPlugin,
  signalsApiRef,
  type SignalListener,
  type SignalState,
  type WebPlugin,
} from '@portico/core/web'
import { notificationsApi, type Notification, type NotificationSettings } from '@portico/notifications/common'
import { userSettingsWeb } from '@portico/user-settings/web'
import { act, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notificationOrigins, notificationsWeb } from './index.tsx'

function notification(id: string, payload: Partial<Notification['payload']> = {}, more: Partial<Notification> = {}): Notification {
  const empty = { description: null, link: null, severity: 'normal', topic: null, scope: null, icon: null } as const
  const created = '2026-01-01T12:00:00.000Z'
  return {
    id,
    user: 'user:default/jane',
    created,
    read: null,
    saved: null,
    updated: null,
    origin: 'plugin:scaffolder',
    payload: { title: `Title ${id}`, ...empty, ...payload },
    ...more,
  }
}

/** A server with some notifications, which marks them and signals what is new. */
function createServer(all: Notification[]) {
  const listeners = new Set<SignalListener>()
  let settings: NotificationSettings = {
    channels: [
      { id: 'Web', origins: [{ id: 'plugin:scaffolder', enabled: true, topics: [{ id: 'tasks', enabled: true }] }] },
      { id: 'E-mail', origins: [] },
    ],
  }
  const asked: URLSearchParams[] = []
  const list = ({ path }: AnsweredRequest) => {
    const params = new URLSearchParams(path.split('?')[1])
    asked.push(params)
    const found = all.filter(({ read, saved, payload }) => {
      if (params.has('read') && params.get('read') !== String(read !== null)) return false
      if (params.has('saved') && saved === null) return false
      return payload.title.toLowerCase().includes((params.get('search') ?? '').toLowerCase())
    })
    return { totalCount: found.length, notifications: found }
  }
  const answers = [
    answer(notificationsApi.listNotifications, list),
    answer(notificationsApi.getStatus, () => {
      const unread = all.filter(({ read }) => read === null).length
      return { unread, read: all.length - unread }
    }),
    answer(notificationsApi.listTopics, { topics: ['tasks'] }),
    answer(notificationsApi.updateNotifications, ({ body }) => {
      const { ids, read, saved } = body as { ids: string[]; read?: boolean; saved?: boolean }
      const now = '2026-01-02T12:00:00.000Z'
      all = all.map(each => {
        if (!ids.includes(each.id)) return each
        return {
          ...each,
          ...(read !== undefined && { read: read ? now : null }),
          ...(saved !== undefined && { saved: saved ? now : null }),
        }
      })
      return all.filter(({ id }) => ids.includes(id))
    }),
    answer(notificationsApi.getSettings, () => settings),
    answer(notificationsApi.putSettings, ({ body }) => {
      const { channels } = body as NotificationSettings
      settings = { channels: settings.channels.map(old => channels.find(({ id }) => id === old.id) ?? old) }
      return settings
    }),
    answer(notificationsApi.getNotification, ({ path }) => all.find(({ id }) => path.endsWith(`/${id}`)) ?? (undefined as never)),
  ]
  const signals = {
    state: createObservable<SignalState>('open'),
    subscribe(_channel: string, listener: SignalListener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return {
    answers,
    asked,
    settings: () => settings,
    apis: [defineApi({ api: signalsApiRef, create: () => signals })],
    listenerCount: () => listeners.size,
    add(next: Notification) {
      all = [next, ...all]
      act(() => listeners.forEach(({ onMessage }) => onMessage({ action: 'new_notification', notification_id: next.id })))
    },
  }
}

beforeEach(() => void vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run)))
afterEach(() => vi.unstubAllGlobals())

function open(server: ReturnType<typeof createServer>, path = '/notifications', more: readonly WebPlugin[] = []) {
  return renderPage({ plugins: [userSettingsWeb, notificationsWeb, ...more], path, answers: server.answers, apis: server.apis })
}

test('what is unread is listed with who says it, and counted in the sidebar and in the title', async () => {
  const server = createServer([
    notification('1', { description: 'It took 3 minutes', topic: 'tasks', link: '/create/tasks/1', severity: 'high' }),
    notification('2', {}, { user: null, origin: 'external:ci', updated: '2026-01-01T13:00:00.000Z' }),
    notification('3', {}, { read: '2026-01-01T13:00:00.000Z' }),
  ])
  const { screen } = open(server)
  await screen.findByText('Title 1')
  const rows = within(screen.getByRole('region', { name: 'List of notifications' })).getAllByRole('listitem')
  expect(rows).toHaveLength(2)
  const [first, second] = rows as [HTMLElement, HTMLElement]
  expect(within(first).getByRole('link', { name: 'Title 1' }).getAttribute('href')).toBe('/create/tasks/1')
  expect(within(first).getByRole('img', { name: 'High' })).toBeTruthy()
  expect(first.textContent).toContain('It took 3 minutes')
  expect(first.textContent).toContain('ScaffolderTasks')
  expect(second.textContent).toMatch(/ci.*For everybody.*Changed/)
  await expect.poll(() => document.title).toBe('(2) Notifications | Test Portal')
  expect(screen.getAllByTitle('Notifications').map(({ textContent }) => textContent)).toContain('Notifications2')
})

test('what is new appears as it happens, and is announced', async () => {
  const server = createServer([])
  const { screen } = open(server)
  expect(await screen.findByText('You have read everything')).toBeTruthy()
  await expect.poll(server.listenerCount).toBeGreaterThan(1)
  server.add(notification('9', { title: 'Build <b>broken</b>', severity: 'critical' }))
  expect(await screen.findByRole('checkbox', { name: 'Select “Build <b>broken</b>”' })).toBeTruthy()
  expect((await screen.findByRole('alert')).textContent).toContain('Build <b>broken</b>')
  await expect.poll(() => document.title).toContain('(1)')
})

test('what is announced leads to its link, which marks it as read; of what is on the screen nothing is announced', async () => {
  const server = createServer([])
  const { screen, user, router, requests } = open(server)
  await screen.findByText('You have read everything')
  await expect.poll(server.listenerCount).toBeGreaterThan(1)
  server.add(notification('7', { title: 'Your run is done', link: '/settings', severity: 'high' }))
  await user.click(await within(await screen.findByRole('alert')).findByRole('link', { name: 'Your run is done' }))
  await expect.poll(() => router.state.location.pathname).toMatch(/^\/settings/)
  expect(screen.queryByRole('alert')).toBeNull()
  const marked = () => requests.filter(({ path }) => path === '/notifications/update').map(({ body }) => body)
  await expect.poll(marked).toEqual([{ ids: ['7'], read: true }])
  history.replaceState({}, '', '/create/tasks/8')
  server.add(notification('8', { title: 'On the screen', link: '/create/tasks/8', severity: 'high' }))
  await expect.poll(marked).toEqual([
    { ids: ['7'], read: true },
    { ids: ['8'], read: true },
  ])
  server.add(notification('9', { title: 'A script', link: 'javascript:alert(1)', severity: 'high' }))
  const alert = await screen.findByRole('alert')
  history.replaceState({}, '', '/')
  expect([alert.textContent, within(alert).queryByRole('link')]).toEqual([expect.stringContaining('A script'), null])
})

test('several are selected and marked together, or all at once', async () => {
  const server = createServer(['1', '2', '3'].map(id => notification(id)))
  const { screen, user } = open(server, '/notifications?view=all')
  await user.click(await screen.findByRole('checkbox', { name: 'Select “Title 1”' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select “Title 2”' }))
  expect(screen.getByText('2 selected')).toBeTruthy()
  const bar = screen.getByRole('region', { name: 'List of notifications' })
  await user.click(within(bar).getAllByRole('button', { name: 'Save' })[0]!)
  await expect.poll(() => within(bar).queryAllByRole('button', { name: 'Remove from saved' }).length).toBe(2)
  await user.click(within(bar).getByRole('button', { name: 'Mark all as read' }))
  await expect.poll(() => within(bar).queryAllByRole('button', { name: 'Mark as unread' }).length).toBe(3)
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  expect(screen.getByText('3 selected')).toBeTruthy()
})

test('opening the link of one marks it as read', async () => {
  const server = createServer([notification('1', { link: '/settings' })])
  const { screen, user, requests } = open(server)
  await user.click(await screen.findByRole('link', { name: 'Title 1' }))
  await expect.poll(() => requests.find(({ path }) => path === '/notifications/update')?.body).toEqual({ ids: ['1'], read: true })
})

test('a link that would run a script is shown as text', async () => {
  const server = createServer([notification('1', { link: 'javascript:alert(1)' })])
  const { screen } = open(server)
  expect(await screen.findByText('Title 1')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Title 1' })).toBeNull()
})

test('filters live in the address, and can be cleared when nothing matches', async () => {
  const server = createServer([notification('1')])
  const { screen, user, router } = open(server)
  await screen.findByText('Title 1')
  await user.click(screen.getByRole('radio', { name: /^All/ }))
  await user.click(screen.getByRole('combobox', { name: 'Severity' }))
  await user.click(await screen.findByRole('option', { name: 'High and above' }))
  await user.click(await screen.findByRole('combobox', { name: 'Topic' }))
  await user.click(await screen.findByRole('option', { name: 'Tasks' }))
  await user.click(screen.getByRole('combobox', { name: 'Order' }))
  await user.click(await screen.findByRole('option', { name: 'Oldest first' }))
  await user.type(screen.getByRole('searchbox', { name: 'Search notifications' }), 'zebra{Enter}')
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
    view: 'all',
    severity: 'high',
    topic: 'tasks',
    search: 'zebra',
    order: 'created,asc',
  })
  await expect
    .poll(() => Object.fromEntries(server.asked.at(-1) ?? []))
    .toEqual({ minimumSeverity: 'high', topic: 'tasks', search: 'zebra', orderField: 'created,asc', offset: '0', limit: '25' })
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText('Title 1')).toBeTruthy()
})

test('the settings switch channels, senders and topics', async () => {
  const server = createServer([])
  const { screen, user } = open(server, '/settings/notifications')
  await user.click(await screen.findByRole('switch', { name: 'Tasks of Scaffolder by In the portal' }))
  await expect.poll(() => server.settings().channels[0]?.origins[0]?.topics).toEqual([{ id: 'tasks', enabled: false }])
  await user.click(screen.getByRole('switch', { name: 'Scaffolder by In the portal' }))
  await expect.poll(() => server.settings().channels[0]?.origins).toEqual([{ id: 'plugin:scaffolder', enabled: false }])
  await user.click(screen.getByRole('switch', { name: 'Everything by E-mail' }))
  await expect.poll(() => server.settings().channels[1]).toEqual({ id: 'E-mail', enabled: false, origins: [] })
})

test('senders and topics have the names that their plugins give them, in the list and in the settings', async () => {
  const names = { origin: 'plugin:scaffolder', title: 'Create', topics: { tasks: 'Runs of templates' } }
  const maker = defineWebPlugin({ id: 'maker', fills: [notificationOrigins.fill({ name: 'maker', ...names })] })
  const { screen, router } = open(createServer([notification('1', { topic: 'tasks' })]), '/notifications', [maker])
  const row = (await screen.findByText('Title 1')).closest('li')!
  expect(row.textContent).toContain('CreateRuns of templates')
  await act(() => router.navigate('/settings/notifications'))
  expect(await screen.findByRole('switch', { name: 'Runs of templates of Create by In the portal' })).toBeTruthy()
})

test('the browser is asked only after a press, and shows what is new while the page is hidden', async () => {
  const shown: string[] = []
  const notices: EventTarget[] = []
  class FakeNotification extends EventTarget {
    static permission = 'default'
    static requestPermission = async () => (FakeNotification.permission = 'granted')
    constructor(title: string) {
      super()
      shown.push(title)
      notices.push(this)
    }
    close() {}
  }
  vi.stubGlobal('Notification', FakeNotification)
  const server = createServer([])
  const { screen, user } = open(server, '/settings/notifications')
  await user.click(await screen.findByRole('button', { name: 'Show them' }))
  expect(await screen.findByText('Shown by this browser')).toBeTruthy()
  await expect.poll(() => document.title).toContain('Settings')
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await expect
    .poll(() => {
      server.add(notification(crypto.randomUUID(), { title: 'While away', link: '/settings/general' }))
      return shown.length
    })
    .toBeGreaterThan(0)
  expect(new Set(shown)).toEqual(new Set(['While away']))
  hidden.mockRestore()
  // Back at the portal, it leads on.
  act(() => void notices[0]?.dispatchEvent(new Event('click')))
  expect((await screen.findByRole('link', { name: 'While away' })).getAttribute('href')).toBe('/settings/general')
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  expect(await screen.findByRole('button', { name: 'Show them' })).toBeTruthy()
})
