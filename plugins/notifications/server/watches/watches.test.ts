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
  const told = async () =>
    (await inbox.list(joe)).notifications.filter(({ payload }) => payload.title === 'Component lamp could not be processed')
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
  inbox.write(inbox.organisation)
  await eventually(async () => expect(await inbox.titles(joe, { topic: 'entity-broken' })).toEqual(['Component lamp is in order again']))
})

test('rules that an entity breaks without having changed are told, by name, and again when they are mended', async () => {
  const lamp = 'component:default/lamp'
  await watch(joe, [], lamp)
  await watch(jane, ['broken'], lamp)
  const news = async () => {
    const [first] = (await inbox.list(jane, { topic: 'entity-broken' })).notifications
    return [first?.payload.title, first?.payload.description]
  }
  // Its owner goes: nothing of the lamp itself has changed.
  const parts = inbox.organisation.split('\n---\n')
  inbox.write(parts.filter(part => !part.includes('"name":"web"')).join('\n---\n'))
  await eventually(async () =>
    expect(await news()).toEqual([
      'Component lamp refers to something that is missing',
      'refers to something that is missing: The relation ownedBy leads to group:default/web, which is not in the catalog',
    ]),
  )
  inbox.write(inbox.organisation)
  await eventually(async () =>
    expect(await news()).toEqual(['Component lamp is in order again', 'No longer: refers to something that is missing']),
  )
  // One thing, one notification: it says how things stand.
  expect(await inbox.titles(jane, { topic: 'entity-broken' })).toHaveLength(1)
})

test('rules that are broken already when somebody begins to watch are no news', async () => {
  const lamp = 'component:default/lamp'
  inbox.write(inbox.organisation.replace('"type":"lamp"', '"type":7'))
  await eventually(async () => expect((await inbox.catalog.problemsOf([lamp])).get(lamp)).toMatchObject([{ type: 'failed-document' }]))
  await watch(joe, ['broken', 'changed'], lamp)
  inbox.write(inbox.organisation.replace('"type":"lamp"', '"type":7').replace('"name":"lamp"', '"name":"lamp","title":"Lamp"'))
  inbox.write(inbox.organisation)
  await eventually(async () => expect(await inbox.titles(joe, { topic: 'entity-broken' })).toEqual(['Component lamp is in order again']))
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
