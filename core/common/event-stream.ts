import { createParser } from 'eventsource-parser'

/** The bytes of a response as they come: the `body` of the browser's `Response` and of Node's. */
export interface ByteStream {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>
    cancel(): Promise<void>
  }
}

/** One event as it came over the wire. */
export interface ServerSentEvent {
  readonly event: string
  readonly data: string
}

/** Reads a `text/event-stream` body event by event. Leaving the loop ends the request. */
export async function* readEventStream(body: ByteStream): AsyncGenerator<ServerSentEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let received: ServerSentEvent[] = []
  const parser = createParser({ onEvent: ({ event = 'message', data }) => void received.push({ event, data }) })
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      const events = received
      received = []
      yield* events
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
