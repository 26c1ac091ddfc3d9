import type { FastifyInstance } from 'fastify'
import type { Server } from 'node:http'
import { createFront } from '../http/front.ts'
import { createGate } from '../http/gate.ts'
import { securityHeaders, toDirectives } from '../http/security.ts'
import { createRateLimit } from '../http/limits.ts'
import { createOpenConnections } from '../http/open-connections.ts'
import { createPluginServers, type PluginServers } from '../http/plugin-servers.ts'
import { createHttp, type HttpOptions } from '../http/server.ts'
import type { PerformanceRecorder } from '../operations/performance/performance.ts'
import type { Foundation } from './foundation.ts'
import type { PluginHost } from './plugin-host.ts'
import type { Development } from './start-options.ts'

/** The server's port: open from the first moment, behind a gate that holds requests until everything is set up. */
export interface OpenPort {
  /** Where our plugins and the pages mount their routes. */
  readonly http: FastifyInstance
  /** Another one with the same settings, for the routes of a plugin from outside. */
  createServer(): Promise<{ readonly http: FastifyInstance; readonly inner: Server }>
  readonly servers: PluginServers
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
  const rateLimit = backend.rateLimit && (await createRateLimit(backend.rateLimit))
  const options: HttpOptions = {
    log,
    securityHeaders: securityHeaders({ csp: toDirectives(backend.csp), https: app.baseUrl.startsWith('https:') }),
    trustProxy: backend.trustProxy,
    cors: backend.cors,
    ownOrigins: [app.baseUrl, backend.baseUrl].map(url => new URL(url).origin),
    rateLimit,
    openConnections: createOpenConnections(backend.openConnections),
    onFinished: measure => {
      telemetry.recordRequest(measure)
      performance.recordRequest(measure)
    },
    startSpan: telemetry.startRequestSpan,
    refuseFailedPlugin: host.refuseFailed,
  }
  const { http, inner } = await createHttp(options)
  const servers = createPluginServers(inner)
  const others = new Set<FastifyInstance>()
  http.addHook('onClose', async () => void (await Promise.all([...others].map(each => each.close()))))
  async function createServer() {
    const made = await createHttp(options)
    others.add(made.http)
    made.http.addHook('onClose', async () => void others.delete(made.http))
    return made
  }
  const front = createFront({
    servers,
    gate,
    basePath: new URL(backend.baseUrl).pathname.replace(/\/$/, ''),
    healthHeaders: backend.health.headers,
    ...(backend.https && { tls: backend.https.certificate }),
    ...(development && { middleware: development }),
  })
  return {
    http,
    createServer,
    servers,
    number: await front.listen(backend.listen.port, listenHost),
    open: gate.open,
    ready: gate.ready,
    async drain() {
      gate.close()
      await front.drain(backend.lifecycle.serverShutdownTimeout)
    },
  }
}
