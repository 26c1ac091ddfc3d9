import { eventually } from '@portico/core/testing'
import { notificationsApi, type WatchEvent } from '@portico/notifications/common'
import { jane, joe, startNotifications, type TestNotifications } from '@portico/notifications/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

let inbox: TestNotifications
beforeAll(async () => {
  inbox = await startNotifications()
})
afterAll(() => inbox.stop())

const shop = 'component:default/shop'
const watch = (user: string, events: WatchEvent[], entityRef = shop) =>
  inbox.server.as(user).call(notificationsApi.putWatch, { body: { entityRef, events } })

test('a user is told once of changes of an entity that the user watches, and of its end', async () => {
  expect(await watch(jane, ['changed', 'broken'])).toEqual({ events: ['broken', 'changed'] })
  await watch(joe, ['broken'])
  expect(await inbox.server.as(jane).call(notificationsApi.listWatches, { query: { entityRef: 'Component:shop' } })).toEqual({
    events: ['broken', 'changed'],
  })

  inbox.write(inbox.organisation.replace('"team":1', '"team":2'))
  await eventually(async () => expect(await inbox.titles(jane)).toEqual(['Component shop has changed']))
  const [first] = (await inbox.list(jane)).notifications
  expect(first).toMatchObject({
    origin: 'plugin:catalog',
    payload: { link: '/catalog/default/component/shop', topic: 'entity-changed', severity: 'normal' },
  })
  expect(await inbox.titles(joe)).toEqual([])

  await watch(jane, [])
  inbox.write(inbox.organisation.replace('"team":1', '"team":3'))
  await watch(joe, ['changed'])
  await eventually(async () => expect(await inbox.titles(joe)).toEqual(['Component shop has changed']))
  expect((await inbox.list(jane)).notifications[0]?.updated).toBeNull()

  inbox.write(inbox.organisation.split('\n---\n').slice(0, -1).join('\n---\n'))
  await eventually(async () => expect(await inbox.titles(joe)).toEqual(['Component shop was removed from the catalog']))
})

test('errors of a watched entity are told once to those who asked for that, and again when they are others', async () => {
  await watch(joe, ['broken'], 'component:default/lamp')
  await watch(jane, ['changed'], 'component:default/lamp')
  const told = async () => (await inbox.list(joe)).notifications.filter(({ payload }) => payload.title === 'Component lamp has errors')
  expect(await told()).toEqual([])
  inbox.write(inbox.organisation.replace('"type":"lamp"', '"type":7'))
  const [first] = await eventually(async () => {
    const found = await told()
    expect(found).toHaveLength(1)
    return found
  })
  expect(first).toMatchObject({
    origin: 'plugin:catalog',
    payload: {
      severity: 'high',
      topic: 'entity-broken',
      link: '/catalog/default/component/lamp',
      description: expect.stringContaining('type'),
    },
  })
  inbox.write(inbox.organisation.replace('"type":"lamp","lifecycle":"production"', '"type":7,"lifecycle":7'))
  await eventually(async () => expect((await told())[0]?.updated).not.toBeNull())
})

test('what another plugin tells about an entity reaches those who asked for it and may read it', async () => {
  await watch(jane, ['docs'])
  await watch(joe, ['changed'])
  const news = (title: string) =>
    inbox.notifications.tellWatchers({ entityRef: 'Component:shop', event: 'docs', payload: { title } }, { origin: 'plugin:techdocs' })
  await news('Docs of shop have changed')
  await eventually(async () => expect(await inbox.titles(jane, { search: 'Docs' })).toEqual(['Docs of shop have changed']))
  expect((await inbox.list(jane, { search: 'Docs' })).notifications[0]?.origin).toBe('plugin:techdocs')
  expect(await inbox.titles(joe, { search: 'Docs' })).toEqual([])
  await expect(watch(jane, ['Not A Name'])).rejects.toMatchObject({ code: 'core.invalid-input' })
})

test('only entities that are there can be watched', async () => {
  await expect(watch(jane, ['changed'], 'component:default/nothing')).rejects.toMatchObject({ code: 'notifications.entity-not-readable' })
  await expect(watch(jane, ['changed'], 'nonsense')).rejects.toMatchObject({ code: 'notifications.recipient-invalid' })
  expect(await watch(jane, [], 'component:default/nothing')).toEqual({ events: [] })
})
