import type { SignalState } from '@portico/core/web'
import type { Connection } from './connection.ts'

/** What tabs of one browser tell each other. */
type TabMessage =
  | { readonly type: 'who' }
  | { readonly type: 'want'; readonly tab: string; readonly channels: readonly string[] }
  | { readonly type: 'message'; readonly channel: string; readonly message: unknown }
  | { readonly type: 'opened' }
  | { readonly type: 'state'; readonly state: SignalState }

/** As much of a BroadcastChannel as is used. */
export interface TabChannel {
  postMessage(message: unknown): void
  onmessage: ((event: MessageEvent) => void) | null
  close(): void
}

/** How tabs of one browser find each other; absent where the browser cannot, and each tab then has a socket of its own. */
export interface TabHost {
  readonly id: string
  /** Holds a lock, once it is free, until the promise is settled. */
  readonly hold: (lock: string, run: () => Promise<unknown>) => Promise<unknown>
  readonly openChannel: (name: string) => TabChannel
}

export interface TabsOptions {
  /** Tabs share a connection if they have the same name. */
  readonly name: string
  readonly host: TabHost | undefined
  readonly connect: (listeners: {
    readonly onMessage: (channel: string, message: unknown) => void
    readonly onOpen: () => void
  }) => Connection
  /** The channels that this tab listens to. */
  readonly wanted: () => readonly string[]
  readonly onMessage: (channel: string, message: unknown) => void
  readonly onOpen: () => void
  readonly onState: (state: SignalState) => void
}

/**
 * One connection for all tabs of a browser: the tab that holds a lock has it, and passes on what it receives. When that tab is closed, or
 * dies, the browser gives the lock to the next.
 */
export function shareConnection(options: TabsOptions) {
  const { name, host, connect, wanted, onMessage, onOpen, onState } = options
  const own = host?.id ?? 'alone'
  const wants = new Map<string, readonly string[]>()
  const channel = host?.openChannel(`portico-signals:${name}`)
  const { promise: stopped, resolve: release } = Promise.withResolvers<void>()
  let connection: Connection | undefined
  let subscribed = new Set<string>()
  let isStopped = false
  let isJoined = false
  const post = (message: TabMessage) => channel?.postMessage(message)

  function update(): void {
    if (isStopped) return
    if (!connection) return post({ type: 'want', tab: own, channels: wanted() })
    wants.set(own, wanted())
    const next = new Set([...wants.values()].flat())
    for (const each of next) connection.subscribe(each)
    for (const each of subscribed) if (!next.has(each)) connection.unsubscribe(each)
    subscribed = next
  }

  function lead(): Promise<void> {
    if (isStopped) return stopped
    const led = connect({
      onMessage(from, message) {
        onMessage(from, message)
        post({ type: 'message', channel: from, message })
      },
      onOpen() {
        onOpen()
        post({ type: 'opened' })
      },
    })
    connection = led
    led.state.subscribe(() => {
      onState(led.state.get())
      post({ type: 'state', state: led.state.get() })
    })
    post({ type: 'who' })
    update()
    return stopped
  }

  function onWant(tab: string, channels: readonly string[]): void {
    if (!connection) return
    // The lock of a tab is free when the tab is gone.
    if (!wants.has(tab)) {
      void host?.hold(tabLock(name, tab), async () => {
        wants.delete(tab)
        update()
      })
    }
    wants.set(tab, channels)
    update()
    post({ type: 'state', state: connection.state.get() })
  }

  function opened(): void {
    isJoined = true
    onOpen()
  }

  /** The connection of another tab may have been open for long; this tab has missed what came between its first data and now. */
  function join(state: SignalState): void {
    onState(state)
    if (state === 'open' && !isJoined) opened()
  }

  if (channel) {
    channel.onmessage = ({ data }) => {
      const message = data as TabMessage
      if (isStopped) return
      if (message.type === 'who') update()
      else if (message.type === 'want') onWant(message.tab, message.channels)
      else if (connection) return
      else if (message.type === 'message') onMessage(message.channel, message.message)
      else if (message.type === 'opened') opened()
      else join(message.state)
    }
  }
  if (host) {
    void host.hold(tabLock(name, own), () => stopped)
    void host.hold(`portico-signals:${name}`, lead)
    update()
  } else {
    void lead()
  }

  return {
    /** The tab listens to other channels than before. */
    update,
    stop(): void {
      isStopped = true
      release()
      connection?.close()
      channel?.close()
    },
  }
}

function tabLock(name: string, tab: string): string {
  return `portico-signals-tab:${name}:${tab}`
}

/** The tabs of this browser. Locks need a secure context. */
export function browserTabs(): TabHost | undefined {
  if (!('locks' in navigator) || !('BroadcastChannel' in window)) return undefined
  return {
    id: crypto.randomUUID(),
    hold: (lock, run) => navigator.locks.request(lock, run).catch(() => undefined),
    openChannel: channelName => new BroadcastChannel(channelName),
  }
}
