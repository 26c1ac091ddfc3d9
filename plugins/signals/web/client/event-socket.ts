import type { SignalSocket } from './connection.ts'

type Follow = (channels: readonly string[], signal: AbortSignal) => AsyncIterable<{ readonly event: string; readonly data: unknown }>

/** A socket over server-sent events. Each change of the subscriptions opens the stream again, with all channels. */
export function createEventSocket(follow: Follow): SignalSocket {
  const channels = new Set<string>()
  let stream: AbortController | undefined
  let isPlanned = false
  let isClosed = false

  async function run({ signal }: AbortController): Promise<void> {
    try {
      for await (const { event, data } of follow([...channels], signal)) {
        if (event === 'signal' && !signal.aborted) socket.onmessage?.(new MessageEvent('message', { data: JSON.stringify(data) }))
      }
    } catch {
      // It ends as one that the server ends.
    }
    if (!signal.aborted) socket.onclose?.(new CloseEvent('close', { code: 1006 }))
  }

  function plan(): void {
    if (isPlanned) return
    isPlanned = true
    queueMicrotask(() => {
      isPlanned = false
      stream?.abort()
      if (isClosed || channels.size === 0) return
      stream = new AbortController()
      void run(stream)
    })
  }

  const socket: SignalSocket = {
    readyState: 1,
    onmessage: null,
    onclose: null,
    onerror: null,
    send(text) {
      const { action, channel } = JSON.parse(text) as { action: string; channel: string }
      if (action === 'subscribe') channels.add(channel)
      else channels.delete(channel)
      plan()
    },
    close() {
      isClosed = true
      stream?.abort()
    },
  }
  return socket
}
