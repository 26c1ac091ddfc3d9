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

test('a user is told once of changes of an entity that the user watches, of its errors, and of its end', async () => {
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

test('only entities that are there can be watched', async () => {
  await expect(watch(jane, ['changed'], 'component:default/nothing')).rejects.toMatchObject({ code: 'notifications.entity-not-readable' })
  await expect(watch(jane, ['changed'], 'nonsense')).rejects.toMatchObject({ code: 'notifications.recipient-invalid' })
  expect(await watch(jane, [], 'component:default/nothing')).toEqual({ events: [] })
})
