/** One event as it came over the wire. */
export interface ServerSentEvent {
  readonly event: string
  readonly data: string
  readonly id: string | undefined
}

/** Reads a `text/event-stream` body event by event, however the bytes are cut. */
export async function* readEventStream(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ServerSentEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let buffer = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      buffer += value
      // A lone CR at the end may be half of a CRLF: it is looked at with the next piece.
      const complete = buffer.endsWith('\r') ? buffer.slice(0, -1) : buffer
      const blocks = complete.replace(/\r\n?/g, '\n').split('\n\n')
      buffer = blocks.pop()! + (buffer.endsWith('\r') ? '\r' : '')
      for (const block of blocks) {
        const event = toEvent(block)
        if (event) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function toEvent(block: string): ServerSentEvent | undefined {
  let event = 'message'
  let id: string | undefined
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^([^:]+)(?:: ?(.*))?$/.exec(line) ?? []
    if (field === 'event') event = value
    else if (field === 'data') data.push(value)
    else if (field === 'id') id = value
  }
  return data.length > 0 ? { event, data: data.join('\n'), id } : undefined
}
