import { createNoopMeter, trace } from '@opentelemetry/api'
import { createClient, type Contract, type EventType } from '@portico/core/common'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../database/database.ts'
import type { Core } from '../../host/plugin.ts'
import type { Permissions } from '../../host/permissions.ts'
import type { Principal } from '../../host/principal.ts'
import type { ActionDefinition } from '../../http/actions.ts'
import { parseInput } from '../../http/parse.ts'
import type { PluginClient } from '../../http/plugin-client.ts'
import type { Logger } from '../../operations/log.ts'
import type { BusEvent, Events } from '../../work/events.ts'
import type { JobDefinition, JobQueue } from '../../work/jobs.ts'
import type { Listener } from '../../work/listener.ts'
import type { OutgoingRequest } from '../outgoing.ts'
import type { Channel } from './channel.ts'
import { needsProcessOfPortal } from './description.ts'
import type { createPluginHttp } from './plugin-http.ts'
import type { ProcessSetup, WireResponse } from './process-setup.ts'

type Hook = () => void | Promise<void>

interface Parts {
  readonly id: string
  readonly setup: ProcessSetup
  readonly channel: Channel
  readonly config: Record<string, unknown>
  readonly sections: Readonly<Record<string, z.ZodType>>
  readonly log: Logger
  readonly database: Database | undefined
  readonly listener: Listener | undefined
  readonly http: Awaited<ReturnType<typeof createPluginHttp>>
  readonly permissions: Permissions
}

/** What the portal calls of a plugin, by what the plugin named it. */
export function createRegistrations() {
  return {
    jobs: new Map<string, JobDefinition>(),
    tasks: new Map<string, (signal: AbortSignal) => unknown>(),
    subscriptions: new Map<string, (event: BusEvent) => unknown>(),
    listeners: new Map<number, (event: BusEvent) => unknown>(),
    actions: new Map<string, (input: unknown, caller: Principal, signal: AbortSignal) => unknown>(),
    /** What the set-up waits for. */
    pending: [] as Promise<void>[],
    configListeners: [] as {
      readonly section: string
      readonly run: (value: unknown) => unknown
      readonly keys: readonly string[] | undefined
    }[],
    onStart: [] as Hook[],
    onWarmUp: [] as Hook[],
    onStop: [] as Hook[],
  }
}

export type Registrations = ReturnType<typeof createRegistrations>

/** The core as a plugin in a process of its own gets it: what is data is here, what acts is asked of the portal. */
export function createPluginCore(
  parts: Parts,
  registrations: Registrations,
  state: { appTitle: string; isPermissionEnabled: boolean },
): Core<any> {
  const { id, setup, channel, config, log, database, http, permissions } = parts
  const client = database?.forSchema(id)
  return {
    config,
    onConfig: (section, run, keys) => void registrations.configListeners.push({ section, run: run as never, keys }),
    log,
    get db(): Kysely<any> {
      if (!client) throw new Error(`The plugin '${id}' has no database: ${setup.databaseProblem}`)
      return client
    },
    implement: (contract, handlers) => {
      channel.tell('implement', http.implement(contract as Contract, handlers as never))
    },
    actions: {
      register: action => registerAction(parts, registrations, action as unknown as ActionDefinition),
      offer(load) {
        registrations.pending.push(load().then(found => found.forEach(action => registerAction(parts, registrations, action))))
      },
    },
    onStart: run => void registrations.onStart.push(run),
    onWarmUp: run => void registrations.onWarmUp.push(run),
    onStop: run => void registrations.onStop.push(run),
    work: {
      scheduler: {
        schedule({ run, ...task }) {
          registrations.tasks.set(task.id, run)
          channel.tell('task', task)
          return () => channel.call('endTask', [task.id])
        },
        trigger: taskId => channel.call('triggerTask', [taskId]),
      },
      jobs: { define: job => defineJob(parts, registrations, job) },
      events: createRemoteEvents(parts, registrations),
      workers: {
        run: async () => {
          throw needsProcessOfPortal('it runs worker threads')
        },
      },
      expressions: {
        run: async () => {
          throw needsProcessOfPortal('it runs expressions')
        },
      },
      notifications: {
        on(name, listener) {
          if (!parts.listener) throw new Error(`The plugin '${id}' has no database: ${setup.databaseProblem}`)
          return parts.listener.on(name, listener)
        },
      },
      get connection() {
        return database?.clientConfig ?? {}
      },
      recordStatement: (...statement) => database?.recorderOf(id)(...statement),
      partStore: options => {
        if (!database) throw new Error(`The plugin '${id}' has no database: ${setup.databaseProblem}`)
        return database.partStore({ ...options, schema: id })
      },
    },
    security: {
      permissions,
      isAuthenticationEnabled: setup.isAuthenticationEnabled,
      get permissionDirectory(): never {
        throw needsProcessOfPortal('it reads what other plugins declare (permissionDirectory)')
      },
      audit: { record: entry => channel.call('audit', [entry]) },
      tokens: {
        forPlugin: (target, onBehalfOf) => channel.call('token', [target, onBehalfOf]),
        verify: token => channel.call('verify', [token]),
      },
      get userTokens(): never {
        throw needsProcessOfPortal('it issues tokens of users (userTokens)')
      },
    },
    telemetry: { meter: createNoopMeter(), tracer: trace.getTracer(id) },
    server: {
      client: createRemoteClient(channel),
      discovery: {
        internalUrl: plugin => setup.internalUrls[plugin] ?? setup.internalUrl.replace('{{plugin}}', encodeURIComponent(plugin)),
        externalUrl: plugin => setup.externalUrls[plugin] ?? setup.externalUrl.replace('{{plugin}}', encodeURIComponent(plugin)),
        appUrl: () => setup.appUrl,
      },
      fetch: createRemoteFetch(channel),
      appTitle: () => state.appTitle,
      get actions(): never {
        throw needsProcessOfPortal('it runs actions of other plugins (actions)')
      },
      get inspection(): never {
        throw needsProcessOfPortal('it inspects the server (inspection)')
      },
      isExposed: setup.isExposed,
      onPageRequest: () => {
        throw needsProcessOfPortal('it prepares pages while they load (onPageRequest)')
      },
      onPageConfig: () => {
        throw needsProcessOfPortal('it adds to the config of pages (onPageConfig)')
      },
      folder: setup.folder,
      dataFolder: setup.dataFolder,
      readable: setup.readable,
    },
  }
}

