import { defineServerPlugin, identityPort, startServer } from '@portico/core/server'
import { eventually, startTestServer, type TestServer } from '@portico/core/testing'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { signalsPlugin } from './index.ts'
import { signalsOn, type Signals } from './publish.ts'

let signals: Signals | undefined
const people = defineServerPlugin({
  id: 'people',
  provides: { identity: identityPort },
  setup: ({ work: { events } }) => {
    // Those of the server that stays.
    signals ??= signalsOn(events)
    return { identity: { userInfo: async ref => ({ userEntityRef: ref, ownershipEntityRefs: [ref] }) } }
  },
})

/** A replica in a process of its own, which can be killed. It prints its address. */
const replicaCode = `
const { defineServerPlugin, identityPort, startServer } = await import('@portico/core/server')
const { signalsPlugin } = await import('@portico/signals/server')
const setup = () => ({ identity: { userInfo: async ref => ({ userEntityRef: ref, ownershipEntityRefs: [ref] }) } })
const people = defineServerPlugin({ id: 'people', provides: { identity: identityPort }, setup })
const options = { version: '0.0.0-test', configFiles: [process.env.CONFIG_FILE], env: {}, logTo: { write: () => true } }
const server = await startServer({ plugins: [people, signalsPlugin], ...options })
console.log(server.url)`

let server: TestServer
let replica: ChildProcess
let replicaUrl: string
beforeAll(async () => {
  server = await startTestServer({ plugins: [people, signalsPlugin] })
  replica = spawn(process.execPath, ['--input-type=module', '-e', replicaCode], {
    cwd: path.join(import.meta.dirname, '../../..'),
    env: { PATH: process.env['PATH'], CONFIG_FILE: server.configFile },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface(replica.stdout!), 'line')) as [string]
  replicaUrl = line
})
afterAll(async () => {
  replica.kill('SIGKILL')
  await server.stop()
})

let sent = 0
/** Publishes until every client has received something that was published after it had subscribed. */
async function reaches(...clients: { received: number[] }[]): Promise<void> {
  const from = sent
  await eventually(async () => {
    await signals?.publish({ recipients: { type: 'broadcast' }, channel: 'news', message: ++sent })
    for (const { received } of clients) expect(received.at(-1)).toBeGreaterThan(from)
  })
}

async function connect(url: string) {
  const { token } = await server.server.services.tokens.userTokens.issue({ userEntityRef: 'user:default/jane' })
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/signals`, [token])
  const received: number[] = []
  socket.on('message', data => {
    const { message } = JSON.parse(String(data)) as { message: number | string }
    if (typeof message === 'number') received.push(message)
  })
  const closed = new Promise<number>(resolve => socket.once('close', resolve))
  await once(socket, 'open')
  socket.send(JSON.stringify({ action: 'subscribe', channel: 'news' }))
  return { socket, received, closed }
}

test('a signal reaches the pages of every replica; when one is killed its pages are served by another', async () => {
  const [there, here] = [await connect(replicaUrl), await connect(server.url)]
  await reaches(there, here)
  replica.kill('SIGKILL')
  // Neither 1000 nor 1001: a client connects again.
  expect(await there.closed).toBe(1006)
  const again = await connect(server.url)
  await reaches(again, here)
  for (const { socket } of [again, here]) socket.terminate()
})

test('a server that stops sends its pages to another', async () => {
  const third = await startServer({
    plugins: [people, signalsPlugin],
    version: '0.0.0-test',
    configFiles: [server.configFile],
    env: {},
    logTo: { write: () => true },
  })
  const client = await connect(third.url)
  await third.stop()
  expect(await client.closed).toBe(1012)
})

test('a page that reads too slowly is dropped, and others are served', async () => {
  const [slow, quick] = [await connect(server.url), await connect(server.url)]
  await reaches(slow, quick)
  slow.socket.pause()
  // More than the buffers of the operating system take.
  const large = { recipients: { type: 'broadcast' as const }, channel: 'news', message: 'x'.repeat(60_000) }
  for (let round = 0; round < 40; round++) {
    await signals?.publish(Array.from({ length: 10 }, () => large))
    await reaches(quick)
  }
  slow.socket.resume()
  expect(await slow.closed).toBe(1006)
  quick.socket.terminate()
})
