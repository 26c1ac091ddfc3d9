import { eventually } from '@portico/core/testing'
import { notificationsApi } from '@portico/notifications/common'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { jane, joe, startNotifications, type TestNotifications } from '@portico/notifications/testing'

let inbox: TestNotifications
beforeAll(async () => {
  inbox = await startNotifications()
})
afterAll(() => inbox.stop())
beforeEach(() => inbox.clear())

describe('lists', () => {
  beforeEach(async () => {
    await inbox.sendTo(jane, { title: 'One', description: 'about apples', topic: 'fruit', severity: 'low' })
    await inbox.sendTo(jane, { title: 'Two', topic: 'fruit', severity: 'high' }, 'other')
    await inbox.sendTo(jane, { title: 'Three', description: 'about pears', severity: 'critical' })
    await inbox.sendTo(joe, { title: 'Four', topic: 'secret' })
  })

  test('are the caller’s own, newest first, in pages, with the number of all', async () => {
    expect(await inbox.titles(jane)).toEqual(['Three', 'Two', 'One'])
    const page = await inbox.list(jane, { limit: '1', offset: '1' })
    expect([page.totalCount, page.notifications.map(({ payload }) => payload.title)]).toEqual([3, ['Two']])
    expect(await inbox.list(jane, { offset: '9' })).toEqual({ totalCount: 3, notifications: [] })
    const root = await inbox.server.as(jane).fetch('/api/notifications/')
    expect(((await root.json()) as { totalCount: number }).totalCount).toBe(3)
  })

  test('are filtered by topic, words, severity, time, read and saved, and ordered by a field', async () => {
    const [three, two] = (await inbox.list(jane)).notifications
    expect(await inbox.titles(jane, { topic: 'fruit' })).toEqual(['Two', 'One'])
    expect(await inbox.titles(jane, { search: 'ABOUT' })).toEqual(['Three', 'One'])
    expect(await inbox.titles(jane, { search: '%' })).toEqual([])
    expect(await inbox.titles(jane, { minimumSeverity: 'high' })).toEqual(['Three', 'Two'])
    expect(await inbox.titles(jane, { createdAfter: two!.created })).toEqual(['Three'])
    expect(await inbox.titles(jane, { orderField: 'title,desc' })).toEqual(['Two', 'Three', 'One'])
    expect(await inbox.titles(jane, { orderField: 'severity' })).toEqual(['Three', 'Two', 'One'])
    expect(await inbox.titles(jane, { orderField: 'created,asc' })).toEqual(['One', 'Two', 'Three'])
    await inbox.server.as(jane).call(notificationsApi.updateNotifications, { body: { ids: [three!.id], read: true, saved: true } })
    expect([await inbox.titles(jane, { read: 'true' }), await inbox.titles(jane, { read: 'false' })]).toEqual([['Three'], ['Two', 'One']])
    expect([await inbox.titles(jane, { saved: 'true' }), await inbox.titles(jane, { saved: 'false' })]).toEqual([['Three'], ['Two', 'One']])
    expect(await inbox.server.as(jane).call(notificationsApi.getStatus)).toEqual({ unread: 2, read: 1 })
    expect(await inbox.server.as(jane).call(notificationsApi.listTopics)).toEqual({ topics: ['fruit'] })
  })

  test('what is asked wrongly is refused, and nobody gets at what others have', async () => {
    for (const query of [
      '?nonsense=1',
      '?limit=0',
      '?limit=x',
      '?offset=-1',
      '?orderField=password',
      '?read=maybe',
      '?createdAfter=soon',
      '?minimumSeverity=x',
    ])
      expect([query, (await inbox.refusal(jane, 'GET', `/notifications${query}`))[0]]).toEqual([query, 400])
    const [mine] = (await inbox.list(joe)).notifications
    for (const id of [mine!.id, 'nonsense', '00000000-0000-0000-0000-000000000000'])
      expect(await inbox.refusal(jane, 'GET', `/notifications/${id}`)).toEqual([404, 'notifications.not-found'])
    expect(await inbox.server.as(jane).call(notificationsApi.updateNotifications, { body: { ids: [mine!.id, 'x'], read: true } })).toEqual(
      [],
    )
    expect((await inbox.list(joe, { read: 'true' })).totalCount).toBe(0)
    expect(await inbox.refusal({ plugin: 'test' }, 'GET', '/notifications')).toEqual([403, 'core.wrong-caller'])
  })

  test('marks can be taken back', async () => {
    const [first] = (await inbox.list(jane)).notifications
    const mark = (body: object) => inbox.server.as(jane).call(notificationsApi.updateNotifications, { body: { ids: [first!.id], ...body } })
    const [read] = await mark({ read: true })
    expect([read?.read !== null, read?.saved]).toEqual([true, null])
    const [saved] = await mark({ saved: true })
    expect([saved?.read, saved?.saved !== null]).toEqual([read!.read, true])
    expect((await mark({ read: false, saved: false }))[0]).toMatchObject({ read: null, saved: null })
  })
})

