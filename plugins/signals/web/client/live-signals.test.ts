import { createObservable, type SignedInUser } from '@portico/core/web'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLazySignals } from '../lazy-signals.ts'
import { signalsWeb } from '../index.ts'
import type { SignalSocket } from './connection.ts'
import { createLiveSignals, type LiveSignalsOptions } from './live-signals.ts'
import type { TabChannel, TabHost } from './tabs.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const jane: SignedInUser = { userEntityRef: 'user:default/jane', isGuest: false }
const joe: SignedInUser = { userEntityRef: 'user:default/joe', isGuest: false }

type FakeSocket = SignalSocket & { readyState: number; readonly url: string; readonly token: string | undefined; readonly sent: string[] }

/** The sockets of a browser, each of which opens at once, or never. */
function createSockets() {
  const opened: FakeSocket[] = []
  let reachable = true
  return {
    opened,
    live: () => opened.filter(({ readyState }) => readyState === 1),
    forbid: () => void (reachable = false),
    open(url: string, token: string | undefined): FakeSocket {
      const socket: FakeSocket = {
        url,
        token,
        sent: [],
        readyState: reachable ? 1 : 0,
        onmessage: null,
        onclose: null,
        onerror: null,
        send: text => void socket.sent.push((JSON.parse(text) as { action: string; channel: string }).channel),
        close: () => void (socket.readyState = 3),
      }
      opened.push(socket)
      return socket
    },
  }
}

/** The locks and channels of one browser. */
function createBrowser() {
  const waiting = new Map<string, (() => Promise<void>)[]>()
  const channels = new Set<{ name: string; channel: TabChannel }>()
  async function next(lock: string): Promise<void> {
    const run = waiting.get(lock)?.[0]
    if (!run) return
    await run()
    waiting.get(lock)?.shift()
    await next(lock)
  }
  const tab = (id: string): TabHost => ({
    id,
    hold(lock, run) {
      const queue = waiting.get(lock) ?? []
      waiting.set(lock, queue)
      queue.push(async () => void (await run()))
      if (queue.length === 1) queueMicrotask(() => void next(lock))
      return Promise.resolve()
    },
    openChannel(name) {
      const channel: TabChannel = {
        onmessage: null,
        postMessage(message) {
          const data: unknown = structuredClone(message)
          for (const other of channels)
            if (other.name === name && other.channel !== channel)
              queueMicrotask(() => other.channel.onmessage?.(new MessageEvent('message', { data })))
        },
        close: () => channels.forEach(each => each.channel === channel && channels.delete(each)),
      }
      channels.add({ name, channel })
      return channel
    },
  })
  return { tab }
}

function openTab(options: Partial<LiveSignalsOptions> & { readonly sockets: ReturnType<typeof createSockets> }) {
  const user = createObservable<SignedInUser | undefined>(jane)
  const { sockets, ...rest } = options
  let tokens = 0
  const signals = createLiveSignals({
    baseUrl: 'https://portal.test/api/signals',
    user,
    identity: { getToken: async () => `token-${++tokens}` },
    client: { stream: async function* () {} },
    openSocket: sockets.open,
    pageAgeMs: () => 60_000,
    ...rest,
  })
  const received: unknown[] = []
  return {
    user,
    signals,
    received,
    listen: (channel: string) =>
      signals.subscribe(channel, { onMessage: message => received.push(message), onGap: () => received.push('gap') }),
  }
}

const settle = () => vi.advanceTimersByTimeAsync(200)
const send = (socket: FakeSocket | undefined, channel: string, message: unknown) =>
  socket?.onmessage?.(new MessageEvent('message', { data: JSON.stringify({ channel, message }) }))

test('the client has no screens: it is an API alone [SIG-01]', () => {
  expect([signalsWeb.pages, signalsWeb.fills, signalsWeb.slots]).toEqual([undefined, undefined, undefined])
  expect(signalsWeb.apis?.map(({ api }) => api.id)).toEqual(['core.signals'])
})

test('tabs of one browser share one socket, which asks for what any of them listens to', async () => {
  const [sockets, browser] = [createSockets(), createBrowser()]
  const tabs = ['one', 'two', 'three'].map(id => openTab({ sockets, tabs: browser.tab(id) }))
  const [one, two, three] = tabs
  one?.listen('news')
  await settle()
  two?.listen('news')
  const stop = three?.listen('weather')
  await settle()
  expect(sockets.opened.map(({ url, token }) => [url, token])).toEqual([['wss://portal.test/api/signals', 'token-1']])
  expect(tabs.map(({ signals }) => signals.state.get())).toEqual(['open', 'open', 'open'])
  for (const each of tabs) each.received.splice(0)
  send(sockets.opened[0], 'news', 1)
  send(sockets.opened[0], 'weather', 2)
  await settle()
  expect(tabs.map(({ received }) => received)).toEqual([[1], [1], [2]])
  stop?.()
  await settle()
  expect(sockets.opened[0]?.sent).toEqual(['news', 'weather', 'weather'])
})

