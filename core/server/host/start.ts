import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { followCoreConfig, readCoreConfig, sectionClaims } from '../config/core-config.ts'
import { openConfig, type Config } from '../config/open.ts'
import type { Database } from '../database/database.ts'
import { createFront, type FrontMiddleware } from '../http/front.ts'
import { createGate } from '../http/gate.ts'
import { contentSecurityPolicy, securityHeaders, type CspDirectives } from '../http/security.ts'
import { createHttp } from '../http/server.ts'
import { createAppProtection } from '../http/app-protection.ts'
import { mountWebApp } from '../http/web-app.ts'
import { createLog, type Log } from '../operations/create-log.ts'
import { createRedactor } from '../operations/redactor.ts'
import { createTelemetry } from '../operations/telemetry.ts'
import { accessTokenPort, type AccessTokenPort } from './access-tokens.ts'
import { createPluginHost } from './plugin-host.ts'
import { composeCore } from './compose.ts'
import { openCoreDatabase } from './core-database.ts'
import { createDiscovery } from './discovery.ts'
import type { Inspection } from './inspection.ts'
import { mountMetrics } from './mount-metrics.ts'
import { inOrderOfUse } from './order.ts'
import type { ServerPlugin } from './plugin.ts'
import { createServices, type CoreServices } from './services.ts'

export interface StartOptions {
  readonly plugins: readonly ServerPlugin[]
  readonly version: string
  /** The folder of the built web app; without it only the API is served. */
  readonly webFolder?: string | undefined
  readonly cwd?: string
  /** Config files by name, instead of the usual ones. */
  readonly configFiles?: readonly string[] | undefined
  readonly env?: Readonly<Record<string, string | undefined>>
  /** For development: what looks at page requests first. */
  readonly development?: (
    log: Log,
  ) => Promise<FrontMiddleware & { transform(url: string, html: string): Promise<string>; readonly template: string }>
  /** For tests: lines go there instead of to standard output. */
  readonly logTo?: { write(line: string): unknown }
}

export interface RunningServer {
  readonly url: string
  readonly port: number
  readonly log: Log
  readonly config: Config
  readonly database: Database
  readonly inspection: Inspection
  readonly services: CoreServices
  /** Lets requests under way finish, stops plugins and closes everything. May be called twice. */
  stop(): Promise<void>
}

