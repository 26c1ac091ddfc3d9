import { defineServerPlugin, identityPort } from '@portico/core/server'
import { eventually, startTestServer, type TestServer } from '@portico/core/testing'
import { signalsApi } from '@portico/signals/common'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { signalsPlugin } from './index.ts'
import { signalsOn, type Signal, type Signals } from './publish.ts'

const jane = 'user:default/jane'
const joe = 'user:default/joe'
const web = 'group:default/web'
const owned = new Map([[jane, [jane, web]]])

/** Who owns what, and a plugin that publishes. */
let signals: Signals
const people = defineServerPlugin({
  id: 'people',
  provides: { identity: identityPort },
  setup: ({ work: { events } }) => {
    signals = signalsOn(events)
    return {
      identity: {
        userInfo: async userEntityRef => ({ userEntityRef, ownershipEntityRefs: owned.get(userEntityRef) ?? [userEntityRef] }),
      },
    }
  },
})

let server: TestServer
const open: WebSocket[] = []
beforeAll(async () => {
  server = await startTestServer({ plugins: [people, signalsPlugin], config: { app: { baseUrl: 'http://portal.test' } } })
})
afterAll(() => server.stop())
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate()
})

async function tokenOf(user: string): Promise<string> {
  return (await server.server.services.tokens.userTokens.issue({ userEntityRef: user })).token
}

