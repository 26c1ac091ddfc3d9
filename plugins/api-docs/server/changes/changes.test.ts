import { apiDocsApi } from '@portico/api-docs/common'
import { document, file, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { eventually } from '@portico/core/testing'
import { notificationsApi } from '@portico/notifications/common'
import { notificationsPlugin } from '@portico/notifications/server'
import { searchPlugin } from '@portico/search/server'
import { signalsPlugin } from '@portico/signals/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiDocsPlugin } from '../index.ts'

const params = { namespace: 'default', kind: 'api', name: 'bookings' }
const definition = (version: string, paths: readonly string[]) =>
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Bookings', version },
    paths: Object.fromEntries(paths.map(path => [path, { get: { responses: { 200: { description: 'Found' } } } }])),
  })
const api = (text: string) =>
  document('API', 'bookings', { metadata: { title: 'Booking API' }, spec: { type: 'openapi', owner: 'user:provider', definition: text } })
const component = (name: string, owner: string) =>
  document('Component', name, { spec: { owner: `user:${owner}`, consumesApis: ['bookings'] } })
const write = (text: string) =>
  catalog.write(
    'apis.yaml',
    file(api(text), component('site', 'ann'), component('app', 'mute'), document('Component', 'other', { spec: { owner: 'user:bob' } })),
  )

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog(
    { 'apis.yaml': api(definition('1.0.0', ['/a', '/b'])) },
    { plugins: [searchPlugin, signalsPlugin, notificationsPlugin, apiDocsPlugin] },
  )
  write(definition('1.0.0', ['/a', '/b']))
  await catalog.until('kind=component', 3)
})
afterAll(() => catalog.stop())

const versions = async () => (await catalog.server.call(apiDocsApi.listVersions, { params })).items
const current = async () => (await catalog.server.call(apiDocsApi.getOutline, { params, query: {} })).version
const told = async (user: string) =>
  (await catalog.server.as(`user:default/${user}`).call(notificationsApi.listNotifications, { query: {} })).notifications.map(
    ({ origin, payload }) => ({
      origin,
      title: payload.title,
      description: payload.description,
      link: payload.link,
      topic: payload.topic,
    }),
  )
const readInBackground = (version: string) =>
  eventually(async () => {
    const { rows } = await catalog.server.database.pool.query(
      'select version from "api-docs".definition d join "api-docs".reading r on r.id = d.reading_id',
    )
    expect(rows).toEqual([{ version }])
  })

test('one version has nothing to be compared with', async () => {
  await readInBackground('1.0.0')
  expect(await versions()).toMatchObject([{ isCurrent: true }])
})

test('owners of consumers are told of a breaking change once, also those who watch, and who has muted it is not', async () => {
  const mute = { id: 'plugin:api-docs', enabled: true, topics: [{ id: 'api-changes', enabled: false }] }
  const settings = { channels: [{ id: 'Web', origins: [mute] }] }
  await catalog.server.as('user:default/mute').call(notificationsApi.putSettings, { body: settings })
  await catalog.server
    .as('user:default/eve')
    .call(notificationsApi.putWatch, { body: { entityRef: 'api:default/bookings', events: ['api-changes'] } })
  write(definition('2.0.0', ['/a']))
  await eventually(async () => expect(await current()).toBe('2.0.0'))
  await eventually(async () => expect(await told('ann')).toHaveLength(1))
  const [to, from] = await versions()
  expect(await told('ann')).toEqual([
    {
      origin: 'plugin:api-docs',
      title: 'Booking API has a breaking change',
      description: 'You own something that consumes it. GET /b was removed.',
      link: `/catalog/default/api/bookings/changes?from=${from!.id}&to=${to!.id}`,
      topic: 'api-changes',
    },
  ])
  await eventually(async () => expect(await told('eve')).toHaveLength(1))
  for (const user of ['mute', 'bob', 'provider']) expect([user, await told(user)]).toEqual([user, []])
})

test('versions have counts against the one before, and any two are compared', async () => {
  write(definition('3.0.0', ['/a', '/c', '/d']))
  await eventually(async () => expect(await current()).toBe('3.0.0'))
  await eventually(async () =>
    expect(await versions()).toMatchObject([
      { version: '3.0.0', format: 'openapi', isCurrent: true, counts: { breaking: 0, compatible: 2 } },
      { version: '2.0.0', isCurrent: false, counts: { breaking: 1 } },
      { version: '1.0.0', isCurrent: false },
    ]),
  )
  const [third, second, first] = await versions()
  expect(first!.counts).toBeUndefined()
  const compare = (from: string, to: string) => catalog.server.call(apiDocsApi.compareVersions, { params, query: { from, to } })
  const diff = await compare(first!.id, third!.id)
  expect(diff).toMatchObject({
    from: { version: '1.0.0' },
    to: { version: '3.0.0', isCurrent: true },
    total: 3,
    counts: { breaking: 1, compatible: 2 },
  })
  expect(diff.changes.map(({ rule, label }) => `${rule} ${label}`)).toEqual([
    'operation-removed GET /b',
    'operation-added GET /c',
    'operation-added GET /d',
  ])
  expect((await compare(third!.id, second!.id)).counts).toEqual({ breaking: 2, risky: 0, compatible: 0 })
  await expect(compare('none', third!.id)).rejects.toMatchObject({ name: 'NotFoundError' })
})

test('a change that breaks nobody is no news, and a version that was told of is not told of again', async () => {
  expect(await told('ann')).toHaveLength(1)
  write(definition('4.0.0', ['/a']))
  await eventually(async () => expect(await told('ann')).toHaveLength(2))
  write(definition('3.0.0', ['/a', '/c', '/d']))
  await eventually(async () => expect(await current()).toBe('3.0.0'))
  write(definition('4.0.0', ['/a']))
  await readInBackground('4.0.0')
  const { rows } = await catalog.server.database.pool.query('select count(*)::int as count from "api-docs".announced_version')
  expect([rows[0].count, (await told('ann')).length]).toEqual([2, 2])
})
