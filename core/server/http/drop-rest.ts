import type { IncomingMessage } from 'node:http'

const maxBytes = 16 * 2 ** 20
const maxMs = 5_000

/**
 * Reads and drops what is left of a body that is refused, within bounds of size and time. A connection that is closed with unread bytes is
 * reset, and a proxy in between then tells of a bad gateway instead of the refusal.
 */
export async function dropRest(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return
  await new Promise<void>(resolve => {
    let left = maxBytes
    const timer = setTimeout(finish, maxMs)
    function onData(chunk: Buffer): void {
      left -= chunk.length
      if (left < 0) finish()
    }
    function finish(): void {
      clearTimeout(timer)
      request.off('data', onData).off('end', finish).off('close', finish).pause()
      resolve()
    }
    request.unpipe()
    request.on('data', onData).once('end', finish).once('close', finish).resume()
  })
}
