import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * A connection that takes this much a second gets a large answer sooner as it is than compressed: compressing takes the server, and
 * decompressing the caller, about as long as sending the rest would.
 */
const fastBytesPerSecond = 40_000_000

/** What is smaller than this arrives at once on any connection, and tells nothing about it. */
const minBytes = 50_000

/** Through a proxy the connection to the caller may be slower than the one that is measured here. */
const proxyHeaders = ['x-forwarded-for', 'forwarded', 'via'] as const

/** Measures how fast connections take large answers, to tell those for which compression costs more time than it saves. */
export function createConnectionSpeeds(now: () => number = () => performance.now()) {
  const speeds = new WeakMap<Socket, number>()

  return {
    /** Whether the last large answer on the connection was taken quickly; false before there was one. */
    isFast({ socket, headers }: IncomingMessage): boolean {
      return (speeds.get(socket) ?? 0) >= fastBytesPerSecond && proxyHeaders.every(name => headers[name] === undefined)
    },
    /** Call when so many bytes are about to be sent. */
    measure({ socket }: IncomingMessage, response: ServerResponse, bytes: number): void {
      if (bytes < minBytes) return
      const began = now()
      // Once the last byte was handed to the operating system, whose buffers are small where a connection is slow.
      response.once('finish', () => void speeds.set(socket, (bytes / Math.max(now() - began, 0.001)) * 1000))
    },
  }
}
