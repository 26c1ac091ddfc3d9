import { eventually } from '@portico/core/testing'
import { notificationsApi } from '@portico/notifications/common'
import { jane, joe, startNotifications, type TestNotifications } from '@portico/notifications/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

let inbox: TestNotifications
beforeAll(async () => {
  inbox = await startNotifications({ announcers: ['group:default/web'] })
})
afterAll(() => inbox.stop())

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const list = (user: string) => inbox.server.as(user).call(notificationsApi.listAnnouncements)
const shown = async (user: string) =>
  (await list(user)).items.filter(({ isShown }) => isShown).map(({ title, acknowledged }) => [title, acknowledged])

test('an announcement is shown from its start to its end, told to everybody once, and confirmed by each user', async () => {
  const as = inbox.server.as({ plugin: 'operator' })
  const { id } = await as.call(notificationsApi.addAnnouncement, {
    body: { title: 'Maintenance', text: 'On Sunday', severity: 'high', ends: inHours(1) },
  })
  const later = await as.call(notificationsApi.addAnnouncement, { body: { title: 'Later', starts: inHours(2) } })
  expect([await shown(jane), await shown(joe)]).toEqual([[['Maintenance', false]], [['Maintenance', false]]])
  await eventually(async () => expect(await inbox.titles(jane)).toEqual(['Maintenance']))
  await inbox.server.as(jane).call(notificationsApi.acknowledgeAnnouncement, { params: { id } })
  await inbox.server.as(jane).call(notificationsApi.acknowledgeAnnouncement, { params: { id } })
  expect([await shown(jane), await shown(joe)]).toEqual([[['Maintenance', true]], [['Maintenance', false]]])
  await expect(inbox.server.as(jane).call(notificationsApi.acknowledgeAnnouncement, { params: { id: later.id } })).rejects.toMatchObject({
    code: 'notifications.announcement-not-found',
  })
  await inbox.server.database.pool.query(`update notifications.announcement set ends = now() where id = $1`, [id])
  expect(await shown(jane)).toEqual([])
  await as.call(notificationsApi.removeAnnouncement, { params: { id: later.id } })
  expect((await list(jane)).items).toEqual([])
})

test('without permissions only those whom the config names announce things, by their groups too', async () => {
  const add = (user: string) => inbox.refusal(user, 'POST', '/announcements', { title: 'Hello' })
  expect([(await list(jane)).mayManage, (await list(joe)).mayManage]).toEqual([false, true])
  expect(await add(jane)).toEqual([403, 'notifications.may-not-announce'])
  expect((await add(joe))[0]).toBe(201)
  const id = (await list(joe)).items[0]?.id ?? ''
  expect(await inbox.refusal(jane, 'DELETE', `/announcements/${id}`)).toEqual([403, 'notifications.may-not-announce'])
  await inbox.server.as(joe).call(notificationsApi.removeAnnouncement, { params: { id } })
  expect((await list(jane)).items).toEqual([])
})

test('one that ends before it starts, is empty or unknown is refused', async () => {
  const refused = async (body: object) => (await inbox.refusal({ plugin: 'operator' }, 'POST', '/announcements', body))[0]
  expect(await refused({ title: 'x', ends: inHours(-1) })).toBe(400)
  expect(await refused({ title: 'x', starts: inHours(2), ends: inHours(1) })).toBe(400)
  expect(await refused({ title: ' ' })).toBe(400)
  expect(await inbox.refusal({ plugin: 'operator' }, 'DELETE', '/announcements/nonsense')).toEqual([
    404,
    'notifications.announcement-not-found',
  ])
})

test('a plugin announces something once, by its id', async () => {
  const announcement = { id: '5f0c7a52-2222-4a4a-8a8a-000000000001', title: 'Once', starts: inHours(-48), ends: inHours(1) }
  await inbox.records.announce(announcement, { plugin: 'plugin:mover' })
  await inbox.records.announce({ ...announcement, title: 'Twice' }, { plugin: 'plugin:mover' })
  expect(await shown(jane)).toEqual([['Once', false]])
  await inbox.server.as(joe).call(notificationsApi.removeAnnouncement, { params: { id: announcement.id } })
})