/** Starts the whole server: reads the config, listens, opens the database, sets the plugins up, and opens the gate. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { env = process.env, cwd = process.cwd() } = options
  const plugins = inOrderOfUse(options.plugins)
  const config = await openConfig({ cwd, env, sections: sectionClaims(plugins), ...(options.configFiles && { args: options.configFiles }) })
  const core = readCoreConfig(config)
  const { backend, app } = core
  const redactor = createRedactor()
  redactor.add(config.secrets())
  config.onReload(() => redactor.add(config.secrets()))
  followCoreConfig(config)
  const log = createLog({
    level: backend.log.level,
    format: process.stdout.isTTY && !options.logTo ? 'pretty' : 'json',
    redact: redactor,
    ...(options.logTo && { destination: options.logTo }),
  })
  for (const warning of config.warnings) log.warn(warning)
  const instanceId = randomUUID()
  const telemetry = await createTelemetry({
    serviceName: 'portico',
    version: options.version,
    instanceId,
    prometheus: backend.telemetry.prometheus,
    log,
    ...(backend.telemetry.otlp && {
      otlp: {
        url: backend.telemetry.otlp.endpoint,
        headers: backend.telemetry.otlp.headers,
        sampleRatio: backend.telemetry.otlp.sampleRatio,
      },
    }),
  })

  const host = createPluginHost(plugins, log)
  const gate = createGate({ waitMs: backend.lifecycle.startupRequestPauseTimeout })
  const csp = toDirectives(backend.csp)
  const { http, inner } = await createHttp({
    log,
    securityHeaders: securityHeaders({ csp, https: app.baseUrl.startsWith('https:') }),
    trustProxy: backend.trustProxy,
    cors: backend.cors,
    rateLimit: backend.rateLimit,
    onFinished: telemetry.recordRequest,
    startSpan: telemetry.startRequestSpan,
    refuseFailedPlugin: host.refuseFailed,
  })
  const development = await options.development?.(log)
  const front = createFront({
    inner,
    gate,
    healthHeaders: backend.health.headers,
    ...(backend.https && { tls: backend.https.certificate }),
    ...(development && { middleware: development }),
  })
  // Before anything slow: a taken port is said at once, and early requests wait instead of being refused.
  const port = await front.listen(backend.listen.port, backend.listen.host ?? defaultHost(backend.baseUrl))

  const { database, closeDatabase } = await openCoreDatabase({ backend, cwd, log }).catch(async (error: unknown) => {
    await front.drain(0)
    throw error
  })
  telemetry.observePool(database.pool)
  const discovery = createDiscovery(backend.baseUrl, core.discovery.endpoints, app.baseUrl)
  const services = createServices({
    core,
    database,
    discovery,
    log,
    redactor,
    accessTokens: () => host.service<AccessTokenPort>(accessTokenPort.id),
  })
  const inspection: Inspection = {
    plugins: host.statuses,
    configWarnings: () => config.warnings,
    configChanges: config.changes,
    tasks: services.scheduler.listAll,
    triggerTask: services.scheduler.trigger,
    version: options.version,
    startedAt: new Date(),
    instanceId,
  }
  await composeCore({ plugins, host, config, core, http, services, database, discovery, telemetry, log, inspection, folder: cwd })
  mountMetrics(http, { services, telemetry, enabled: backend.telemetry.prometheus })
  const webFolder =
    options.webFolder !== undefined && existsSync(path.join(options.webFolder, 'index.html')) ? options.webFolder : undefined
  if (webFolder !== undefined || development) {
    await mountWebApp(http, {
      folder: webFolder ?? '',
      basePath: new URL(app.baseUrl).pathname.replace(/\/$/, ''),
      config: () => config.frontend(),
      policy: nonce => contentSecurityPolicy(csp, { nonce, connect: otherOrigins(app.baseUrl, [backend.baseUrl]) }),
      ...(development && { development }),
      ...(app.protected &&
        webFolder !== undefined && {
          protection: createAppProtection({
            tokens: services.tokens,
            folder: webFolder,
            baseUrl: discovery.externalUrl('app'),
            appUrl: app.baseUrl,
          }),
        }),
    })
  }
  await http.ready()
  gate.open()
  await services.start()
  await host.start()
  config.watch(log)

  let stopping: Promise<void> | undefined
  async function stop(): Promise<void> {
    gate.close()
    config.close()
    await front.drain(backend.lifecycle.serverShutdownTimeout)
    await services.stop()
    await host.stop()
    await http.close()
    await closeDatabase()
    await telemetry.shutdown()
    await log.flush()
  }
  return {
    url: `http${backend.https ? 's' : ''}://localhost:${port}`,
    port,
    log,
    config,
    database,
    inspection,
    services,
    stop: () => (stopping ??= stop()),
  }
}

/** A portal that calls itself localhost is for this machine only: a guest in development should not be a guest from the whole network. */
function defaultHost(baseUrl: string): string | undefined {
  return new URL(baseUrl).hostname === 'localhost' ? '127.0.0.1' : undefined
}

/** A text of several sources is split; `false` removes a directive. */
function toDirectives(csp: Readonly<Record<string, string | readonly string[] | false>> | undefined): CspDirectives {
  return Object.fromEntries(
    Object.entries(csp ?? {}).map(([name, value]) => [name, typeof value === 'string' ? value.split(/\s+/) : value]),
  )
}

/** Where the page calls besides its own origin. */
function otherOrigins(appUrl: string, urls: readonly string[]): string[] {
  const own = new URL(appUrl).origin
  return [...new Set(urls.map(url => new URL(url).origin))].filter(origin => origin !== own)
}
