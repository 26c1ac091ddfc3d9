import {
  createObservable,
  openSocket,
  type Client,
  type Observable,
  type SignalListener,
  type SignedInIdentity,
  type SignedInUser,
  type Signals,
  type SignalState,
} from '@portico/core/web'
import { signalLimits, signalsApi } from '@portico/signals/common'
import { createConnection, type SignalSocket } from './connection.ts'
import { createEventSocket } from './event-socket.ts'
import { browserTabs, shareConnection, type TabHost } from './tabs.ts'

export interface LiveSignalsOptions {
  /** The base address of the signals plugin. */
  readonly baseUrl: string
  readonly user: Observable<SignedInUser | undefined>
  readonly identity: Pick<SignedInIdentity, 'getToken'>
  readonly client: Pick<Client, 'stream'>
  /** The other tabs of this browser. */
  readonly tabs?: TabHost | undefined
  readonly openSocket?: (url: string, token: string | undefined) => SignalSocket
  /** How long ago the page was opened. */
  readonly pageAgeMs?: () => number
}

/** Sockets that fail one after the other, without any that ever opened: something between here and the server forbids them. */
const failuresBeforeFallback = 3

/** Signals for the signed-in user, over the one connection of this browser. */
export function createLiveSignals(options: LiveSignalsOptions): Signals {
  const { user, identity, tabs = browserTabs(), baseUrl } = options
  const state = createObservable<SignalState>('closed')
  const listeners = new Map<string, Set<SignalListener>>()
  const open = createOpener(options)
  let shared: ReturnType<typeof shareConnection> | undefined

  function follow(): void {
    shared?.stop()
    shared = undefined
    state.set('closed')
    const current = user.get()
    if (!current) return
    shared = shareConnection({
      name: `${baseUrl}:${current.userEntityRef}`,
      host: tabs,
      connect: ({ onMessage, onOpen }) =>
        createConnection({
          open: open.socket,
          getToken: identity.getToken,
          onMessage,
          onOpen: () => {
            if (!open.succeeded()) onOpen()
          },
          onError: open.failed,
        }),
      wanted: () => [...listeners.keys()],
      onMessage: (channel, message) => listeners.get(channel)?.forEach(listener => listener.onMessage(message)),
      onOpen: () => listeners.forEach(set => set.forEach(listener => listener.onGap?.())),
      onState: state.set,
    })
  }
  follow()
  user.subscribe(follow)

  return {
    state,
    subscribe(channel, listener) {
      const set = listeners.get(channel) ?? new Set()
      listeners.set(channel, set.add(listener))
      if (set.size === 1) shared?.update()
      return () => {
        set.delete(listener)
        if (set.size > 0 || listeners.get(channel) !== set) return
        listeners.delete(channel)
        shared?.update()
      }
    },
  }
}

/** Opens WebSockets, and server-sent events where WebSockets do not get through. */
function createOpener({ baseUrl, client, openSocket: openWith = openSocket, pageAgeMs = () => performance.now() }: LiveSignalsOptions) {
  const url = baseUrl.replace(/^http/, 'ws')
  let failures = 0
  let hasOpened = false
  let isReplayed = false
  return {
    socket(token: string | undefined): SignalSocket {
      const ageMs = Math.ceil(pageAgeMs())
      isReplayed = !hasOpened && failures < failuresBeforeFallback && ageMs <= signalLimits.replayMs
      if (isReplayed) return openWith(`${url}?sinceMs=${ageMs}`, token)
      if (hasOpened || failures < failuresBeforeFallback) return openWith(url, token)
      return createEventSocket((channels, signal) => client.stream(signalsApi.streamSignals, { query: { channel: channels } }, { signal }))
    },
    /** Returns whether the server sends what came since the page was opened, so that nothing is lost. */
    succeeded(): boolean {
      hasOpened ||= failures < failuresBeforeFallback
      return isReplayed
    },
    failed: () => void failures++,
  }
}
