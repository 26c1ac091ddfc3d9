import type { FastifyInstance } from 'fastify'
import { createFront } from '../http/front.ts'
import { createGate } from '../http/gate.ts'
import { securityHeaders, toDirectives } from '../http/security.ts'
import { createHttp } from '../http/server.ts'
import type { PerformanceRecorder } from '../operations/performance/performance.ts'
import type { Foundation } from './foundation.ts'
import type { PluginHost } from './plugin-host.ts'
import type { Development } from './start-options.ts'

/** The server's port: open from the first moment, behind a gate that holds requests until everything is set up. */
export interface OpenPort {
  /** Where plugins and pages mount their routes. */
  readonly http: FastifyInstance
  readonly number: number
  /** From now on requests are let in. */
  open(): void
  /** From now on load balancers may send requests here. */
  ready(): void
  /** Accepts no more requests, waits for those in flight, and closes the port. */
  drain(): Promise<void>
}

/** Listens before anything slow is done: a port that is in use is reported at once, and early requests wait instead of being refused. */
export async function openPort(
  { core: { app, backend }, listenHost, log, telemetry }: Foundation,
  {
    host,
    performance,
    development,
  }: {
    readonly host: PluginHost
    readonly performance: PerformanceRecorder
    readonly development: Development | undefined
  },
): Promise<OpenPort> {
  const gate = createGate({ waitMs: backend.lifecycle.startupRequestPauseTimeout })
  const { http, inner } = await createHttp({
    log,
    securityHeaders: securityHeaders({ csp: toDirectives(backend.csp), https: app.baseUrl.startsWith('https:') }),
    trustProxy: backend.trustProxy,
    cors: backend.cors,
    ownOrigins: [app.baseUrl, backend.baseUrl].map(url => new URL(url).origin),
    rateLimit: backend.rateLimit,
    openConnections: backend.openConnections,
    onFinished: measure => {
      telemetry.recordRequest(measure)
      performance.recordRequest(measure)
    },
    startSpan: telemetry.startRequestSpan,
    refuseFailedPlugin: host.refuseFailed,
  })
  const front = createFront({
    inner,
    gate,
    basePath: new URL(backend.baseUrl).pathname.replace(/\/$/, ''),
    healthHeaders: backend.health.headers,
    ...(backend.https && { tls: backend.https.certificate }),
    ...(development && { middleware: development }),
  })
  return {
    http,
    number: await front.listen(backend.listen.port, listenHost),
    open: gate.open,
    ready: gate.ready,
    async drain() {
      gate.close()
      await front.drain(backend.lifecycle.serverShutdownTimeout)
    },
  }
}
