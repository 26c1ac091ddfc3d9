import { notAllowedError } from '@portico/core/common'
import type { FastifyInstance } from 'fastify'
import path from 'node:path'
import type { Config } from '../config/open.ts'
import type { CoreConfig } from '../config/core-config.ts'
import type { AppSection } from '../config/sections/app-section.ts'
import type { Database } from '../database/database.ts'
import { migrateEach } from '../database/migrate.ts'
import { createActionDirectory } from '../http/action-directory.ts'
import { createPluginClient } from '../http/plugin-client.ts'
import type { Logger } from '../operations/log.ts'
import type { Telemetry } from '../operations/telemetry.ts'
import type { UserTokens } from '../tokens/user-tokens.ts'
import type { Discovery } from './discovery.ts'
import { identityPort } from './identity.ts'
import type { Inspection } from './inspection.ts'
import { mountPlugin } from './mount-plugin.ts'
import { servicesOf } from './order.ts'
import type { PageRequests } from './page-requests.ts'
import { createPermissionDirectory } from './permission-directory.ts'
import { createPermissions, permissionPort, type PermissionPort } from './permissions.ts'
import type { PluginHost, PreparedCore } from './plugin-host.ts'
import { PluginOff } from './plugin-off.ts'
import { portalSchemas } from './portal-schemas.ts'
import { migrateOutside } from '../packages/migrate-outside.ts'
import { boundCore } from '../packages/outside-core.ts'
import { workWithRole } from '../packages/outside-work.ts'
import { createOutgoing } from '../packages/outgoing.ts'
import type { Roster } from '../packages/roster.ts'
import type { ServerPlugin } from './plugin.ts'
import type { CoreServices } from './services.ts'

export interface Composition {
  readonly roster: Roster
  readonly host: PluginHost
  readonly config: Config
  readonly core: CoreConfig
  readonly http: FastifyInstance
  readonly services: CoreServices
  readonly database: Database
  readonly discovery: Discovery
  readonly telemetry: Telemetry
  readonly log: Logger
  readonly inspection: Inspection
  readonly pageRequests: PageRequests
  readonly folder: string
  readonly isExposed: boolean
  /** Whether the operator consents to migrations that cannot be undone. */
  readonly acceptIrreversible: boolean
}

/** What plugins declare that others may look up. */
interface Directories {
  readonly permissions: ReturnType<typeof createPermissionDirectory>
  readonly actions: ReturnType<typeof createActionDirectory>
}

/** Migrates the database and sets every plugin up with its own view of the core. Says whether the database was empty before. */
export async function composeCore(composition: Composition): Promise<{ readonly isFirstStart: boolean }> {
  const { database, log, host, config } = composition
  const { plugins, outside } = composition.roster
  const { version } = composition.inspection
  const isGiven = composition.acceptIrreversible || composition.core.backend.database.acceptIrreversible === version
  const migrating = { log, consent: { isGiven, version } }
  const ours = plugins.filter(({ id }) => !outside.has(id))
  const { failures, isNew } = await migrateEach(database, portalSchemas(ours), migrating)
  const ofCore = failures.get('core')
  if (ofCore) throw ofCore

  const directories = { permissions: createPermissionDirectory(plugins), actions: createActionDirectory(host.isFailed) }
  mountApp(composition, directories)
  host.discardWith(composition.services.discard)
  await host.setup(async plugin => {
    const mistakes = config.mistakesOf(plugin.id)
    if (mistakes.length > 0) throw new PluginOff('config', mistakes.join('; '))
    const failure = failures.get(plugin.id)
    if (failure) throw new PluginOff('database', failure.message)
    const other = outside.get(plugin.id)
    const role = other && (await migrateOutside(other, database, migrating))
    const core = coreFor(plugin, composition, directories, role)
    return other ? boundCore(core, other, () => host.isFailed(plugin.id)) : core
  })
  return { isFirstStart: isNew }
}

/** The web app is not a plugin, but has the routes that every plugin has, above all the cookie. */
function mountApp(composition: Composition, directories: Directories): void {
  mount('app', undefined, composition, directories)
}

function mount(id: string, plugin: ServerPlugin | undefined, composition: Composition, directories: Directories) {
  const { host, services, ...rest } = composition
  const permissions = createPermissions({
    pluginId: id,
    // Read each time: the config may change while the server runs.
    enabled: () => rest.config.get('permission.enabled') === true,
    port: () => host.service<PermissionPort>(permissionPort.id),
    directory: directories.permissions,
  })
  const { implement, actions } = mountPlugin({
    id,
    version: rest.inspection.version,
    log: rest.log.child({ plugin: id }),
    http: rest.http,
    gate: () => host.gate(id),
    authenticator: services.authenticator,
    tokens: services.tokens,
    discovery: rest.discovery,
    permissions,
    declarations: plugin?.permissions,
    tasks: {
      list: () => services.scheduler.list(id),
      trigger: taskId => services.scheduler.trigger(id, taskId),
      cancel: taskId => services.scheduler.cancel(id, taskId),
    },
  })
  directories.actions.add(id, actions)
  return { implement, actions, permissions }
}

function coreFor(plugin: ServerPlugin, composition: Composition, directories: Directories, role: string | undefined): PreparedCore {
  const { config, services, telemetry, database, discovery, inspection } = composition
  const { id } = plugin
  const tokens = services.tokens.forPlugin(id)
  const sections = Object.keys((plugin.config ?? {}) as object)
  const { implement, actions, permissions } = mount(id, plugin, composition, directories)
  return {
    config: Object.fromEntries(sections.map(section => [section, config.get(section)])),
    onConfig: (section, run, keys) => void config.onChange(section, run as (value: unknown) => void | Promise<void>, keys),
    log: composition.log.child({ plugin: id }),
    db: database.forSchema(id, role),
    implement,
    actions,
    work: {
      scheduler: services.scheduler.forPlugin(id),
      ...workWithRole({ jobs: services.jobs.forPlugin(id), events: services.events.forPlugin(id) }, role),
      workers: services.workers,
      notifications: services.listener,
      connection: { ...database.clientConfig, ...(role !== undefined && { options: `-c role=${role}` }) },
      recordStatement: database.recorderOf(id),
      partStore: options => database.partStore({ ...options, schema: id }, role),
    },
    security: {
      permissions,
      isAuthenticationEnabled: !composition.core.backend.auth.dangerouslyDisableDefaultAuthPolicy,
      permissionDirectory: directories.permissions,
      audit: services.audit.forPlugin(id),
      tokens,
      userTokens: servicesOf(plugin.provides).includes(identityPort.id) ? services.tokens.userTokens : refusedUserTokens(id),
    },
    telemetry: { meter: telemetry.meter(id), tracer: telemetry.tracer(id) },
    server: {
      client: createPluginClient({ discovery, tokens }),
      discovery,
      actions: directories.actions,
      fetch: createOutgoing(composition.roster.outside.get(id)?.package.manifest.hosts ?? [], composition.core.backend.reading.allow),
      appTitle: () => (config.get('app') as AppSection).title,
      inspection,
      isExposed: composition.isExposed,
      onPageRequest: composition.pageRequests.on,
      onPageConfig: composition.pageRequests.onConfig,
      folder: composition.folder,
      dataFolder: path.resolve(composition.folder, composition.core.backend.dataFolder),
      readable: composition.core.backend.reading.allow,
    },
  }
}

function refusedUserTokens(id: string): UserTokens {
  const refuse = async () => {
    throw notAllowedError(`The plugin '${id}' may not issue user tokens: it does not provide the identity port`)
  }
  return { issue: refuse, publicKeys: refuse, userAccess: () => undefined }
}
