import { defineServerPlugin, identityPort, type Principal } from '@portico/core/server'
import { signalsApi } from '@portico/signals/common'
import { signalsSections } from './config.ts'
import { createConnections, guestRef } from './connections.ts'
import { servicesReceiveNothing, tooManyConnections } from './errors.ts'
import { createOwnership } from './ownership.ts'
import { signalsPublished } from './publish.ts'
import { createStream } from './stream.ts'

export { signalsOn, type Signal, type Signals } from './publish.ts'

/** Not 1000 or 1001, after which clients stay away: they connect again, to another server if there is one. */
const serviceRestart = 1012
const tryAgainLater = 1013
const policyViolated = 1008

/** Carries messages to open pages as they happen, whichever server a page is connected to. */
export const signalsPlugin = defineServerPlugin({
  id: 'signals',
  config: signalsSections,
  uses: { identity: identityPort },
  setup({ config, log, implement, onStart, onStop, work: { events }, telemetry: { meter } }, { identity }) {
    const { maxConnections } = config.signals
    const connections = createConnections()
    const ownership = createOwnership({ connections, identity, log })
    events.listen([signalsPublished], ({ payload }) => {
      const signals = 'signals' in payload ? payload.signals : [payload.eventPayload]
      for (const signal of signals) void connections.deliver(signal)
    })
    meter
      .createObservableGauge('signals.connections', { description: 'Open connections of pages' })
      .addCallback(observer => observer.observe(connections.size()))
    onStart(ownership.start)
    onStop(() => {
      ownership.stop()
      connections.closeAll(serviceRestart, 'The server is stopping')
    })

    function isFull(user: string): boolean {
      if (connections.size() >= maxConnections) return true
      return user === guestRef && connections.guests() >= Math.ceil(maxConnections / 2)
    }

    implement(signalsApi, {
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
    })
  },
})

function refOf(caller: Principal): string {
  return caller.type === 'user' ? caller.userEntityRef : guestRef
}
