import type { RouteSpec } from '@portico/core/common'
import type { WebSocket } from 'ws'
import type { Logger } from '../operations/log.ts'
import type { Socket } from './handler.ts'
import { parseMessage } from './json-body.ts'
import { everyHalfMinute } from './timer-wheel.ts'

/** What may wait to be sent to one peer. */
const maxBufferedBytes = 1_000_000

/** Frames that a peer may send at once, and on average. */
const frameBurst = 500
const framesPerSecond = 50
/** The close code of a peer that breaks a rule. */
const policyViolated = 1008

/** The server's end of a WebSocket: messages are checked, a peer that stops answering or reads too slowly is disconnected, as is one that floods. */
export function createSocket(socket: WebSocket, { receive }: NonNullable<RouteSpec['socket']>, log: Logger): Socket {
  let alive = true
  const stopPings = everyHalfMinute(() => {
    if (!alive) return socket.terminate()
    alive = false
    socket.ping()
  })
  socket.on('pong', () => void (alive = true))
  socket.on('close', stopPings)
  socket.on('error', error => log.debug({ error }, 'web socket failed'))

  function sendText(json: string): void {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount <= maxBufferedBytes) return socket.send(json)
    log.warn({ bufferedBytes: socket.bufferedAmount }, 'a web socket whose peer reads too slowly was dropped')
    socket.terminate()
  }

  const isWithinRate = createFrameRate()

  return {
    send: message => sendText(JSON.stringify(message)),
    sendText,
    onMessage(run) {
      socket.on('message', (data, isBinary) => {
        if (!isWithinRate()) return socket.close(policyViolated, 'Too many messages')
        const message = isBinary ? undefined : parseMessage(String(data))
        const parsed = message === undefined ? undefined : receive.safeParse(message)
        if (!parsed?.success) return
        void Promise.resolve(run(parsed.data)).catch((error: unknown) => log.error({ error }, 'web socket message failed'))
      })
    },
    onClose: run => void socket.on('close', run),
    close: (code, reason) => socket.close(code, reason),
  }
}

/** A token bucket: true while the peer sends no more than it may. */
function createFrameRate(): () => boolean {
  let left = frameBurst
  let countedAt = Date.now()
  return () => {
    const now = Date.now()
    left = Math.min(frameBurst, left + ((now - countedAt) / 1000) * framesPerSecond)
    countedAt = now
    if (left < 1) return false
    left -= 1
    return true
  }
}