/** Opens a socket and says how that ended: what it receives, or the status of the refusal. */
async function connect(protocols: string | string[] | undefined, headers: Record<string, string> = {}, query = '') {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/signals${query}`, protocols, { headers })
  open.push(socket)
  const received: unknown[] = []
  socket.on('message', data => received.push(JSON.parse(String(data))))
  const closed = new Promise<number>(resolve => socket.on('close', resolve))
  const status = await new Promise<number>((resolve, reject) => {
    socket.on('open', () => resolve(101))
    socket.on('unexpected-response', (request, response) => (request.destroy(), resolve(response.statusCode ?? 0)))
    socket.on('error', reject)
  })
  return { socket, received, status, closed, act: (action: string, channel: unknown) => socket.send(JSON.stringify({ action, channel })) }
}

async function connectAs(user: string | undefined, ...channels: string[]) {
  const client = await connect(user === undefined ? undefined : await tokenOf(user))
  for (const channel of channels) client.act('subscribe', channel)
  await settled(client)
  return client
}

const marker = (n: number) => ({ recipients: { type: 'broadcast' }, channel: 'marker', message: n }) as const
let markers = 0

/** Waits until everything that a client has sent before has been handled: what it is sent after that arrives. */
async function settled({ act, received }: Pick<Awaited<ReturnType<typeof connect>>, 'act' | 'received'>): Promise<void> {
  act('subscribe', 'marker')
  await eventually(async () => {
    await signals.publish(marker(++markers))
    expect(received).toContainEqual({ channel: 'marker', message: expect.any(Number) })
  })
}

/** What clients have received of some signals, once all of them must have arrived. */
async function receivedOf(clients: readonly { received: unknown[] }[], ...sent: Signal[]) {
  for (const signal of sent) await signals.publish(signal)
  const last = ++markers
  await signals.publish(marker(last))
  await eventually(() => clients.forEach(({ received }) => expect(received).toContainEqual({ channel: 'marker', message: last })))
  return clients.map(({ received }) => received.splice(0).filter(each => (each as { channel: string }).channel !== 'marker'))
}

const toUser = (entityRef: string | string[], channel: string, message: unknown): Signal => ({
  recipients: { type: 'user', entityRef },
  channel,
  message,
})

describe('a signal', () => {
  test('reaches those who are addressed and have subscribed to its channel, and nobody else', async () => {
    const clients = await Promise.all([connectAs(jane, 'news'), connectAs(joe, 'news'), connectAs(jane, 'other')])
    expect(await receivedOf(clients, toUser(jane, 'news', { n: 1 }))).toEqual([[{ channel: 'news', message: { n: 1 } }], [], []])
    expect(await receivedOf(clients, toUser('User:Default/Joe', 'news', 2))).toEqual([[], [{ channel: 'news', message: 2 }], []])
    expect(await receivedOf(clients, { recipients: { type: 'broadcast' }, channel: 'news', message: 3 })).toEqual([
      [{ channel: 'news', message: 3 }],
      [{ channel: 'news', message: 3 }],
      [],
    ])
  })

  test('to a group reaches those who own what it owns, also when they joined after they connected', async () => {
    const clients = await Promise.all([connectAs(jane, 'news'), connectAs(joe, 'news')])
    expect(await receivedOf(clients, toUser([web, joe], 'news', 1))).toEqual([
      [{ channel: 'news', message: 1 }],
      [{ channel: 'news', message: 1 }],
    ])
    expect(await receivedOf(clients, toUser(web, 'news', 2))).toEqual([[{ channel: 'news', message: 2 }], []])
    owned.set(joe, [joe, web])
    const again = await connectAs(joe, 'news')
    await eventually(async () => {
      const [, first] = await receivedOf([...clients, again], toUser(web, 'news', 3))
      expect(first).toEqual([{ channel: 'news', message: 3 }])
    })
    owned.delete(joe)
  })

  test('that was sent since a page was opened reaches it when it subscribes, if it is addressed and the page says since when', async () => {
    const live = await connectAs(jane, 'replay')
    await receivedOf([live], toUser(jane, 'replay', 1), toUser(joe, 'replay', 2), toUser(jane, 'replay', 3))
    const page = await connect(await tokenOf(jane), {}, '?sinceMs=30000')
    page.act('subscribe', 'replay')
    await settled(page)
    const clients = [page, await connectAs(jane, 'replay')]
    expect(await receivedOf(clients, toUser(jane, 'replay', 4))).toEqual([
      [1, 3, 4].map(message => ({ channel: 'replay', message })),
      [{ channel: 'replay', message: 4 }],
    ])
  })

  test('no longer arrives once the channel is unsubscribed from', async () => {
    const client = await connectAs(jane, 'news')
    client.act('unsubscribe', 'news')
    client.act('unsubscribe', 'never-subscribed')
    client.act('subscribe', 'later')
    await eventually(async () => expect(await receivedOf([client], toUser(jane, 'later', 1))).toHaveLength(1))
    expect(await receivedOf([client], toUser(jane, 'news', 1))).toEqual([[]])
  })

  test('that is invalid or too large is refused before it is sent', async () => {
    await expect(signals.publish(toUser(jane, '', 1))).rejects.toThrow('The signal cannot be sent')
    await expect(signals.publish(toUser(jane, 'x'.repeat(256), 1))).rejects.toThrow('The signal cannot be sent')
    await expect(signals.publish(toUser(jane, 'news', 'x'.repeat(64_001)))).rejects.toThrow('64003 bytes')
  })
})

describe('a connection', () => {
  test('is that of the user whose token is its sub-protocol, which is echoed', async () => {
    const token = await tokenOf(jane)
    const client = await connect(token)
    expect([client.status, client.socket.protocol]).toEqual([101, token])
  })

  test('with a bad token is refused with 401 at the upgrade', async () => {
    const token = await tokenOf(jane)
    const forged = `${token.slice(0, -4)}AAAA`
    for (const bad of [forged, 'nonsense', 'a.b.c', 'portico_pat_forged']) expect([bad, (await connect(bad)).status]).toEqual([bad, 401])
  })

  test('without a token is that of the guest', async () => {
    const [guest, other] = await Promise.all([connectAs(undefined, 'news'), connectAs(jane, 'news')])
    expect(await receivedOf([guest, other], toUser('user:default/guest', 'news', 1))).toEqual([[{ channel: 'news', message: 1 }], []])
  })

  test('of a service is closed: signals are for users', async () => {
    const token = await server.server.services.tokens.forPlugin('people').forPlugin('signals')
    expect(await (await connect(token)).closed).toBe(1008)
    expect((await server.as({ plugin: 'people' }).fetch('/api/signals/events?channel=news')).status).toBe(403)
  })

  test('of a page of another site is refused; those of the portal and of programs are not', async () => {
    expect((await connect(undefined, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await connect(undefined, { origin: 'null' })).status).toBe(403)
    expect((await connect(undefined, { origin: 'http://portal.test' })).status).toBe(101)
  })

  test('survives what is not a subscription: other JSON, text, binary, channels without a name', async () => {
    const client = await connectAs(jane, 'news')
    for (const frame of [
      '',
      'not json',
      '[]',
      '{"action":"shout","channel":"a"}',
      '{"action":"subscribe","channel":""}',
      '{"action":"subscribe"}',
    ])
      client.socket.send(frame)
    client.socket.send(Buffer.from('{"action":"subscribe","channel":"binary"}'), { binary: true })
    client.act('subscribe', 'x'.repeat(256))
    client.act('subscribe', 7)
    await settled(client)
    expect(await receivedOf([client], toUser(jane, 'binary', 1), toUser(jane, 'news', 2))).toEqual([[{ channel: 'news', message: 2 }]])
  })

  test('that subscribes to 100,000 channels at once is closed, and others are served', async () => {
    const [greedy, other] = [await connectAs(jane), await connectAs(joe, 'news')]
    for (let n = 0; n < 100_000; n++) greedy.act('subscribe', `channel-${n}`)
    expect(await greedy.closed).toBe(1008)
    expect(await receivedOf([other], toUser(joe, 'news', 1))).toEqual([[{ channel: 'news', message: 1 }]])
  })

  test('that sends 10 MB, or floods, is closed', async () => {
    const large = await connectAs(jane)
    large.socket.send('x'.repeat(10_000_000))
    expect(await large.closed).toBe(1009)
    const flooding = await connectAs(jane)
    for (let n = 0; n < 2000; n++) flooding.socket.send('noise')
    expect(await flooding.closed).toBe(1008)
  })

  test('has at most 200 channels: further subscriptions are ignored', async () => {
    const client = await connectAs(jane)
    for (let n = 0; n < 250; n++) client.act('subscribe', `channel-${n}`)
    client.act('unsubscribe', 'channel-0')
    client.act('subscribe', 'one-more')
    await eventually(async () => expect((await receivedOf([client], toUser(jane, 'one-more', 1))).flat()).toHaveLength(1))
    expect(await receivedOf([client], toUser(jane, 'channel-198', 1), toUser(jane, 'channel-200', 2))).toEqual([
      [{ channel: 'channel-198', message: 1 }],
    ])
  })
})

test('where no socket is possible, server-sent events carry the same messages', async () => {
  const received: unknown[] = []
  const stop = new AbortController()
  const events = server.as(jane).stream(signalsApi.streamSignals, { query: { channel: ['news', 'marker'] } }, { signal: stop.signal })
  const reading = (async () => {
    for await (const { event, data } of events) if (event === 'signal') received.push(data)
  })().catch(() => 'stopped')
  await settled({ act: () => {}, received })
  received.splice(0)
  expect(await receivedOf([{ received }], toUser(jane, 'news', 1), toUser(joe, 'news', 2), toUser(jane, 'other', 3))).toEqual([
    [{ channel: 'news', message: 1 }],
  ])
  stop.abort()
  await reading
  const refused = await server.fetch('/api/signals/events')
  expect(refused.status).toBe(400)
})

test('the plugin says that it runs', async () => {
  expect(await server.as(undefined).call(signalsApi.getHealth)).toEqual({ status: 'ok' })
})
