import type { Handlers, Principal } from '@portico/core/server'
import type { signalsApi } from '@portico/signals/common'
import { guestRef, type Connections } from './connections.ts'
import { servicesReceiveNothing, tooManyConnections } from './errors.ts'
import type { Ownership } from './ownership.ts'
import { createStream } from './stream.ts'

interface RouteDependencies {
  readonly connections: Connections
  readonly ownership: Pick<Ownership, 'look'>
  readonly maxConnections: number
}

const tryAgainLater = 1013
const policyViolated = 1008

/** The routes by which pages are connected. */
export function signalsRoutes({ connections, ownership, maxConnections }: RouteDependencies): Handlers<typeof signalsApi> {
  function isFull(user: string): boolean {
    if (connections.size() >= maxConnections) return true
    return user === guestRef && connections.guests() >= Math.ceil(maxConnections / 2)
  }

  return {
    connect({ caller, query, socket }) {
      if (caller.type === 'service') return socket.close(policyViolated, servicesReceiveNothing().message)
      const user = refOf(caller)
      if (isFull(user)) return socket.close(tryAgainLater, tooManyConnections().message)
      const connection = connections.open(user, { send: socket.sendText, close: socket.close }, query.sinceMs)
      socket.onMessage(({ action, channel }) => connection[action](channel))
      socket.onClose(connection.leave)
      void ownership.look(user)
    },
    streamSignals({ caller, query, signal }) {
      if (caller.type === 'service') throw servicesReceiveNothing()
      const user = refOf(caller)
      if (isFull(user)) throw tooManyConnections()
      const stream = createStream(signal, () => connection.leave())
      const connection = connections.open(user, stream.receiver)
      query.channel.forEach(connection.subscribe)
      signal.addEventListener('abort', connection.leave, { once: true })
      void ownership.look(user)
      return stream.events()
    },
    getHealth: () => ({ status: 'ok' as const }),
  }
}

function refOf(caller: Principal): string {
  return caller.type === 'user' ? caller.userEntityRef : guestRef
}
