// @vitest-environment node
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEventStream } from './event-stream.ts'

function streamOf(chunks: readonly string[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk))
      controller.close()
    },
  })
}

async function read(chunks: readonly string[]) {
  const events = []
  for await (const event of readEventStream(streamOf(chunks))) events.push(event)
  return events
}

test('events have a name, and data over several lines; comments and empty ones are left out', async () => {
  const text = ': hello\n\nevent: log\nid: 7\ndata: {"a":\ndata: 1}\n\ndata:bare\n\nevent: empty\n\nretry: 10\n\ndata: cut off'
  expect(await read([text])).toEqual([
    { event: 'log', data: '{"a":\n1}' },
    { event: 'message', data: 'bare' },
  ])
})

test('the events are the same for any chunks and line endings', async () => {
  const text = 'event: a\ndata: één\n\ndata: 2\n\nevent: c\ndata: 3\n\n'
  const whole = await read([text])
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(text.length + 8), { maxLength: 6 }), fc.constantFrom('\n', '\r\n', '\r'), async (cuts, end) => {
      const source = text.replaceAll('\n', end)
      const offsets = [0, ...[...new Set(cuts)].sort((a, b) => a - b), source.length]
      const chunks = offsets.slice(1).map((offset, index) => source.slice(offsets[index], offset))
      // A stream that ends in a lone CR leaves its last event open: it could have been half of a line end.
      expect(await read([...chunks, end])).toEqual(whole)
    }),
    { numRuns: 200 },
  )
})
