import type { Contract } from '@portico/core/common'
import type { Kysely } from 'kysely'
import type { ClientConfig } from 'pg'
import type { PartStore, PartStoreOptions } from '../index-store/part-store.ts'
import type { RecordStatement } from '../database/statements.ts'
import type { AllowedHost } from '../outbound/allow-list.ts'
import type { z } from 'zod'
import type { Command } from '../command/command.ts'
import type { Handlers } from '../http/handler.ts'
import type { ActionDirectory, Actions } from '../http/actions.ts'
import type { Audit } from '../operations/audit.ts'
import type { Logger } from '../operations/log.ts'
import type { Meter, Tracer } from '@opentelemetry/api'
import type { PermissionDirectory } from './permission-directory.ts'
import type { Permissions } from './permissions.ts'
import type { PluginTokens } from '../tokens/plugin-tokens.ts'
import type { Events } from '../work/events.ts'
import type { Jobs } from '../work/jobs.ts'
import type { Listener } from '../work/listener.ts'
import type { Scheduler } from '../work/scheduler.ts'
import type { Workers } from '../work/workers.ts'
import type { ExpressionPool } from '../worker/expression-pool.ts'
import type { Outgoing } from '../packages/outgoing.ts'
import type { Discovery } from './discovery.ts'
import type { PluginClient } from '../http/plugin-client.ts'
import type { Inspection } from './inspection.ts'
import type { OnPageConfig, OnPageRequest } from './page-requests.ts'
import type { PluginMetadata, Sections } from './plugin-metadata.ts'
import type { Services, Values } from './service.ts'
import type { UserTokens } from '../tokens/user-tokens.ts'

export type SectionValues<S extends Sections> = { readonly [K in keyof S]: z.output<S[K]> }

/** What the core hands to every plugin: what nearly each one needs, and the rest in four groups. */
export interface Core<S extends Sections = Sections> {
  readonly config: SectionValues<S>
  /**
   * Follows a section, or only some of its keys: runs when a config file changed and they are different from before; never with an invalid
   * value. A change that no listener follows needs a restart, which the log and the system page report.
   */
  readonly onConfig: <K extends keyof S & string>(
    section: K,
    run: (value: z.output<S[K]>) => void | Promise<void>,
    keys?: readonly (keyof z.output<S[K]> & string)[],
  ) => void
  readonly log: Logger
  /** The plugin's own PostgreSQL schema. Tables of other plugins cannot be seen through it. */
  readonly db: Kysely<any>
  /** Serves the routes of a contract. */
  readonly implement: <C extends Contract>(contract: C, handlers: Handlers<C>) => void
  /** Actions of the plugin that other programs can list and invoke. */
  readonly actions: Actions
  readonly onStart: (run: () => void | Promise<void>) => void
  /**
   * What makes the first requests fast, such as loading an index. It runs after the start of all plugins, and requests are answered meanwhile;
   * but where another replica is warm, load balancers are told to wait until it has ended.
   */
  readonly onWarmUp: (run: () => void | Promise<void>) => void
  readonly onStop: (run: () => void | Promise<void>) => void
  readonly work: CoreWork
  readonly security: CoreSecurity
  readonly telemetry: CoreTelemetry
  readonly server: CoreServer
}

/** Background work. */
export interface CoreWork {
  readonly scheduler: Scheduler
  readonly jobs: Jobs
  readonly events: Events
  readonly workers: Workers
  /** Expressions of documents, in bounded processes that all plugins share. */
  readonly expressions: ExpressionPool
  /** Subscribes to PostgreSQL's notifications. */
  readonly notifications: Pick<Listener, 'on'>
  /** Settings for the own connections of a worker thread, which sets its schema itself. */
  readonly connection: ClientConfig
  /** Records what a worker thread sends through them, for the system page: `createLongLivedWorker` takes it. */
  readonly recordStatement: RecordStatement
  /** An index of the plugin that every replica keeps in memory, saved in parts in its table `index_part`. */
  readonly partStore: (options: Omit<PartStoreOptions, 'schema'>) => PartStore
}

/** Authentication, permissions and audit. */
export interface CoreSecurity {
  readonly permissions: Permissions
  /** False where config disables authentication: then there may be no caller on any route. */
  readonly isAuthenticationEnabled: boolean
  /** What all plugins declare about permissions. */
  readonly permissionDirectory: PermissionDirectory
  readonly audit: Audit
  readonly tokens: PluginTokens
  /** Only for the plugin that provides the identity port; others are refused. */
  readonly userTokens: UserTokens
}

export interface CoreTelemetry {
  readonly meter: Meter
  readonly tracer: Tracer
}

/** The server that the plugin is part of, and the other plugins on it. */
export interface CoreServer {
  /** Calls routes of other plugins over HTTP: `client.call(catalogApi.getEntity, input)`. */
  readonly client: PluginClient
  readonly discovery: Discovery
  /** The actions of all plugins. */
  readonly actions: ActionDirectory
  /** Calls a host outside that the manifest of the plugin lists. Ours have none: they read through the plugin `integrations`. */
  readonly fetch: Outgoing
  /** The name of the portal (`app.title`), as the config has it now. */
  readonly appTitle: () => string
  readonly inspection: Inspection
  /** Others than this machine can reach the portal. */
  readonly isExposed: boolean
  /**
   * Calls the listener when the HTML of the page at a path (`/search`, `/docs/:namespace/:kind/:name/*`) is requested, while the browser still loads
   * the code: the time to open what its first data needs. Browsers send the requests that it returns before the code is there, and the page finds
   * the responses where it makes the same requests. Anybody may request a page, so it must be cheap and the same for all.
   */
  readonly onPageRequest: OnPageRequest
  /**
   * Puts a section of config into every page, with the value that it has at that moment: what the browser must know before it draws, and what no
   * file says. Anybody may request a page, so it must be small and no secret. Nobody writes such a section, so no plugin claims it.
   */
  readonly onPageConfig: OnPageConfig
  /** The working directory of the server: relative paths in config begin there. */
  readonly folder: string
  /** Where the server keeps files (`backend.dataFolder`). Several servers may share it, and any of it may be gone after a restart. */
  readonly dataFolder: string
  /** `backend.reading.allow`: addresses that may be read besides those of integrations. */
  readonly readable: readonly AllowedHost[]
}

export interface ServerPlugin<S extends Sections = any, U extends Services = any, P extends Services = any> extends PluginMetadata<
  S,
  U,
  P
> {
  /** Its commands of the `portico` program. Loaded by that program alone, so that a server does not hold what only they need. */
  readonly commands?: () => Promise<readonly Command[]>
  /** Gets the core and, separately, the services that the plugin `uses`; returns those that it `provides`. */
  readonly setup: (core: Core<S>, services: Values<U>) => Values<P> | void | Promise<Values<P> | void>
}

/** Declares a server plugin; its types follow from what it declares in `uses`, `provides` and `config`. */
export function defineServerPlugin<S extends Sections = {}, U extends Services = {}, P extends Services = {}>(
  plugin: ServerPlugin<S, U, P>,
): ServerPlugin<S, U, P> {
  return plugin
}
