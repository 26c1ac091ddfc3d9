import { parseJson, toRecord } from '@portico/core/common'
import { createObservable, type SignalState } from '@portico/core/web'

/** As much of a WebSocket as is used. */
export interface SignalSocket {
  readonly readyState: number
  send(text: string): void
  close(code?: number): void
  onmessage: ((event: MessageEvent) => void) | null
  onclose: ((event: CloseEvent) => void) | null
  onerror: ((event: Event) => void) | null
}

export interface ConnectionOptions {
  /** Opens a socket with a token as its sub-protocol; without one for a guest. */
  readonly open: (token: string | undefined) => SignalSocket
  /** A valid token, asked for anew for each socket. */
  readonly getToken: () => Promise<string | undefined>
  readonly onMessage: (channel: string, message: unknown) => void
  /** Everything that is subscribed to is received from here on; what was sent before may be lost. */
  readonly onOpen?: () => void
  /** Why there is no connection at the moment; it is tried again. */
  readonly onError?: (error: Error) => void
  readonly connectTimeoutMs?: number
}

const pollMs = 100
const reconnectDelayMs = 5000
// At most so much later, at random: all pages of a server that stops lose their connections in the same moment.
const reconnectJitterMs = 10_000
const openState = 1
const normalClosures = [1000, 1001]

/** The connection to the server's signals. It is open while there are subscriptions. */
export function createConnection(options: ConnectionOptions) {
  const { open, getToken, onMessage, onOpen, onError, connectTimeoutMs = 1000 } = options
  const state = createObservable<SignalState>('closed')
  const subscribed = new Set<string>()
  let queue: string[] = []
  let socket: SignalSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  // What an earlier attempt still has to say is ignored.
  let attempt = 0

  function send(action: 'subscribe' | 'unsubscribe', channel: string): void {
    const text = JSON.stringify({ action, channel })
    if (state.get() === 'open') socket?.send(text)
    else queue.push(text)
  }

  async function connect(next: 'connecting' | 'reconnecting'): Promise<void> {
    const own = ++attempt
    state.set(next)
    try {
      const token = await getToken()
      if (own !== attempt) return
      const opened = open(token)
      socket = opened
      listenTo(opened, own)
      poll(opened, own, 0)
    } catch (error) {
      if (own === attempt) reconnect(error instanceof Error ? error : new Error(String(error)))
    }
  }

  function listenTo(opened: SignalSocket, own: number): void {
    opened.onmessage = ({ data }) => {
      const received = own === attempt ? parse(data) : undefined
      if (received) onMessage(received.channel, received.message)
    }
    opened.onerror = () => own === attempt && reconnect(new Error('The socket failed'))
    opened.onclose = ({ code }) => {
      if (own !== attempt) return
      if (normalClosures.includes(code)) leave()
      else reconnect(new Error(`The socket was closed with ${code}`))
    }
  }

  function poll(opened: SignalSocket, own: number, waitedMs: number): void {
    if (own !== attempt) return
    if (opened.readyState === openState) return onOpened(opened)
    if (waitedMs >= connectTimeoutMs) return reconnect(new Error('Connect timeout'))
    timer = setTimeout(() => poll(opened, own, waitedMs + pollMs), pollMs)
  }

  function onOpened(opened: SignalSocket): void {
    state.set('open')
    const waiting = queue
    queue = []
    for (const text of waiting) opened.send(text)
    onOpen?.()
  }

  /** Drops the socket. Whatever opens next is asked for every live subscription again. */
  function drop(): void {
    attempt++
    clearTimeout(timer)
    const dropped = socket
    socket = undefined
    queue = [...subscribed].map(channel => JSON.stringify({ action: 'subscribe', channel }))
    dropped?.close(1000)
  }

  function leave(): void {
    drop()
    state.set('closed')
  }

  function reconnect(error: Error): void {
    const jitterMs = state.get() === 'open' ? Math.random() * reconnectJitterMs : 0
    drop()
    state.set('reconnecting')
    onError?.(error)
    timer = setTimeout(() => void connect('reconnecting'), reconnectDelayMs + jitterMs)
  }

  return {
    state,
    subscribe(channel: string): void {
      if (subscribed.has(channel)) return
      subscribed.add(channel)
      send('subscribe', channel)
      if (state.get() === 'closed') void connect('connecting')
    },
    unsubscribe(channel: string): void {
      if (!subscribed.delete(channel)) return
      send('unsubscribe', channel)
      if (subscribed.size === 0) leave()
    },
    close(): void {
      subscribed.clear()
      leave()
    },
  }
}

export type Connection = ReturnType<typeof createConnection>

function parse(data: unknown): { readonly channel: string; readonly message: unknown } | undefined {
  const { channel, message } = toRecord(parseJson(String(data)))
  return typeof channel === 'string' ? { channel, message } : undefined
}
