import type { Config } from '../config/open.ts'
import type { GuestAccess } from '../config/reach.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../operations/create-log.ts'
import { createPerformanceRecorder } from '../operations/performance/performance.ts'
import { accessTokenPort, agentTokenPort, userAccessPort } from './access-tokens.ts'
import type { AccessTokenPort, AgentTokenPort, UserAccessPort } from './access-tokens.ts'
import { composeCore } from './compose.ts'
import { openCoreDatabase } from './core-database.ts'
import { createDiscovery } from './discovery.ts'
import { createInspection } from './create-inspection.ts'
import { openFoundation } from './foundation.ts'
import { guardAgainstStalls } from './guard-against-stalls.ts'
import { identityAway, identityPort, type IdentityPort } from './identity.ts'
import type { Inspection } from './inspection.ts'
import { mountMetrics } from './mount-metrics.ts'
import { mountPages } from './mount-pages.ts'
import { openPort } from './open-port.ts'
import { createPageRequests } from './page-requests.ts'
import { createPluginHost } from './plugin-host.ts'
import { createReadiness } from './readiness.ts'
import { followPlugins, tellReplicas } from '../packages/follow-plugins.ts'
import { createCurrentRoster, createLivePlugins } from '../packages/live-plugins.ts'
import { openStartRoster } from '../packages/open-start-roster.ts'
import { pluginOfStack } from '../packages/shared-modules.ts'
import { createServices, type CoreServices } from './services.ts'
import type { StartOptions } from './start-options.ts'

export interface RunningServer {
  readonly url: string
  readonly port: number
  readonly log: Log
  readonly config: Config
  readonly database: Database
  readonly inspection: Inspection
  readonly services: CoreServices
  readonly logFormat: 'json' | 'pretty'
  /** The database was made by this start. */
  readonly isFirstStart: boolean
  readonly guests: GuestAccess | undefined
  /** Ends the plugin from outside whose code threw an error that nobody caught. False where it was not one of them. */
  blame(error: unknown): Promise<boolean>
  /** Lets requests in flight finish, stops plugins and closes everything. May be called twice. */
  stop(): Promise<void>
}

function openRosterOf({
  plugins,
  pages,
  shared,
  isolated,
  cwd = process.cwd(),
  env = process.env,
  configFiles,
  example,
}: StartOptions): ReturnType<typeof openStartRoster> {
  return openStartRoster({ plugins, pages, shared, isolated, cwd, env, files: configFiles, example })
}

/** Starts the whole server: reads the config, listens, opens the database, sets the plugins up, and opens the gate. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const opened = await openRosterOf(options)
  const roster = createCurrentRoster(opened)
  const foundation = await openFoundation(options, roster.get)
  const { config, core, log, redactor, telemetry, folder, isExposed, instanceId } = foundation
  const { app, backend } = core
  for (const { id, error } of opened.absent) if (error !== undefined) log.error({ plugin: id }, `plugin '${id}' is not taken: ${error}`)
  const host = createPluginHost(opened, { log, isExposed })
  const development = await options.development?.(log)
  const performance = createPerformanceRecorder()
  const port = await openPort(foundation, { host, performance, development })
  const { http } = port
  const { database, closeDatabase } = await openCoreDatabase({
    backend,
    cwd: folder,
    log,
    onStatement: performance.recordStatement,
  }).catch(async (error: unknown) => {
    performance.stop()
    await port.drain()
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
    agentTokens: () => host.service<AgentTokenPort>(agentTokenPort.id),
    userAccess: () => host.service<UserAccessPort>(userAccessPort.id),
    identity: () => host.service<IdentityPort>(identityPort.id) ?? (host.offers(identityPort.id) ? identityAway : undefined),
  })
  const inspection = createInspection(foundation, {
    host,
    services,
    database,
    performance,
    installed: opened.installed,
    live: () => live,
    version: options.version,
  })
  const pageRequests = createPageRequests({ externalUrl: discovery.externalUrl, log })
  const shared = { config, core, port, services, database, discovery, telemetry, log }
  const { acceptIrreversible = false } = options
  const composed = await composeCore({
    ...shared,
    roster: roster.get,
    host,
    inspection,
    pageRequests,
    folder,
    isExposed,
    acceptIrreversible,
  }).catch(async (error: unknown) => {
    // The program ends now: the database is not left open.
    performance.stop()
    await port.drain()
    await closeDatabase()
    throw error
  })
  mountMetrics(http, { services, telemetry, enabled: backend.telemetry.prometheus })
  const readPackages = await mountPages(http, foundation, {
    webFolder: options.webFolder,
    development,
    tokens: services.tokens,
    discovery,
    pageRequests,
    outside: () => roster.get().outside.values(),
    off: () => opened.off.map(({ id }) => id),
  })
  async function onChanged(): Promise<void> {
    await readPackages()
    await tellReplicas(database, instanceId)
  }
  const live = createLivePlugins({ roster, reopen: opened.reopen, config, host, servers: port.servers, composed, log, onChanged })
  await http.ready()
  const readiness = createReadiness({ database, listener: services.listener, log, onReady: port.ready })
  port.open()
  await readiness.start()
  const stopWatchdog = await guardAgainstStalls(foundation, { services, inspection, isOn: options.watchdog === true })
  await services.start()
  await host.start()
  void host.warmUp().then(readiness.warm)
  const stopFollowing = followPlugins({ live, config, installed: opened.installed, listener: services.listener, instanceId, log })

  let stopping: Promise<void> | undefined
  async function stop(): Promise<void> {
    await stopWatchdog()
    await stopFollowing()
    config.close()
    readiness.stop()
    await port.drain()
    await services.stop()
    await host.stop()
    await http.close()
    await closeDatabase()
    performance.stop()
    await telemetry.shutdown()
    await log.flush()
  }
  async function blame(error: unknown): Promise<boolean> {
    const id = error instanceof Error ? pluginOfStack(error.stack ?? '') : undefined
    return id !== undefined && (await host.fail(id, error))
  }
  const url = `http${backend.https ? 's' : ''}://localhost:${port.number}`
  const { logFormat, guests } = foundation
  const running = {
    url,
    port: port.number,
    log,
    logFormat,
    config,
    database,
    inspection,
    services,
    isFirstStart: composed.isFirstStart,
    guests,
  }
  return { ...running, blame, stop: () => (stopping ??= stop()) }
}
