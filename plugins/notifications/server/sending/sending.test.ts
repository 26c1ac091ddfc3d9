import { eventually } from '@portico/core/testing'
import { notificationsApi } from '@portico/notifications/common'
import { signalsApi } from '@portico/signals/common'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { jane, joe, startNotifications, usersOf, type TestNotifications } from '@portico/notifications/testing'

const june = 'user:default/june'
let inbox: TestNotifications
beforeAll(async () => {
  inbox = await startNotifications()
})
afterAll(() => inbox.stop())
beforeEach(() => inbox.clear())

describe('who gets it', () => {
  test('groups stand for their members and those of their children, other entities for their owners, users for themselves', async () => {
    expect(usersOf(await inbox.sendTo('group:default/company'))).toEqual([jane, joe])
    expect(usersOf(await inbox.sendTo('Group:web'))).toEqual([joe])
    expect(usersOf(await inbox.sendTo('component:default/shop'))).toEqual([joe])
    expect(usersOf(await inbox.sendTo([june, 'component:default/shop', 'group:default/web']))).toEqual([joe, june])
    expect(usersOf(await inbox.sendTo('component:default/nothing'))).toEqual([])
  })

  test('those who are excluded get nothing', async () => {
    expect(usersOf(await inbox.send({ type: 'entity', entityRef: 'group:default/company', excludeEntityRef: joe }))).toEqual([jane])
    expect(
      usersOf(await inbox.send({ type: 'entity', entityRef: 'group:default/company', excludeEntityRef: ['group:default/web'] })),
    ).toEqual([jane])
  })

  test('a broadcast is one row for everybody, and a row of a user only once it is read or saved', async () => {
    const [sent] = await inbox.broadcast({ title: 'Maintenance' })
    expect([sent?.user, await inbox.titles(jane), await inbox.titles('user:default/anybody')]).toEqual([
      null,
      ['Maintenance'],
      ['Maintenance'],
    ])
    const { pool } = inbox.server.database
    const rows = async () => Number((await pool.query('select count(*) from notifications.broadcast_state')).rows[0].count)
    expect(await rows()).toBe(0)
    await inbox.server.as(jane).call(notificationsApi.updateNotifications, { body: { ids: [sent!.id], read: true } })
    expect([await rows(), await inbox.titles(jane, { read: 'false' }), await inbox.titles(joe, { read: 'false' })]).toEqual([
      1,
      [],
      ['Maintenance'],
    ])
  })

  test('only services may send, each under its own name', async () => {
    const body = { recipients: { type: 'broadcast' }, payload: { title: 'Hello' } }
    expect(await inbox.refusal(jane, 'POST', '/notifications', body)).toEqual([403, 'core.wrong-caller'])
    expect((await inbox.refusal(undefined, 'POST', '/notifications', body))[0]).toBe(401)
    const [sent] = await inbox.sendTo(jane)
    expect(sent?.origin).toBe('plugin:test')
  })

  test('plugins send over the bus, under their own names; what can never be sent is dropped and holds up nothing', async () => {
    const send = (entityRef: string, payload = { title: `To ${entityRef}` }) =>
      inbox.notifications.send({ recipients: { type: 'entity', entityRef }, payload }, { origin: 'plugin:pigeons' })
    await expect(send(jane, { title: '' })).rejects.toMatchObject({ code: 'notifications.invalid' })
    await send('just-a-name')
    await send(jane)
    await eventually(async () => expect(await inbox.titles(jane)).toEqual([`To ${jane}`]))
    expect((await inbox.list(jane)).notifications[0]?.origin).toBe('plugin:pigeons')
  })
})

