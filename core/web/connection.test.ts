import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConnection } from './connection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const refused = () => Promise.reject(new TypeError('Failed to fetch'))

function open() {
  const asked: string[] = []
  let server: () => Promise<Response> = async () => new Response('ok')
  let reconnects = 0
  const connection = createConnection({
    fetch: async url => (asked.push(url), url.startsWith('/') ? server() : refused()),
    healthUrl: '/health',
    isOwn: url => url.startsWith('/'),
    onReconnect: () => reconnects++,
    random: () => 0.5,
  })
  const stop = connection.start(window)
  return {
    connection,
    stop,
    asked,
    reconnects: () => reconnects,
    answerWith: (next: () => Promise<Response>) => (server = next),
    send: (url = '/api/x', init?: RequestInit) => connection.fetch(url, init).catch(() => undefined),
  }
}

test('a server that is away is asked again with backoff, and what was read is read again when it is back', async () => {
  const { connection, asked, answerWith, send, reconnects } = open()
  answerWith(refused)
  await send()
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.state.get()).toEqual({ status: 'down', retryAtMs: Date.now() + 1000 })
  await vi.advanceTimersByTimeAsync(1000 + 2000 + 4000)
  expect(asked).toEqual(['/api/x', '/health', '/health', '/health', '/health'])
  await vi.advanceTimersByTimeAsync(8000 + 16_000 + 30_000 + 30_000)
  expect(asked).toHaveLength(9)
  answerWith(async () => new Response('ok'))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(connection.state.get()).toEqual({ status: 'up' })
  expect(reconnects()).toBe(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveLength(10)
})

test('one failed request is no server that is away, and any request that is answered ends the wait', async () => {
  const { connection, answerWith, send, reconnects } = open()
  let failing = true
  answerWith(() => (failing ? ((failing = false), refused()) : Promise.resolve(new Response('ok'))))
  await send()
  await vi.advanceTimersByTimeAsync(0)
  expect([connection.state.get().status, reconnects()]).toEqual(['up', 0])
  answerWith(refused)
  await send()
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.state.get().status).toBe('down')
  answerWith(async () => new Response('no', { status: 404 }))
  await send()
  expect([connection.state.get().status, reconnects()]).toEqual(['up', 1])
})

test('a gateway that answers for the server is no answer; errors of the server and requests that were given up are none of its absence', async () => {
  const { connection, answerWith, send } = open()
  answerWith(async () => Response.json({ error: {} }, { status: 503 }))
  await send()
  answerWith(refused)
  await send('/api/x', { signal: AbortSignal.abort() })
  await send('https://elsewhere.test/')
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.state.get().status).toBe('up')
  answerWith(async () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } }))
  await send()
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.state.get().status).toBe('down')
})

test('it is asked at once by hand and when the network is back, and never again after the end', async () => {
  const { connection, asked, answerWith, send, stop } = open()
  answerWith(refused)
  await send()
  await vi.advanceTimersByTimeAsync(0)
  connection.retry()
  expect(connection.state.get()).toEqual({ status: 'down' })
  await vi.advanceTimersByTimeAsync(0)
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(asked.filter(url => url === '/health')).toHaveLength(3)
  stop()
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(asked.filter(url => url === '/health')).toHaveLength(3)
})
