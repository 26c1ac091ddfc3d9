import { createClient } from '@portico/core/common'
import { defineServerPlugin, identityPort, startServer, type RunningServer } from '@portico/core/server'
import { eventually, startTestServer, type TestServer } from '@portico/core/testing'
import { signalsApi } from '@portico/signals/common'
import { signalsPlugin } from '@portico/signals/server'
import { settingLimits, userSettingsApi } from '@portico/user-settings/common'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startingSettingsService, userSettingsPlugin, type StartingSettings } from './index.ts'

const jane = 'user:default/jane'
const joe = 'user:default/joe'
const people = defineServerPlugin({
  id: 'people',
  provides: { identity: identityPort },
  setup: () => ({ identity: { userInfo: async ref => ({ userEntityRef: ref, ownershipEntityRefs: [ref] }) } }),
})
let starting: StartingSettings
const welcome = defineServerPlugin({
  id: 'welcome',
  uses: { starting: startingSettingsService },
  setup: (_core, services) => void ({ starting } = services),
})
const plugins = [people, signalsPlugin, userSettingsPlugin, welcome]
let server: TestServer
let replica: RunningServer
beforeAll(async () => {
  server = await startTestServer({ plugins })
  replica = await startServer({
    plugins,
    version: '0.0.0-test',
    configFiles: [server.configFile],
    env: {},
    logTo: { write: () => true },
  })
})
afterAll(async () => {
  await replica.stop()
  await server.stop()
})

const paramsOf = (bucket: string, rest: string) => ({ params: { bucket, rest } })
const put = (who: string, bucket: string, key: string, value: unknown) =>
  server.as(who).call(userSettingsApi.putSetting, { ...paramsOf(bucket, key), body: { value } })

test('what browsers of guests begin with is put by plugins only, and belongs to no user', async () => {
  const stars = { bucket: 'default.starredEntities', key: 'guests', value: ['component:default/lamp'] }
  await starting.put([{ ...stars, value: [] }])
  await starting.put([stars])
  expect(await server.as(joe).call(userSettingsApi.listStartingSettings)).toEqual({ items: [stars] })
  await put('user:default/guests', stars.bucket, 'other', 'mine')
  expect(await starting.list()).toEqual([stars])
  await expect(starting.put([{ ...stars, value: 'x'.repeat(settingLimits.valueBytes) }])).rejects.toMatchObject({
    code: 'user-settings.value-too-large',
  })
})

describe('values', () => {
  test('are stored as they came, found again by bucket and key, and belong to their user', async () => {
    const value = { z: 1, a: ['component:default/shop', null, 'Größe\u0000'], n: 1.0e21 }
    expect(await put(jane, 'default.starredEntities', 'entityRefs', value)).toEqual({
      bucket: 'default.starredEntities',
      key: 'entityRefs',
      value,
    })
    const found = await server.as(jane).fetch('/api/user-settings/buckets/default.starredEntities/keys/entityRefs')
    expect(await found.text()).toBe(`{"bucket":"default.starredEntities","key":"entityRefs","value":${JSON.stringify(value)}}`)
    await expect(server.as(joe).call(userSettingsApi.getSetting, paramsOf('default.starredEntities', 'entityRefs'))).rejects.toMatchObject({
      name: 'NotFoundError',
      code: 'user-settings.not-found',
    })
  })

  test.each(['a/b/c', 'with space', '%2F', '.a/..b', 'ключ', "'; drop table setting; --", '__proto__'])(
    'can have the key %s',
    async key => {
      await put(jane, 'default', key, key)
      expect(await server.as(jane).call(userSettingsApi.getSetting, paramsOf('default', key))).toEqual({
        bucket: 'default',
        key,
        value: key,
      })
      const encoded = await server.as(jane).fetch(`/api/user-settings/buckets/default/keys/${encodeURIComponent(key)}`)
      expect([encoded.status, ((await encoded.json()) as { value: unknown }).value]).toEqual([200, key])
    },
  )

  test('can be false, null and empty, and are changed by the next', async () => {
    for (const value of [false, null, '', 0, [], {}]) {
      await put(jane, 'default', 'flag', value)
      expect(await server.as(jane).call(userSettingsApi.getSetting, paramsOf('default', 'flag'))).toMatchObject({ value })
    }
  })

  test('are deleted with 204, whether they existed or not', async () => {
    await put(jane, 'default', 'gone', 1)
    for (const _ of [1, 2]) {
      const answer = await server.as(jane).fetch('/api/user-settings/buckets/default/keys/gone', { method: 'DELETE' })
      expect([answer.status, await answer.text()]).toEqual([204, ''])
    }
    await expect(server.as(jane).call(userSettingsApi.getSetting, paramsOf('default', 'gone'))).rejects.toMatchObject({ status: 404 })
  })

  test('come many at once, in the order they were asked for, with null for those that do not exist', async () => {
    await put(jane, 'default', 'one', 1)
    await put(jane, 'default.two', 'one', { deep: true })
    await put(joe, 'default', 'joes', 'secret')
    const items = [
      { bucket: 'default.two', key: 'one' },
      { bucket: 'default', key: 'joes' },
      { bucket: 'default', key: 'one' },
      { bucket: 'default', key: 'one' },
    ]
    expect(await server.as(jane).call(userSettingsApi.multiget, { body: { items } })).toEqual({
      items: [{ value: { deep: true } }, null, { value: 1 }, { value: 1 }],
    })
    expect(await server.as(jane).call(userSettingsApi.multiget, { body: { items: [] } })).toEqual({ items: [] })
    const many = (count: number) => ({ body: { items: Array.from({ length: count }, (_, i) => ({ bucket: 'default', key: `k${i}` })) } })
    expect((await server.as(jane).call(userSettingsApi.multiget, many(100))).items).toHaveLength(100)
    await expect(server.as(jane).call(userSettingsApi.multiget, many(101))).rejects.toMatchObject({ status: 400 })
  })
})