/** Calls of hosts, made by the portal. */
export function createRemoteFetch(channel: Channel) {
  return async (url: string | URL, { method, headers, body, signal }: OutgoingRequest = {}): Promise<Response> => {
    const sent = { method, headers, body: body === undefined ? undefined : Buffer.from(body) }
    return toResponse(await channel.call<WireResponse>('fetch', [String(url), sent], signal))
  }
}

/** Permissions, decided by the portal. */
export function createRemotePermissions(channel: Channel, state: { readonly isPermissionEnabled: boolean }): Permissions {
  return {
    authorize: (caller, requests) => channel.call('authorize', [caller, requests]),
    require: (caller, permission, resourceRef) => channel.call('require', [caller, permission, resourceRef]),
    isEnabled: () => state.isPermissionEnabled,
    loadWith: () => {
      throw needsProcessOfPortal('it applies conditions to its resources (loadWith)')
    },
  }
}

function createRemoteClient(channel: Channel): PluginClient {
  const clientOf = (user?: Principal) =>
    createClient<Response, NonNullable<RequestInit['body']>>({
      baseUrl: plugin => `portal://${plugin}`,
      async fetch(url, { method, headers, body, signal }) {
        const [, plugin = '', path = ''] = /^portal:\/\/([^/?]+)(.*)$/s.exec(url) ?? []
        const sent = body === undefined ? undefined : Buffer.from(await new Response(body).arrayBuffer())
        return toResponse(await channel.call<WireResponse>('request', [plugin, path, { method, headers, body: sent }, user], signal))
      },
    })
  return { ...clientOf(), onBehalfOf: clientOf }
}

function toResponse({ status, headers, body }: WireResponse): Response {
  const isEmpty = [101, 204, 205, 304].includes(status)
  return new Response(isEmpty ? null : new Uint8Array(body), {
    status,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
  })
}

function createRemoteEvents({ channel, log }: Parts, registrations: Registrations): Events {
  let last = 0
  // What is not what its topic declares is logged and ignored, as in the process of the portal.
  const checked =
    (events: readonly EventType<any>[], run: (event: BusEvent<any>) => unknown) =>
    async (event: BusEvent): Promise<void> => {
      const parsed = await events.find(({ topic }) => topic === event.topic)?.payload.safeParseAsync(event.payload)
      if (parsed?.success) await run({ ...event, payload: parsed.data })
      else log.warn({ topic: event.topic }, 'an event that is not what its topic declares was ignored')
    }
  return {
    async publish(event, payload, options) {
      if (options?.within) throw needsProcessOfPortal('it publishes events in a transaction of its own (within)')
      await channel.call('publish', [event.topic, payload])
    },
    subscribe({ id, events, run }) {
      registrations.subscriptions.set(id, checked(events, run as never))
      channel.tell(
        'subscribe',
        id,
        events.map(({ topic }) => topic),
      )
    },
    listen(events, run) {
      const number = (last += 1)
      registrations.listeners.set(number, checked(events, run as never))
      channel.tell(
        'listen',
        number,
        events.map(({ topic }) => topic),
      )
      return () => void registrations.listeners.delete(number)
    },
  }
}

/** The portal shows the schemas; the process checks with them. */
function registerAction({ channel, log }: Parts, registrations: Registrations, { run, input, output, ...action }: ActionDefinition): void {
  const refuseCall = async () => {
    throw needsProcessOfPortal(`its action '${action.name}' calls its own routes`)
  }
  registrations.actions.set(action.name, async (given, caller, signal) => {
    const result = await run({ input: parseInput(input, given, 'input'), caller, log, signal, call: refuseCall, callText: refuseCall })
    return output.parse(result)
  })
  const schemas = {
    input: z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }),
    output: z.toJSONSchema(output, { unrepresentable: 'any' }),
  }
  channel.tell('action', action, schemas)
}

function defineJob<Z extends z.ZodType>({ channel }: Parts, registrations: Registrations, job: JobDefinition<Z>): JobQueue<z.input<Z>> {
  const { run: _, payload: schema, ...definition } = job
  registrations.jobs.set(job.name, job as unknown as JobDefinition)
  channel.tell('job', definition)
  const refuseWithin = (within: unknown) => {
    if (within) throw needsProcessOfPortal('it adds jobs in a transaction of its own (within)')
  }
  return {
    async add(payload, { within, ...options } = {}) {
      refuseWithin(within)
      parseInput(schema, payload, 'payload')
      return channel.call('addJob', [job.name, payload, options])
    },
    async addAll(jobs, { within } = {}) {
      refuseWithin(within)
      for (const { payload } of jobs) parseInput(schema, payload, 'payload')
      return channel.call('addJobs', [job.name, jobs])
    },
    cancel: jobId => channel.call('cancelJob', [job.name, jobId]),
    status: jobId => channel.call('jobStatus', [job.name, jobId]),
  }
}
