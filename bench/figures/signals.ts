import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import WebSocket from 'ws'
import type { Figure, Row } from '../figure.ts'
import { readProcessMemory } from '../process-memory.ts'
import { median } from '../statistics.ts'
import { signInAsGuest } from './throughput.ts'

const connections = 10_000
const atOnce = 100
const rounds = 5
const messagesToOne = 30
const serviceToken = 'a-token-for-this-measurement'

/** As a page does. */
const reconnectMs = { delay: 5000, jitter: 10_000 }

/** Open sockets, each subscribed to one channel; `next` waits until a number of messages has arrived. */
export function createListeners() {
  const sockets = new Set<WebSocket>()
  let received = 0
  let isClosed = false
  let goal = { count: 0, reached: () => {} }
  function onMessage(): void {
    received++
    if (received === goal.count) goal.reached()
  }
  async function open(url: string, token: string | undefined): Promise<WebSocket> {
    const socket = new WebSocket(url, token === undefined ? [] : [token], { perMessageDeflate: false })
    await once(socket, 'open')
    socket.on('message', onMessage)
    // It is closed after it.
    socket.on('error', () => {})
    for (const channel of ['bench', 'notifications']) socket.send(JSON.stringify({ action: 'subscribe', channel }))
    sockets.add(socket)
    return socket
  }
  /** Like a page: one that has lost its connection opens another, not all of them at once. */
  async function keepOpen(url: string, token: string): Promise<void> {
    const socket = await open(url, token)
    const again = () => {
      if (!isClosed) setTimeout(() => void keepOpen(url, token).catch(again), reconnectMs.delay + Math.random() * reconnectMs.jitter)
    }
    socket.on('close', () => (sockets.delete(socket), again()))
  }
  return {
    open,
    keepOpen,
    get count() {
      return sockets.size
    },
    next(count: number): Promise<void> {
      received = 0
      return new Promise(resolve => (goal = { count, reached: resolve }))
    },
    close() {
      isClosed = true
      sockets.forEach(socket => socket.close())
    },
  }
}

async function post(url: string, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${serviceToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}`)
}

async function publish(url: string, recipients: object): Promise<void> {
  const payload = { recipients, channel: 'bench', message: { text: 'Something changed', at: 'component:default/shop' } }
  await post(`${url}/api/events/bus/v1/events`, { event: { topic: 'signals', payload } })
}

/** A notification for everybody: one row, however many users there are, and a signal to each open page. */
async function notifyAll(url: string): Promise<void> {
  const body = { recipients: { type: 'broadcast' }, payload: { title: 'The portal moves house on Friday' } }
  await post(`${url}/api/notifications/notifications`, body)
}

/** What many open pages cost, and how soon a message is there. */
export const signals: Figure = {
  id: 'signals',
  about: `${connections.toLocaleString('en')} open WebSockets: memory, a message to all of them, a message to one (Linux)`,
  async measure(bench) {
    const externalAccess = [{ type: 'static', options: { token: serviceToken, subject: 'bench' } }]
    const server = await bench.start(await bench.warmFolder(), { 'backend.auth.externalAccess': externalAccess })
    const url = `${server.url.replace('http', 'ws')}/api/signals`
    const token = await signInAsGuest(server.url)
    const listeners = createListeners()
    // The first ones load code and fill caches; they are no part of what a connection costs.
    for (let n = 0; n < 200; n++) await listeners.open(url, token)
    await wait(2000)
    const before = readProcessMemory(server.pid).residentBytes
    for (let n = 200; n < connections; n += atOnce) await Promise.all(Array.from({ length: atOnce }, () => listeners.open(url, token)))
    await wait(2000)
    const perConnection = (readProcessMemory(server.pid).residentBytes - before) / (connections - 200)
    const timed = async (count: number, send: () => Promise<void>) => {
      const arrived = listeners.next(count)
      const began = performance.now()
      await Promise.all([send(), arrived])
      return performance.now() - began
    }
    const toAll: number[] = []
    for (let round = 0; round < rounds; round++) toAll.push(await timed(connections, () => publish(server.url, { type: 'broadcast' })))
    const notified = await timed(connections, () => notifyAll(server.url))
    // Without a token the caller is another user than those above.
    await listeners.open(url, undefined)
    const toOne: number[] = []
    for (let n = 0; n < messagesToOne; n++)
      toOne.push(await timed(1, () => publish(server.url, { type: 'user', entityRef: 'user:default/guest' })))
    listeners.close()
    await server.stop()
    return [
      {
        name: `Memory of the server for each of ${connections.toLocaleString('en')} connections`,
        value: perConnection / 1000,
        unit: 'kB',
        limit: 15,
      },
      { name: 'A message to all of them, from publishing to the last, median', value: median(toAll), unit: 'ms', limit: 1000, runs: toAll },
      { name: 'A notification for everybody, from sending to the last of them', value: notified, unit: 'ms', limit: 5000 },
      { name: 'A message to one of them, from publishing to receiving, median', value: median(toOne), unit: 'ms', limit: 50 },
    ] satisfies Row[]
  },
}