describe('what is refused', () => {
  const ask = async (who: Parameters<TestServer['as']>[0], method: string, path: string, body?: unknown) => {
    const init = { method, ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }) }
    const response = await server.as(who).fetch(`/api/user-settings${path}`, init)
    const text = await response.text()
    return [response.status, text === '' ? undefined : (JSON.parse(text) as { error?: { code?: string } }).error?.code]
  }

  test('services and anonymous callers [PERM-20]', async () => {
    expect(await ask({ plugin: 'catalog' }, 'GET', '/buckets/default/keys/one')).toEqual([403, 'core.wrong-caller'])
    expect(await ask({ plugin: 'catalog' }, 'PUT', '/buckets/default/keys/one', { value: 1 })).toEqual([403, 'core.wrong-caller'])
    expect(await ask({ plugin: 'catalog' }, 'POST', '/multiget', { items: [] })).toEqual([403, 'core.wrong-caller'])
    expect((await ask(undefined, 'GET', '/buckets/default/keys/one'))[0]).toBe(401)
  })

  test('a body without a value, names that are too long or hold NUL, and values that are too large', async () => {
    expect((await ask(jane, 'PUT', '/buckets/default/keys/none', {}))[0]).toBe(400)
    expect((await ask(jane, 'PUT', '/buckets/default/keys/none'))[0]).toBe(400)
    expect(await ask(jane, 'PUT', `/buckets/default/keys/${'k'.repeat(501)}`, { value: 1 })).toEqual([400, 'user-settings.place-invalid'])
    expect(await ask(jane, 'PUT', `/buckets/${'b'.repeat(256)}/keys/k`, { value: 1 })).toEqual([400, 'user-settings.place-invalid'])
    expect(await ask(jane, 'PUT', '/buckets/default/keys/a%00b', { value: 1 })).toEqual([400, 'core.invalid-text'])
    const fits = 'x'.repeat(settingLimits.valueBytes - 2)
    expect((await ask(jane, 'PUT', '/buckets/default/keys/large', { value: fits }))[0]).toBe(200)
    expect(await ask(jane, 'PUT', '/buckets/default/keys/large', { value: `${fits}x` })).toEqual([413, 'user-settings.value-too-large'])
    expect((await ask(jane, 'PUT', '/buckets/default/keys/large', { value: 'x'.repeat(200_000) }))[0]).toBe(413)
  })

  test('one value more than a user may store; existing ones can still be changed', async () => {
    const user = 'user:default/hoarder'
    await server.database
      .forSchema('user-settings')
      .transaction()
      .execute(async transaction => {
        const rows = Array.from({ length: settingLimits.keysPerUser }, (_, i) => ({
          user_ref: user,
          bucket: 'b',
          key: `k${i}`,
          value: '1',
        }))
        await transaction
          .insertInto('setting' as never)
          .values(rows as never)
          .execute()
      })
    expect(await ask(user, 'PUT', '/buckets/b/keys/more', { value: 1 })).toEqual([409, 'user-settings.too-many-keys'])
    expect((await ask(user, 'PUT', '/buckets/b/keys/k7', { value: 2 }))[0]).toBe(200)
    expect((await ask(user, 'DELETE', '/buckets/b/keys/k1'))[0]).toBe(204)
    expect((await ask(user, 'PUT', '/buckets/b/keys/more', { value: 1 }))[0]).toBe(200)
  })
})

describe('changes', () => {
  test('are signalled to their user, also at another server, and to no other user', async () => {
    const here = await watch(server.url, jane)
    const there = await watch(replica.url, jane)
    const other = await watch(replica.url, joe)
    await put(jane, 'default.userSettings', 'theme', 'dark')
    await server.as(jane).call(userSettingsApi.deleteSetting, paramsOf('default.userSettings', 'theme'))
    await server.as(jane).call(userSettingsApi.deleteSetting, paramsOf('default.userSettings', 'never-there'))
    await put(jane, 'default', 'a/b', 1)
    await put(joe, 'default', 'joes', 2)
    const expected = [
      { type: 'key-changed', bucket: 'default.userSettings', key: 'theme' },
      { type: 'key-deleted', bucket: 'default.userSettings', key: 'theme' },
      { type: 'key-changed', bucket: 'default', key: 'a/b' },
    ]
    await eventually(() => expect([here.received, there.received]).toEqual([expected, expected]))
    await eventually(() => expect(other.received).toEqual([{ type: 'key-changed', bucket: 'default', key: 'joes' }]))
    for (const each of [here, there, other]) each.leave()
  })
})

/** The signals that a user receives about settings, from the moment on that the returned promise resolves. */
async function watch(url: string, who: string) {
  const { token } = await server.server.services.tokens.userTokens.issue({ userEntityRef: who })
  const leaving = new AbortController()
  const received: unknown[] = []
  const client = createClient({ baseUrl: plugin => `${url}/api/${plugin}`, fetch, tokenFor: async () => token })
  const { promise, resolve } = Promise.withResolvers<void>()
  const follow = async () => {
    const input = { query: { channel: 'user-settings' } }
    for await (const { event, data } of client.stream(signalsApi.streamSignals, input, { signal: leaving.signal })) {
      if (event === 'signal') received.push(data.message)
      else resolve()
    }
  }
  follow().catch(() => undefined)
  await promise
  return { received, leave: () => leaving.abort() }
}
