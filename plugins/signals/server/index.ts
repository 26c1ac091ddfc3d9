import { defineServerPlugin, identityPort } from '@portico/core/server'
import { signalsApi } from '@portico/signals/common'
import { signalsSections } from './config.ts'
import { createConnections } from './connections.ts'
import { createOwnership } from './ownership.ts'
import { signalsPublished } from './publish.ts'
import { signalsRoutes } from './routes.ts'

export { signalsOn, type Signal, type Signals } from './publish.ts'

/** Not 1000 or 1001, after which clients stay away: they connect again, to another server if there is one. */
const serviceRestart = 1012

/** Carries messages to open pages as they happen, whichever server a page is connected to. */
export const signalsPlugin = defineServerPlugin({
  id: 'signals',
  config: signalsSections,
  uses: { identity: identityPort },
  setup({ config, log, implement, onStart, onStop, work: { events }, telemetry: { meter } }, { identity }) {
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

    implement(signalsApi, signalsRoutes({ connections, ownership, maxConnections: config.signals.maxConnections }))
  },
})
