import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConnection, type ConnectionOptions, type SignalSocket } from './connection.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // Without jitter.
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** The browser's end of a socket that the test opens, closes and lets fail. */
function createFakeSocket() {
  const sent: unknown[] = []
  const socket = {
    readyState: 0,
    onmessage: null as SignalSocket['onmessage'],
    onclose: null as SignalSocket['onclose'],
    onerror: null as SignalSocket['onerror'],
    closedWith: undefined as number | undefined,
    sent,
    send: (text: string) => void sent.push(JSON.parse(text)),
    close(code?: number) {
      socket.readyState = 3
      socket.closedWith = code
    },
    accept: () => void (socket.readyState = 1),
    end(code: number) {
      socket.readyState = 3
      socket.onclose?.(new CloseEvent('close', { code }))
    },
    receive: (value: unknown) =>
      socket.onmessage?.(new MessageEvent('message', { data: typeof value === 'string' ? value : JSON.stringify(value) })),
  }
  return socket
}

function start(options: Partial<ConnectionOptions> = {}) {
  const sockets: (ReturnType<typeof createFakeSocket> & { token: string | undefined })[] = []
  const received: unknown[] = []
  const errors: string[] = []
  const states: string[] = []
  let tokens = 0
  let opened = 0
  const connection = createConnection({
    open(token) {
      const socket = Object.assign(createFakeSocket(), { token })
      sockets.push(socket)
      return socket
    },
    getToken: async () => `token-${++tokens}`,
    onMessage: (channel, message) => received.push([channel, message]),
    onOpen: () => void opened++,
    onError: ({ message }) => errors.push(message),
    ...options,
  })
  connection.state.subscribe(() => states.push(connection.state.get()))
  async function accept() {
    await vi.advanceTimersByTimeAsync(0)
    sockets.at(-1)?.accept()
    await vi.advanceTimersByTimeAsync(100)
  }
  return { connection, sockets, received, errors, states, opened: () => opened, accept, last: () => sockets.at(-1)! }
}

const subscribe = (channel: string) => ({ action: 'subscribe', channel })

test('a connection is closed, connecting, open and reconnecting [SIG-02]', async () => {
  const { connection, states, accept, last } = start()
  expect(connection.state.get()).toBe('closed')
  connection.subscribe('news')
  expect(connection.state.get()).toBe('connecting')
  await accept()
  expect(connection.state.get()).toBe('open')
  last().end(1006)
  expect(connection.state.get()).toBe('reconnecting')
  await vi.advanceTimersByTimeAsync(5000)
  await accept()
  expect(states).toEqual(['connecting', 'open', 'reconnecting', 'open'])
})

test('a normal close, with 1000 or 1001, does not reconnect [SIG-03]', async () => {
  for (const code of [1000, 1001]) {
    const { connection, sockets, accept, last } = start()
    connection.subscribe('news')
    await accept()
    last().end(code)
    expect(connection.state.get()).toBe('closed')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sockets).toHaveLength(1)
  }
})

test('any other close reconnects [SIG-04]', async () => {
  for (const code of [1002, 1005, 1006, 1008, 1011, 1012, 1013, 4000]) {
    const { connection, sockets, accept, last } = start()
    connection.subscribe('news')
    await accept()
    last().end(code)
    await vi.advanceTimersByTimeAsync(5000)
    expect([code, sockets.length]).toEqual([code, 2])
    connection.close()
  }
})

test('an error of the socket reconnects, once [SIG-05]', async () => {
  const { connection, sockets, accept, last } = start()
  connection.subscribe('news')
  await accept()
  const failed = last()
  failed.onerror?.(new Event('error'))
  failed.end(1006)
  expect(connection.state.get()).toBe('reconnecting')
  await vi.advanceTimersByTimeAsync(5000)
  await accept()
  expect([connection.state.get(), sockets.length]).toEqual(['open', 2])
})

test('what is sent while the connection is closed is queued, and flushed in order when it opens [SIG-06]', async () => {
  const { connection, accept, last, opened } = start()
  connection.subscribe('a')
  connection.subscribe('b')
  connection.unsubscribe('a')
  await vi.advanceTimersByTimeAsync(50)
  expect(last().sent).toEqual([])
  await accept()
  expect(last().sent).toEqual([subscribe('a'), subscribe('b'), { action: 'unsubscribe', channel: 'a' }])
  connection.subscribe('c')
  expect(last().sent.slice(3)).toEqual([subscribe('c')])
  expect(opened()).toBe(1)
})

test('what is sent is an action, subscribe or unsubscribe, and a channel, and nothing else [SIG-10]', async () => {
  const { connection, accept, last } = start()
  connection.subscribe('a')
  connection.subscribe('b')
  await accept()
  connection.unsubscribe('a')
  expect(last().sent).toEqual([
    { action: 'subscribe', channel: 'a' },
    { action: 'subscribe', channel: 'b' },
    { action: 'unsubscribe', channel: 'a' },
  ])
})

