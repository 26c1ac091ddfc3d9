import type { RouteSpec } from '@portico/core/common'
import type { WebSocket } from 'ws'
import type { Logger } from '../operations/log.ts'
import type { Socket } from './handler.ts'
import { parseOutsideJson } from './json-body.ts'

const pingEveryMs = 30_000

/** The server's end of a WebSocket: messages are checked, a peer that stops answering is closed. */
export function createSocket(socket: WebSocket, { receive }: NonNullable<RouteSpec['socket']>, log: Logger): Socket {
  let alive = true
  const ping = setInterval(() => {
    if (!alive) return socket.terminate()
    alive = false
    socket.ping()
  }, pingEveryMs)
  ping.unref()
  socket.on('pong', () => void (alive = true))
  socket.on('close', () => clearInterval(ping))
  socket.on('error', error => log.debug({ error }, 'web socket failed'))

  return {
    send: message => void (socket.readyState === socket.OPEN && socket.send(JSON.stringify(message))),
    onMessage(run) {
      socket.on('message', (data, isBinary) => {
        const message = isBinary ? undefined : parseOutsideJson(String(data))
        const parsed = message === undefined ? undefined : receive.safeParse(message)
        if (!parsed?.success) return
        void Promise.resolve(run(parsed.data)).catch((error: unknown) => log.error({ error }, 'web socket message failed'))
      })
    },
    onClose: run => void socket.on('close', run),
    close: (code, reason) => socket.close(code, reason),
  }
}