describe('settings', () => {
  const settings = (body?: object) =>
    body
      ? inbox.server.as(jane).call(notificationsApi.putSettings, { body: body as never })
      : inbox.server.as(jane).call(notificationsApi.getSettings)

  test('list every channel, with the origins and topics that the user has met', async () => {
    expect(await settings()).toEqual({
      channels: [
        { id: 'Web', origins: [] },
        { id: 'Pigeon', origins: [] },
      ],
    })
    await inbox.sendTo(jane, { title: 'x', topic: 'builds' })
    await inbox.sendTo(jane, { title: 'y' }, 'other')
    const origins = [
      { id: 'plugin:other', enabled: true },
      { id: 'plugin:test', enabled: true, topics: [{ id: 'builds', enabled: true }] },
    ]
    expect(await settings()).toEqual({
      channels: [
        { id: 'Web', origins },
        { id: 'Pigeon', origins },
      ],
    })
  })

  test('decide by channel, origin and topic: the closest one wins', async () => {
    await settings({
      channels: [
        {
          id: 'Web',
          origins: [
            { id: 'plugin:test', enabled: false, topics: [{ id: 'urgent', enabled: true }] },
            { id: 'plugin:other', enabled: true, topics: [{ id: 'chatter', enabled: false }] },
          ],
        },
        { id: 'Pigeon', enabled: false, origins: [] },
      ],
    })
    await inbox.sendTo(jane, { title: 'off' })
    await inbox.sendTo(jane, { title: 'on by topic', topic: 'urgent' })
    await inbox.sendTo(jane, { title: 'on' }, 'other')
    await inbox.sendTo(jane, { title: 'off by topic', topic: 'chatter' }, 'other')
    await inbox.broadcast({ title: 'off too' })
    await inbox.broadcast({ title: 'broadcast on by topic', topic: 'urgent' })
    expect(await inbox.titles(jane)).toEqual(['broadcast on by topic', 'on', 'on by topic'])
    await eventually(() =>
      expect(
        inbox.carried
          .filter(({ users: to }) => !to)
          .map(({ notification }) => notification.payload.title)
          .sort(),
      ).toEqual(['broadcast on by topic', 'off too']),
    )
    const ofThisTest = ['off', 'on by topic', 'on', 'off by topic']
    expect(inbox.carried.filter(({ users: to, notification }) => to && ofThisTest.includes(notification.payload.title))).toEqual([])
    expect(await inbox.titles(joe)).toEqual(['broadcast on by topic', 'off too'])
  })

  test('of an unknown channel are refused', async () => {
    expect(await inbox.refusal(jane, 'POST', '/settings', { channels: [{ id: 'Telegraph', origins: [] }] })).toEqual([
      400,
      'notifications.channel-unknown',
    ])
    expect((await inbox.refusal(jane, 'POST', '/settings', { channels: [{ id: 'Web' }] }))[0]).toBe(400)
  })
})

test('what is older than the retention is deleted, except what a user has saved', async () => {
  await inbox.sendTo(jane, { title: 'old' })
  const [kept] = await inbox.sendTo(jane, { title: 'old but saved' })
  const [shared] = await inbox.broadcast({ title: 'old broadcast, saved' })
  await inbox.broadcast({ title: 'old broadcast' })
  await inbox.sendTo(jane, { title: 'new' })
  await inbox.server.as(jane).call(notificationsApi.updateNotifications, { body: { ids: [kept!.id, shared!.id], saved: true } })
  await inbox.server.database.pool.query(
    `update notifications.notification set created = now() - interval '2 years' where title like 'old%'`,
  )
  await inbox.server
    .as({ plugin: 'test' })
    .fetch('/api/notifications/.backstage/scheduler/v1/tasks/prune-notifications/trigger', { method: 'POST' })
  await eventually(async () => expect((await inbox.titles(jane)).sort()).toEqual(['new', 'old broadcast, saved', 'old but saved']))
})

test('what a user was told elsewhere is brought in once, with its time and whether it was read', async () => {
  const [created, read] = [new Date('2026-01-02T03:04:05Z'), new Date('2026-01-03T03:04:05Z')]
  const item = (title: string, more: object = {}) => ({
    user: jane,
    origin: 'plugin:mover',
    payload: { title, scope: title },
    created,
    ...more,
  })
  const items = [item('Seen', { read }), item('New')]
  await inbox.records.bringIn(items)
  await inbox.records.bringIn(items)
  const { notifications } = await inbox.list(jane)
  expect(notifications.map(({ payload, ...rest }) => [payload.title, rest.created, rest.read]).sort()).toEqual([
    ['New', created.toISOString(), null],
    ['Seen', created.toISOString(), read.toISOString()],
  ])
  expect(inbox.carried).toEqual([])
})
