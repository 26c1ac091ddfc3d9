import { defineServerPlugin, identityPort } from '@portico/core/server'
import { eventually, startTestServer, type TestServer } from '@portico/core/testing'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signalsPlugin } from './index.ts'
import { signalsOn, type Signals } from './publish.ts'

interface PublishedClient {
  subscribe(channel: string, onMessage: (message: unknown) => void): { unsubscribe(): void }
}
interface PublishedModule {
  readonly SignalClient: {
    create(options: {
      readonly identity: { getCredentials(): Promise<{ token: string }> }
      readonly discoveryApi: { getBaseUrl(plugin: string): Promise<string> }
      readonly reconnectTimeout?: number
    }): PublishedClient
  }
}

/** Only the module of the client: the rest of the package is React components. */
async function loadPublished(): Promise<PublishedModule> {
  const folder = path.dirname(createRequire(import.meta.url).resolve('@backstage/plugin-signals/package.json'))
  return (await import(pathToFileURL(path.join(folder, 'dist/api/SignalClient.esm.js')).href)) as PublishedModule
}

const jane = 'user:default/jane'
let signals: Signals
const people = defineServerPlugin({
  id: 'people',
  provides: { identity: identityPort },
  setup: ({ work: { events } }) => {
    signals = signalsOn(events)
    return {
      identity: { userInfo: async userEntityRef => ({ userEntityRef, ownershipEntityRefs: [userEntityRef, 'group:default/web'] }) },
    }
  },
})

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ plugins: [people, signalsPlugin] })
})
afterAll(() => server.stop())

// Clients written for the reference must work: its own published client is the judge.
test('the published client connects with its token, gets what is addressed to its user, and stops', async () => {
  const { SignalClient } = await loadPublished()
  const asked: string[] = []
  const client = SignalClient.create({
    identity: {
      getCredentials: async () => ({ token: (await server.server.services.tokens.userTokens.issue({ userEntityRef: jane })).token }),
    },
    discoveryApi: {
      async getBaseUrl(plugin) {
        asked.push(plugin)
        return `${server.url}/api/${plugin}`
      },
    },
    reconnectTimeout: 100,
  })
  const received: unknown[] = []
  const others: unknown[] = []
  const news = client.subscribe('news', message => received.push(message))
  const other = client.subscribe('other', message => others.push(message))
  const send = (entityRef: string, channel: string, message: unknown) =>
    signals.publish({ recipients: { type: 'user', entityRef }, channel, message })
  await eventually(async () => {
    await send(jane, 'news', 'hello')
    await send(jane, 'other', 'hello')
    expect([received.length > 0, others.length > 0]).toEqual([true, true])
  })
  expect(new Set(asked)).toEqual(new Set(['signals']))
  await send('user:default/joe', 'news', 'not for you')
  await send('group:default/web', 'news', { to: 'the group' })
  await signals.publish({ recipients: { type: 'broadcast' }, channel: 'news', message: 'to all' })
  await eventually(() => expect(received.slice(-2)).toEqual([{ to: 'the group' }, 'to all']))
  expect(received).not.toContain('not for you')
  news.unsubscribe()
  const before = received.length
  await send(jane, 'news', 'too late')
  await eventually(async () => {
    await send(jane, 'other', 'still here')
    expect(others.at(-1)).toBe('still here')
  })
  expect(received).toHaveLength(before)
  other.unsubscribe()
})