test('a tab that joins a connection reads again once, for what came before it had joined', async () => {
  const [sockets, browser] = [createSockets(), createBrowser()]
  openTab({ sockets, tabs: browser.tab('one') }).listen('news')
  await settle()
  const later = openTab({ sockets, tabs: browser.tab('two') })
  later.listen('news')
  await settle()
  expect([sockets.opened.length, later.received]).toEqual([1, ['gap']])
  later.listen('weather')
  await settle()
  expect(later.received).toEqual(['gap'])
})

test('a page that has just been opened is sent what came since and reads nothing again, unless the connection is lost', async () => {
  const sockets = createSockets()
  const tab = openTab({ sockets, tabs: undefined, pageAgeMs: () => 1234.5 })
  tab.listen('news')
  await settle()
  expect([sockets.opened[0]?.url, tab.received]).toEqual(['wss://portal.test/api/signals?sinceMs=1235', []])
  sockets.opened[0]?.onclose?.(new CloseEvent('close', { code: 1006 }))
  await vi.advanceTimersByTimeAsync(16_000)
  expect([sockets.opened[1]?.url, tab.received]).toEqual(['wss://portal.test/api/signals', ['gap']])
})

test('when the tab with the socket is gone another opens one, and what a tab wanted that is gone is let go', async () => {
  const [sockets, browser] = [createSockets(), createBrowser()]
  const [one, two, three] = ['one', 'two', 'three'].map(id => openTab({ sockets, tabs: browser.tab(id) }))
  one?.listen('news')
  two?.listen('weather')
  three?.listen('games')
  await settle()
  two?.received.splice(0)
  one?.user.set(undefined)
  await settle()
  expect(sockets.opened).toHaveLength(2)
  expect([...(sockets.live()[0]?.sent ?? [])].sort()).toEqual(['games', 'weather'])
  // What was said in between may be lost: every tab reads again.
  expect(two?.received).toEqual(['gap'])
  three?.user.set(undefined)
  await settle()
  expect(sockets.live()[0]?.sent.filter(channel => channel === 'games')).toHaveLength(2)
  two?.user.set(undefined)
  await settle()
  expect(sockets.live()).toEqual([])
})

test('the next user has a connection of their own, with the next token', async () => {
  const sockets = createSockets()
  const tab = openTab({ sockets, tabs: undefined })
  tab.listen('news')
  await settle()
  tab.user.set(undefined)
  expect([sockets.live(), tab.signals.state.get()]).toEqual([[], 'closed'])
  tab.user.set(joe)
  await settle()
  expect(sockets.live().map(({ token, sent }) => [token, sent])).toEqual([['token-2', ['news']]])
})

test('where sockets never open, the messages come by server-sent events', async () => {
  const sockets = createSockets()
  sockets.forbid()
  const asked: unknown[] = []
  async function* stream(_route: unknown, input: unknown): AsyncGenerator<never> {
    asked.push(input)
    yield { event: 'signal', data: { channel: 'news', message: 'by stream' } } as never
    await new Promise(() => {})
  }
  const tab = openTab({ sockets, tabs: undefined, client: { stream } as unknown as LiveSignalsOptions['client'] })
  tab.listen('news')
  tab.listen('weather')
  await vi.advanceTimersByTimeAsync(17_000)
  expect([sockets.opened.length, asked]).toEqual([3, []])
  await vi.advanceTimersByTimeAsync(6000)
  expect([sockets.opened.length, asked]).toEqual([3, [{ query: { channel: ['news', 'weather'] } }]])
  expect([tab.signals.state.get(), tab.received]).toEqual(['open', ['gap', 'gap', 'by stream']])
})

test('the code is loaded with the first subscription, and one that ended before is never made', async () => {
  const sockets = createSockets()
  const { signals } = openTab({ sockets, tabs: undefined })
  let loads = 0
  const lazy = createLazySignals(async () => {
    loads++
    return signals
  })
  await settle()
  expect(loads).toBe(0)
  const stop = lazy.subscribe('early', { onMessage: () => {} })
  stop()
  const received: unknown[] = []
  lazy.subscribe('news', { onMessage: message => received.push(message) })
  await settle()
  expect([loads, sockets.opened[0]?.sent, lazy.state.get()]).toEqual([1, ['news'], 'open'])
  send(sockets.opened[0], 'news', 1)
  expect(received).toEqual([1])
})