describe('what it says', () => {
  test('a notification has every field, null where there is nothing', async () => {
    const [short] = await inbox.sendTo(jane)
    expect(short).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user: jane,
      created: expect.stringMatching(/^\d{4}-.*Z$/),
      read: null,
      saved: null,
      updated: null,
      origin: 'plugin:test',
      payload: { title: 'Hello', description: null, link: null, severity: 'normal', topic: null, scope: null, icon: null },
    })
    const payload = {
      title: 'Build failed',
      description: 'On main',
      link: '/catalog/default/component/shop',
      severity: 'critical' as const,
      topic: 'builds',
      scope: 'shop',
      icon: 'alert',
      metadata: { build: 7 },
    }
    const [whole] = await inbox.sendTo(jane, payload)
    expect(whole?.payload).toEqual(payload)
    expect(await inbox.server.as(jane).call(notificationsApi.getNotification, { params: { id: whole!.id } })).toEqual(whole)
  })

  test('the same sender and scope change the one before, which is unread again', async () => {
    const [first] = await inbox.sendTo([jane, joe], { title: 'Build 1 failed', scope: 'build' })
    await inbox.server.as(jane).call(notificationsApi.updateNotifications, { body: { ids: [first!.id], read: true, saved: true } })
    const again = await inbox.sendTo(jane, { title: 'Build 2 failed', scope: 'build', link: 'https://ci.example.com' })
    expect(
      again.map(({ id, read, saved, updated, payload }) => [id, read, saved !== null, updated !== null, payload.title, payload.link]),
    ).toEqual([[first!.id, null, true, true, 'Build 2 failed', 'https://ci.example.com']])
    await inbox.sendTo(jane, { title: 'Of another sender', scope: 'build' }, 'other')
    expect([(await inbox.list(jane)).totalCount, await inbox.titles(joe)]).toEqual([2, ['Build 1 failed']])
    const [one] = await inbox.broadcast({ title: 'Down', scope: 'outage' })
    await inbox.server.as(jane).call(notificationsApi.updateNotifications, { body: { ids: [one!.id], read: true } })
    const [two] = await inbox.broadcast({ title: 'Up', scope: 'outage' })
    expect([two?.id, (await inbox.list(jane, { read: 'false', search: 'up' })).notifications[0]?.id]).toEqual([one!.id, one!.id])
  })

  test('links that lead elsewhere than to a page are refused; titles are text', async () => {
    for (const link of [
      'javascript:alert(1)',
      ' java\nscript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      '/\\evil.example',
      'ftp://x.example',
      'mailto:a@b.c',
    ])
      expect([
        link,
        await inbox.refusal({ plugin: 'test' }, 'POST', '/notifications', {
          recipients: { type: 'broadcast' },
          payload: { title: 'x', link },
        }),
      ]).toEqual([link, [400, 'core.invalid-input']])
    for (const link of ['/catalog', 'https://example.com/a?b#c', 'HTTP://example.com', 'docs', '?a=b'])
      expect((await inbox.sendTo(jane, { title: '<b>x</b>', link }))[0]?.payload).toMatchObject({ title: '<b>x</b>', link })
  })

  test('what is too long, empty or unknown is refused', async () => {
    const bad = [
      { title: '' },
      { title: ' ' },
      { title: 'x'.repeat(501) },
      { title: 'x', severity: 'urgent' },
      { title: 'x', topic: 'x'.repeat(256) },
      { title: 'x', metadata: { text: 'x'.repeat(10_000) } },
      {},
    ]
    for (const payload of bad)
      expect((await inbox.refusal({ plugin: 'test' }, 'POST', '/', { recipients: { type: 'broadcast' }, payload }))[0]).toBe(400)
    expect(
      await inbox.refusal({ plugin: 'test' }, 'POST', '/', {
        recipients: { type: 'entity', entityRef: 'just-a-name' },
        payload: { title: 'x' },
      }),
    ).toEqual([400, 'notifications.recipient-invalid'])
    expect(
      (await inbox.refusal({ plugin: 'test' }, 'POST', '/', { recipients: { type: 'entity', entityRef: [] }, payload: { title: 'x' } }))[0],
    ).toBe(400)
  })
})

describe('further channels and processors', () => {
  test('a channel gets what it accepts for those who want it, again when it fails', async () => {
    inbox.behaviour.failures = 1
    await inbox.sendTo(['group:default/company'], { title: 'Important', severity: 'high' })
    await inbox.sendTo(jane, { title: 'Whisper', severity: 'low' })
    await eventually(async () => {
      await inbox.retryNow()
      expect(inbox.carried.map(({ notification, users: to }) => [notification.payload.title, [...(to ?? [])].sort()])).toEqual([
        ['Important', [jane, joe]],
      ])
    })
  })

  test('a processor changes or stops a notification, and one that fails does no harm', async () => {
    inbox.behaviour.process = draft => ({ ...draft, payload: { ...draft.payload, title: `${draft.payload.title}!` } })
    expect((await inbox.sendTo(jane))[0]?.payload.title).toBe('Hello!')
    inbox.behaviour.process = () => undefined
    expect(await inbox.sendTo(jane)).toEqual([])
    inbox.behaviour.process = () => {
      throw new Error('broken')
    }
    expect((await inbox.sendTo(jane))[0]?.payload.title).toBe('Hello')
  })
})

test('a sender that floods is refused, and others are not', async () => {
  await inbox.server.database.pool.query(`insert into notifications.origin_rate (origin, count) values ('plugin:flood', 300)`)
  await expect(inbox.sendTo(jane, { title: 'x' }, 'flood')).rejects.toMatchObject({
    name: 'TooManyRequestsError',
    code: 'notifications.too-many',
  })
  expect(await inbox.sendTo(jane)).toHaveLength(1)
  await inbox.server.database.pool.query(`update notifications.origin_rate set since = now() - interval '2 minutes'`)
  expect(await inbox.sendTo(jane, { title: 'x' }, 'flood')).toHaveLength(1)
})

test('open pages are told of what is new, read and unread, and only those of the user', async () => {
  const received = new Map<string, unknown[]>([
    [jane, []],
    [joe, []],
  ])
  const stop = new AbortController()
  const opened = [...received].map(
    ([user, messages]) =>
      new Promise<void>(resolve => {
        const follow = async () => {
          const input = { query: { channel: 'notifications' } }
          for await (const { event, data } of inbox.server.as(user).stream(signalsApi.streamSignals, input, { signal: stop.signal })) {
            if (event === 'signal') messages.push(data.message)
            else resolve()
          }
        }
        follow().catch(() => undefined)
      }),
  )
  await Promise.all(opened)
  const [own] = await inbox.sendTo(jane)
  const [all] = await inbox.broadcast()
  const update = (read: boolean) => inbox.server.as(jane).call(notificationsApi.updateNotifications, { body: { ids: [own!.id], read } })
  await update(true)
  await update(false)
  // What other tests have sent may still arrive.
  const ofThese = (message: unknown) => [own!.id, all!.id].some(id => JSON.stringify(message).includes(id))
  await eventually(() =>
    expect([...received.values()].map(messages => messages.filter(ofThese))).toEqual([
      [
        { action: 'new_notification', notification_id: own!.id },
        { action: 'new_notification', notification_id: all!.id },
        { action: 'notification_read', notification_ids: [own!.id] },
        { action: 'notification_unread', notification_ids: [own!.id] },
      ],
      [{ action: 'new_notification', notification_id: all!.id }],
    ]),
  )
  stop.abort()
})
