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
import type { ServerInspection } from './create-inspection.ts'
import { identityPort } from './identity.ts'
import { mountPlugin } from './mount-plugin.ts'
import { servicesOf } from './order.ts'
import type { PageRequests } from './page-requests.ts'
import { createPermissionDirectory } from './permission-directory.ts'
import { createPermissions, permissionPort, type PermissionPort } from './permissions.ts'
import type { OpenPort } from './open-port.ts'
import type { PluginHost, PreparedCore, PreparedPlugin } from './plugin-host.ts'
import { createRegistrations, observing, type Registrations } from './registrations.ts'
import { PluginOff } from './plugin-off.ts'
import { portalSchemas } from './portal-schemas.ts'
import { migrateOutside } from '../packages/migrate-outside.ts'
import { boundCore } from '../packages/outside-core.ts'
import type { OutsidePlugin } from '../packages/outside-plugin.ts'
import { workWithRole } from '../packages/outside-work.ts'
import { createOutgoing } from '../packages/outgoing.ts'
import type { Roster } from '../packages/roster.ts'
import type { ServerPlugin } from './plugin.ts'
import type { CoreServices } from './services.ts'

export interface Composition {
  /** As it is now: plugins from outside come and go. */
  readonly roster: () => Roster
  readonly host: PluginHost
  readonly config: Config
  readonly core: CoreConfig
  readonly port: Pick<OpenPort, 'http' | 'createServer' | 'servers'>
  readonly services: CoreServices
  readonly database: Database
  readonly discovery: Discovery
  readonly telemetry: Telemetry
  readonly log: Logger
  readonly inspection: ServerInspection
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

/** Checks what can be known of a plugin from outside before it is set up, and brings its tables up to date. Returns its database role, and throws why it cannot run. */
export type CheckOutside = (other: OutsidePlugin) => Promise<string | undefined>

export interface ComposedCore {
  /** The database was empty before. */
  readonly isFirstStart: boolean
  readonly directory: Directories['permissions']
  readonly check: CheckOutside
}

/** Migrates the database and sets every plugin up with its own view of the core. */
export async function composeCore(composition: Composition): Promise<ComposedCore> {
  const { database, log, host, config } = composition
  const { plugins, outside } = composition.roster()
  const { version } = composition.inspection
  const isGiven = composition.acceptIrreversible || composition.core.backend.database.acceptIrreversible === version
  const migrating = { log, consent: { isGiven, version } }
  const ours = plugins.filter(({ id }) => !outside.has(id))
  const { failures, isNew } = await migrateEach(database, portalSchemas(ours), migrating)
  const ofCore = failures.get('core')
  if (ofCore) throw ofCore

  const directories = { permissions: createPermissionDirectory(plugins), actions: createActionDirectory(host.isFailed) }
  mountApp(composition, directories)

  function refuseMistakes(id: string): void {
    const mistakes = config.mistakesOf(id)
    if (mistakes.length > 0) throw new PluginOff('config', mistakes.join('; '))
  }
  async function check(other: OutsidePlugin): Promise<string | undefined> {
    refuseMistakes(other.plugin.id)
    other.running.fail = error => void host.fail(other.plugin.id, error)
    return migrateOutside(other, database, migrating)
  }
  await host.setup(async (plugin, other) => {
    if (other) return prepareOutside(other, composition, directories, await check(other))
    refuseMistakes(plugin.id)
    const failure = failures.get(plugin.id)
    if (failure) throw new PluginOff('database', failure.message)
    const registrations = createRegistrations(plugin.id)
    const core = coreFor(plugin, { ...composition, http: composition.port.http }, { directories, registrations, hosts: [] })
    return { core, registrations, open: async () => {} }
  })
  return { isFirstStart: isNew, directory: directories.permissions, check }
}

/** A plugin from outside has a server of routes of its own, which can be taken away with it. */
async function prepareOutside(
  other: OutsidePlugin,
  composition: Composition,
  directories: Directories,
  role: string | undefined,
): Promise<PreparedPlugin> {
  const { plugin, package: found } = other
  const { servers, createServer } = composition.port
  const { http, inner } = await createServer()
  const registrations = createRegistrations(plugin.id)
  registrations.add(() => http.close())
  registrations.add(() => servers.remove(plugin.id))
  registrations.add(() => directories.permissions.drop(plugin.id))
  registrations.add(() => directories.actions.drop(plugin.id))
  const core = coreFor(plugin, { ...composition, http }, { directories, registrations, hosts: found.manifest.hosts, role })
  return {
    core: boundCore(core, other),
    registrations,
    async open() {
      await http.ready()
      servers.put(plugin.id, inner)
    },
  }
}

/** The web app is not a plugin, but has the routes that every plugin has, above all the cookie. */
function mountApp(composition: Composition, directories: Directories): void {
  mount('app', undefined, { ...composition, http: composition.port.http }, directories)
}

type Mounting = Composition & { readonly http: FastifyInstance }

function mount(id: string, plugin: ServerPlugin | undefined, composition: Mounting, directories: Directories) {
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

function coreFor(
  plugin: ServerPlugin,
  composition: Mounting,
  own: {
    readonly directories: Directories
    readonly registrations: Registrations
    readonly hosts: readonly string[]
    readonly role?: string | undefined
  },
): PreparedCore {
  const { config, services, telemetry, database, discovery, inspection } = composition
  const { directories, registrations, role } = own
  const { open, undone } = registrations
  const { id } = plugin
  const tokens = services.tokens.forPlugin(id)
  const sections = Object.keys((plugin.config ?? {}) as object)
  const { implement, actions, permissions } = mount(id, plugin, composition, directories)
  return {
    config: Object.fromEntries(sections.map(section => [section, config.get(section)])),
    onConfig: undone((section: string, run: unknown, keys?: readonly string[]) =>
      config.onChange(section, run as (value: unknown) => void | Promise<void>, keys),
    ),
    log: composition.log.child({ plugin: id }),
    db: database.forSchema(id, role),
    implement: open(implement) as typeof implement,
    actions: { register: open(actions.register) as typeof actions.register, offer: open(actions.offer) },
    work: {
      ...workFor(id, services, registrations, role),
      workers: services.workers,
      expressions: services.expressions,
      notifications: { on: undone(services.listener.on) },
      connection: { ...database.clientConfig, ...(role !== undefined && { options: `-c role=${role}` }) },
      recordStatement: database.recorderOf(id),
      partStore: options => database.partStore({ ...options, schema: id }, role),
    },
    security: {
      permissions,
      isAuthenticationEnabled: !composition.core.backend.auth.dangerouslyDisableDefaultAuthPolicy,
      permissionDirectory: registrations.service({ registers: ['onChange'] }, directories.permissions),
      audit: services.audit.forPlugin(id),
      tokens,
      userTokens: servicesOf(plugin.provides).includes(identityPort.id) ? services.tokens.userTokens : refusedUserTokens(id),
    },
    telemetry: { meter: observing(telemetry.meter(id), registrations), tracer: telemetry.tracer(id) },
    server: {
      client: createPluginClient({ discovery, tokens }),
      discovery,
      actions: directories.actions,
      fetch: createOutgoing(own.hosts, composition.core.backend.reading.allow),
      appTitle: () => (config.get('app') as AppSection).title,
      inspection: { ...inspection, reportProblems: undone(inspection.reportProblems) },
      isExposed: composition.isExposed,
      onPageRequest: undone(composition.pageRequests.on),
      onPageConfig: undone(composition.pageRequests.onConfig),
      folder: composition.folder,
      dataFolder: path.resolve(composition.folder, composition.core.backend.dataFolder),
      readable: composition.core.backend.reading.allow,
    },
  }
}

/** Withdrawn together, for the whole plugin. */
function workFor(
  id: string,
  services: CoreServices,
  { add, open }: Registrations,
  role: string | undefined,
): Pick<PreparedCore['work'], 'scheduler' | 'jobs' | 'events'> {
  const scheduler = services.scheduler.forPlugin(id)
  const { jobs, events } = workWithRole({ jobs: services.jobs.forPlugin(id), events: services.events.forPlugin(id) }, role)
  add(() => services.discard(id))
  return {
    scheduler: { ...scheduler, schedule: open(scheduler.schedule) },
    jobs: { define: open(jobs.define) as typeof jobs.define },
    events: {
      ...events,
      subscribe: open(events.subscribe) as typeof events.subscribe,
      listen: open(events.listen) as typeof events.listen,
    },
  }
}

function refusedUserTokens(id: string): UserTokens {
  const refuse = async () => {
    throw notAllowedError(`The plugin '${id}' may not issue user tokens: it does not provide the identity port`)
  }
  return { issue: refuse, publicKeys: refuse, userAccess: () => undefined }
}
