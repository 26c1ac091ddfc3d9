import type { FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { recheck } from './recheck.ts'

/** The close code of a WebSocket whose peer is no longer authorised. */
const policyViolated = 1008
const maxWaitingBytes = 4 * 2 ** 20

/**
 * What makes a route pass WebSockets on. The far end is connected before the handshake is answered, so that a refusal is an HTTP status;
 * then frames go both ways, and one side waits for the other.
 */
export function tunnelOptions(connect: (request: FastifyRequest) => unknown, admit: (request: FastifyRequest) => Promise<unknown>) {
  const far = new WeakMap<FastifyRequest, WebSocket>()
  return {
    preHandler: async (request: FastifyRequest) => {
      if (request.ws) far.set(request, (await connect(request)) as WebSocket)
    },
    wsHandler: (near: WebSocket, request: FastifyRequest) => {
      const end = far.get(request)
      if (!end) return near.close(1011)
      const stop = recheck(
        () => admit(request),
        () => near.close(policyViolated),
      )
      near.on('close', stop)
      relay(near, end)
      relay(end, near)
      // What the far end has sent since it was connected.
      end.resume()
    },
  }
}

function relay(from: WebSocket, to: WebSocket): void {
  from.on('message', (data, isBinary) => {
    if (to.readyState !== to.OPEN) return
    const isFull = to.bufferedAmount > maxWaitingBytes
    if (isFull) from.pause()
    to.send(data, { binary: isBinary }, () => isFull && from.resume())
  })
  from.on('close', (code, reason) => {
    if (isSendable(code)) to.close(code, reason)
    else to.terminate()
  })
  from.on('error', () => to.terminate())
}

/** Codes that say how a connection ended without one are never sent. */
function isSendable(code: number): boolean {
  return code === 1000 || (code >= 1001 && code <= 1014 && ![1004, 1005, 1006].includes(code)) || (code >= 3000 && code <= 4999)
}