test('the socket closes when the last subscription is removed, and opens again for the next [SIG-07]', async () => {
  const { connection, sockets, accept, last } = start()
  connection.subscribe('a')
  connection.subscribe('b')
  await accept()
  connection.unsubscribe('a')
  expect([connection.state.get(), last().closedWith]).toEqual(['open', undefined])
  connection.unsubscribe('b')
  expect([connection.state.get(), last().closedWith]).toEqual(['closed', 1000])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sockets).toHaveLength(1)
  connection.subscribe('c')
  await accept()
  expect(last().sent).toEqual([subscribe('c')])
})

test("a connect that takes longer than the timeout gives 'Connect timeout', then the client reconnects [SIG-12]", async () => {
  const { connection, sockets, errors, accept } = start({ connectTimeoutMs: 300 })
  connection.subscribe('news')
  await vi.advanceTimersByTimeAsync(299)
  expect(errors).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect([errors, connection.state.get(), sockets[0]?.closedWith]).toEqual([['Connect timeout'], 'reconnecting', 1000])
  await vi.advanceTimersByTimeAsync(5000)
  await accept()
  expect([connection.state.get(), sockets.length]).toEqual(['open', 2])
})

test('the connect timeout is 1000 ms by default, polled every 100 ms [SIG-13]', async () => {
  const slow = start()
  slow.connection.subscribe('news')
  await vi.advanceTimersByTimeAsync(999)
  expect(slow.errors).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(slow.errors).toEqual(['Connect timeout'])
  const quick = start()
  quick.connection.subscribe('news')
  await vi.advanceTimersByTimeAsync(101)
  quick.last().accept()
  await vi.advanceTimersByTimeAsync(98)
  expect(quick.connection.state.get()).toBe('connecting')
  await vi.advanceTimersByTimeAsync(1)
  expect(quick.connection.state.get()).toBe('open')
})

test('it reconnects after 5000 ms, with a new token, and asks for every live subscription again [SIG-14]', async () => {
  const { connection, sockets, accept, last, opened } = start()
  connection.subscribe('a')
  connection.subscribe('b')
  await accept()
  connection.unsubscribe('a')
  last().end(1006)
  connection.subscribe('c')
  await vi.advanceTimersByTimeAsync(4999)
  expect(sockets).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(sockets).toHaveLength(2)
  await accept()
  expect(sockets.map(({ token }) => token)).toEqual(['token-1', 'token-2'])
  expect(last().sent).toEqual([subscribe('b'), subscribe('c')])
  expect(opened()).toBe(2)
})

test('pages that lose their connections in the same moment reconnect within 5 to 15 s, not all at once [SIG-14]', async () => {
  vi.mocked(Math.random).mockRestore()
  const pages = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const page = start()
      page.connection.subscribe('news')
      await page.accept()
      return page
    }),
  )
  for (const page of pages) page.last().end(1006)
  const reconnected = () => pages.filter(({ sockets }) => sockets.length > 1).length
  await vi.advanceTimersByTimeAsync(4999)
  expect(reconnected()).toBe(0)
  await vi.advanceTimersByTimeAsync(5001)
  expect(reconnected()).toBeGreaterThan(20)
  expect(reconnected()).toBeLessThan(80)
  await vi.advanceTimersByTimeAsync(5000)
  expect(reconnected()).toBe(100)
})

test('a token that cannot be had is a failed attempt', async () => {
  let fails = true
  const { connection, errors, accept } = start({
    getToken: async () => {
      if (fails) throw new Error('The server did not answer')
      return undefined
    },
  })
  connection.subscribe('news')
  await vi.advanceTimersByTimeAsync(0)
  expect([errors, connection.state.get()]).toEqual([['The server did not answer'], 'reconnecting'])
  fails = false
  await vi.advanceTimersByTimeAsync(5000)
  await accept()
  expect(connection.state.get()).toBe('open')
})

test('what is no message of a channel is ignored, and so is what an earlier socket still says', async () => {
  const { connection, received, sockets, accept, last } = start()
  connection.subscribe('news')
  await accept()
  for (const frame of ['', 'not json', 'null', '[]', '{"message":1}', '{"channel":7}']) last().receive(frame)
  last().receive({ channel: 'news', message: { n: 1 } })
  last().end(1006)
  await vi.advanceTimersByTimeAsync(5000)
  await accept()
  sockets[0]?.receive({ channel: 'news', message: 2 })
  sockets[0]?.end(1006)
  expect([received, connection.state.get()]).toEqual([[['news', { n: 1 }]], 'open'])
})
