import { notAllowedError } from '@portico/core/common'
import { answer, renderPage } from '@portico/core/testing/web'
import { createMemoryStorage } from '@portico/core/web'
import { homeWeb } from '@portico/home/web'
import { notificationsApi, type Announcement } from '@portico/notifications/common'
import { userSettingsWeb } from '@portico/user-settings/web'
import { fireEvent, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { notificationsWeb } from './index.tsx'

const announcement = (id: string, more: Partial<Announcement> = {}): Announcement => ({
  id,
  title: `Title ${id}`,
  text: '',
  severity: 'normal',
  starts: '2026-01-01T00:00:00.000Z',
  ends: null,
  acknowledged: false,
  isShown: true,
  ...more,
})

/** A server that keeps announcements. */
function createServer(all: Announcement[], mayManage = false) {
  const idOf = (path: string) => path.split('/')[2]
  return [
    answer(notificationsApi.listAnnouncements, () => ({ items: all, mayManage })),
    answer(notificationsApi.acknowledgeAnnouncement, ({ path }) => {
      all = all.map(each => (each.id === idOf(path) ? { ...each, acknowledged: true } : each))
    }),
    answer(notificationsApi.removeAnnouncement, ({ path }) => void (all = all.filter(({ id }) => id !== idOf(path)))),
    answer(notificationsApi.addAnnouncement, ({ body }) => {
      all = [...all, announcement('new', body as Partial<Announcement>)]
      return { id: 'new' }
    }),
    answer(notificationsApi.listNotifications, { totalCount: 0, notifications: [] }),
    answer(notificationsApi.getStatus, { unread: 0, read: 0 }),
    answer(notificationsApi.listTopics, { topics: [] }),
  ]
}

test('what operators announce stands on the page, as text, until the user confirms it', async () => {
  const { screen, user } = renderPage({
    plugins: [userSettingsWeb, notificationsWeb],
    path: '/notifications',
    answers: createServer([announcement('1', { text: '<b>On Sunday</b>', ends: '2030-01-01T00:00:00.000Z' })]),
  })
  expect(await screen.findByText('<b>On Sunday</b>')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'New announcement' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Remove announcement' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Got it' }))
  await expect.poll(() => screen.queryByText('Title 1')).toBeNull()
})

test('who may announces something with a start and an end, sees what is to come, and takes it back', async () => {
  const { screen, user, requests } = renderPage({
    plugins: [userSettingsWeb, notificationsWeb],
    path: '/notifications',
    answers: createServer([announcement('1', { isShown: false, starts: '2030-01-01T00:00:00.000Z' })], true),
  })
  const waiting = (await screen.findByText('Title 1')).closest('li')!
  expect(within(waiting).queryByRole('button', { name: 'Got it' })).toBeNull()
  expect(waiting.textContent).toContain('Starts')
  await user.click(screen.getByRole('button', { name: 'New announcement' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New announcement' }))
  const announce = dialog.getByRole('button', { name: 'Announce' }) as HTMLButtonElement
  expect(announce.disabled).toBe(true)
  await user.type(dialog.getByRole('textbox', { name: /^Title/ }), 'Maintenance')
  await user.type(dialog.getByRole('textbox', { name: 'Text' }), 'On Sunday')
  await user.click(dialog.getByRole('combobox', { name: 'Severity' }))
  await user.click(await screen.findByRole('option', { name: 'High' }))
  fireEvent.change(dialog.getByLabelText('Start'), { target: { value: '2030-06-01T10:00' } })
  fireEvent.change(dialog.getByLabelText('End'), { target: { value: '2030-06-01T12:00' } })
  await user.click(announce)
  expect(await screen.findByText('Maintenance')).toBeTruthy()
  const instant = (local: string) => new Date(local).toISOString()
  expect(requests.find(({ method, path }) => method === 'POST' && path === '/announcements')?.body).toEqual({
    title: 'Maintenance',
    text: 'On Sunday',
    severity: 'high',
    starts: instant('2030-06-01T10:00'),
    ends: instant('2030-06-01T12:00'),
  })
  await user.click(within(waiting).getByRole('button', { name: 'Remove announcement' }))
  const question = within(await screen.findByRole('dialog', { name: 'Remove “Title 1”' }))
  await user.click(question.getByRole('button', { name: 'Remove announcement' }))
  await expect.poll(() => screen.queryByText('Title 1')).toBeNull()
})

test('an announcement that is refused says why and keeps what was written', async () => {
  const { screen, user } = renderPage({
    plugins: [userSettingsWeb, notificationsWeb],
    path: '/notifications',
    answers: [answer(notificationsApi.addAnnouncement, notAllowedError('Only operators announce')), ...createServer([], true)],
  })
  await user.click(await screen.findByRole('button', { name: 'New announcement' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New announcement' }))
  await user.type(dialog.getByRole('textbox', { name: /^Title/ }), 'Maintenance')
  await user.click(dialog.getByRole('button', { name: 'Announce' }))
  expect(await dialog.findByText('Only operators announce')).toBeTruthy()
  expect((dialog.getByRole('textbox', { name: /^Title/ }) as HTMLInputElement).value).toBe('Maintenance')
})

test('the home page of those who have arranged nothing begins with them, until they are confirmed', async () => {
  const plugins = [homeWeb, userSettingsWeb, notificationsWeb]
  const { screen, user } = renderPage({ plugins, answers: createServer([announcement('1'), announcement('2', { acknowledged: true })]) })
  const widget = within(await screen.findByRole('region', { name: 'Announcements' }))
  expect(await widget.findByText('Title 1')).toBeTruthy()
  expect(widget.queryByText('Title 2')).toBeNull()
  await user.click(widget.getByRole('button', { name: 'Got it' }))
  expect(await screen.findByText('Nothing to announce')).toBeTruthy()
})

test('the home page has them as a widget, also when there are none', async () => {
  const storage = createMemoryStorage()
  storage.setItem('/home/layout', JSON.stringify({ version: 1, widgets: [{ widget: 'notifications/announcements' }] }))
  const plugins = [homeWeb, userSettingsWeb, notificationsWeb]
  const { screen } = renderPage({ plugins, storage, answers: createServer([announcement('1'), announcement('2', { isShown: false })]) })
  const widget = within(await screen.findByRole('region', { name: 'Announcements' }))
  expect(await widget.findByText('Title 1')).toBeTruthy()
  expect(widget.queryByText('Title 2')).toBeNull()
  const empty = renderPage({ plugins, storage, answers: createServer([]) })
  expect(await empty.screen.findByText('Nothing to announce')).toBeTruthy()
})
