import type { ChannelMessage } from '@portico/signals/common'
import type { Receiver } from './connections.ts'

export type StreamEvent = { readonly event: 'signal'; readonly data: ChannelMessage } | { readonly event: 'alive'; readonly data: {} }

/** A page that reads too slowly is disconnected, and then reads everything again. */
const maxUnread = 500
const aliveMs = 25_000

/** A connection by server-sent events: what is sent to the receiver comes out of the events. */
export function createStream(signal: AbortSignal, onEnd: () => void) {
  const unread: ChannelMessage[] = []
  let isClosed = false
  let wake = () => {}
  const end = () => {
    isClosed = true
    wake()
  }
  signal.addEventListener('abort', end, { once: true })

  const receiver: Receiver = {
    send(text) {
      if (unread.push(JSON.parse(text) as ChannelMessage) > maxUnread) end()
      wake()
    },
    close: end,
  }

  async function* events(): AsyncGenerator<StreamEvent> {
    try {
      yield { event: 'alive', data: {} }
      while (!isClosed) {
        const next = unread.shift()
        if (next) yield { event: 'signal', data: next }
        else if (await isQuiet(ready => (wake = ready))) yield { event: 'alive', data: {} }
      }
    } finally {
      signal.removeEventListener('abort', end)
      onEnd()
    }
  }
  return { receiver, events }
}

/** True after a time without anything to send, false when it is woken. */
async function isQuiet(onReady: (wake: () => void) => void): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(true), aliveMs)
  onReady(() => resolve(false))
  const quiet = await promise
  clearTimeout(timer)
  return quiet
}
