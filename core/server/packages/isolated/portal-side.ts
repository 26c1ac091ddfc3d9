import type { Route } from '@portico/core/common'
import { z } from 'zod'
import type { Core } from '../../host/plugin.ts'
import type { Handlers as RouteHandlers } from '../../http/handler.ts'
import type { AuditEntry } from '../../operations/audit.ts'
import type { BusEvent } from '../../work/events.ts'
import type { JobDefinition, JobQueue, NewJobOf } from '../../work/jobs.ts'
import type { ScheduledTask } from '../../work/scheduler.ts'
import type { ActionDefinition } from '../../http/actions.ts'
import type { PermissionRequest } from '../../host/permissions.ts'
import type { OutgoingRequest } from '../outgoing.ts'
import type { Callers } from './callers.ts'
import type { Handlers } from './channel.ts'
import type { RouteDescription } from './description.ts'
import type { createForward } from './forward.ts'
import type { PluginProcess } from './plugin-process.ts'
import type { WireResponse } from './process-setup.ts'

/** Of a reply to a plugin, as for hosts outside. */
const maxReplyBytes = 10 * 2 ** 20

interface PortalSide {
  readonly id: string
  readonly core: Core<any>
  /** By the ids of services: what may be called of each. */
  readonly services: ReadonlyMap<string, Readonly<Record<string, (...args: unknown[]) => unknown>>>
  readonly callers: Callers
  readonly forward: ReturnType<typeof createForward>
  readonly ready: () => Promise<PluginProcess>
}

/** What a plugin in a process of its own may ask of the portal. What it registers stays when its process is started again. */
export function createPortalSide({ id, core, services, callers, forward, ready }: PortalSide) {
  const { work, security, server, log } = core
  const queues = new Map<string, JobQueue<unknown>>()
  const tasks = new Map<string, () => Promise<void>>()
  const known = new Set<string>()
  const mistakes: unknown[] = []
  let unlisten: (() => void)[] = []

  /** Once for each name, whichever process asks. What is wrong with it fails the set-up. */
  function register(name: string, run: () => void): void {
    if (known.has(name)) return
    try {
      run()
      known.add(name)
    } catch (error) {
      mistakes.push(error)
    }
  }

  const queueOf = (name: string): JobQueue<unknown> => {
    const queue = queues.get(name)
    if (!queue) throw new Error(`The plugin '${id}' has no job '${name}'`)
    return queue
  }

  const registrations: Handlers = {
    implement(routes: readonly RouteDescription[]) {
      register(`routes ${routes.map(({ method, path }) => `${method} ${path}`).join()}`, () => {
        const contract = Object.fromEntries(routes.map(route => [route.name, toRoute(id, route)]))
        const handlers = Object.fromEntries(routes.map(route => [route.name, forward(route)]))
        core.implement(contract, handlers as unknown as RouteHandlers<typeof contract>)
      })
    },
    action(
      action: Omit<ActionDefinition, 'input' | 'output' | 'run'>,
      schemas: Readonly<Record<'input' | 'output', Record<string, unknown>>>,
    ) {
      register(`action ${action.name}`, () =>
        core.actions.register({
          ...action,
          // The process checks them; here they are only shown.
          input: z.unknown().meta(schemas.input),
          output: z.unknown().meta(schemas.output),
          run: async ({ input, caller, signal }) => (await ready()).call('runAction', [action.name, input, callers.give(caller)], signal),
        }),
      )
    },
    task(task: Omit<ScheduledTask, 'run'>) {
      register(`task ${task.id}`, () => {
        const run = async (signal: AbortSignal) => void (await (await ready()).call('runTask', [task.id], signal))
        tasks.set(task.id, work.scheduler.schedule({ ...task, run }))
      })
    },
    async endTask(task: string) {
      known.delete(`task ${task}`)
      await tasks.get(task)?.()
    },
    job(definition: Omit<JobDefinition, 'run' | 'payload'>) {
      register(`job ${definition.name}`, () => {
        const queue = work.jobs.define({
          ...definition,
          payload: z.unknown(),
          run: async ({ signal, ...context }) => void (await (await ready()).call('runJob', [definition.name, context], signal)),
        })
        queues.set(definition.name, queue)
      })
    },
    subscribe(name: string, topics: readonly string[]) {
      register(`subscription ${name}`, () =>
        work.events.subscribe({
          id: name,
          events: topics.map(topic => ({ topic, payload: z.unknown() })),
          run: async (event: BusEvent) => void (await (await ready()).call('deliver', [name, event])),
        }),
      )
    },
    listen(number: number, topics: readonly string[]) {
      const events = topics.map(topic => ({ topic, payload: z.unknown() }))
      unlisten.push(
        work.events.listen(
          events,
          event =>
            void ready().then(
              process => process.tell('hear', number, event),
              () => {},
            ),
        ),
      )
    },
  }

  const calls: Handlers = {
    log(level: 'debug' | 'info' | 'warn' | 'error', fields: object, message: string | undefined) {
      if (['debug', 'info', 'warn', 'error'].includes(level)) log[level](fields, message)
    },
    publish: (topic: string, payload: unknown) => work.events.publish({ topic, payload: z.unknown() }, payload),
    addJob: (name: string, payload: unknown, options: object) => queueOf(name).add(payload, options),
    addJobs: (name: string, jobs: readonly NewJobOf<unknown>[]) => queueOf(name).addAll(jobs),
    cancelJob: (name: string, job: string) => queueOf(name).cancel(job),
    jobStatus: (name: string, job: string) => queueOf(name).status(job),
    triggerTask: (task: string) => work.scheduler.trigger(task),
    authorize: (caller: unknown, requests: readonly PermissionRequest[]) => security.permissions.authorize(callers.check(caller), requests),
    require: (caller: unknown, permission: PermissionRequest['permission'], ref: string | undefined) =>
      security.permissions.require(callers.check(caller), permission, ref),
    audit: (entry: AuditEntry) => security.audit.record({ ...entry, caller: callers.check(entry.caller) }),
    token: (target: string, onBehalfOf: unknown) =>
      security.tokens.forPlugin(target, onBehalfOf === undefined ? undefined : callers.check(onBehalfOf)),
    async verify(token: string) {
      return callers.give(await security.tokens.verify(token))
    },
    async fetch(url: string, request: OutgoingRequest, signal: AbortSignal): Promise<WireResponse> {
      return toWireResponse(await server.fetch(url, { ...request, signal }))
    },
    async request(plugin: string, path: string, request: OutgoingRequest, user: unknown, signal: AbortSignal): Promise<WireResponse> {
      const token = await security.tokens.forPlugin(plugin, user === undefined ? undefined : callers.check(user))
      const { body, headers, method = 'GET' } = request
      const base = server.discovery.internalUrl(plugin)
      const url = new URL(`${base}${path}`)
      if (url.origin !== new URL(base).origin) throw new Error(`'${path}' is no path of the plugin '${plugin}'`)
      const response = await fetch(url, {
        method,
        // A route that leads elsewhere would lead past the hosts of the manifest.
        redirect: 'manual',
        headers: { ...headers, authorization: `Bearer ${token}` },
        ...(body !== undefined && { body: Buffer.from(body) }),
        signal,
      })
      return toWireResponse(response)
    },
    service(service: string, method: string, args: readonly unknown[]) {
      const functions = services.get(service) ?? {}
      const run = Object.hasOwn(functions, method) ? functions[method] : undefined
      if (!run) throw new Error(`The plugin '${id}' may not call '${method}' of the service '${service}'`)
      return run(...args)
    },
  }

  return {
    handlers: { ...registrations, ...calls },
    /** Throws what was wrong with what the plugin registered. */
    refuseMistakes(): void {
      if (mistakes.length > 0) throw mistakes.splice(0)[0]
    },
    /** What only lives as long as a process. */
    forgetProcess(): void {
      for (const stop of unlisten) stop()
      unlisten = []
    },
  }
}

function toRoute(id: string, { plugin, name, method, path, spec, hasEvents }: RouteDescription): Route {
  if (plugin !== id) throw new Error(`Plugin '${id}' cannot implement routes of '${plugin}'`)
  const isRead = method === 'GET' || method === 'OPTIONS'
  // What the process sends is passed on as it is, and so is what is sent to it.
  return {
    plugin,
    name,
    method,
    path,
    spec: { ...spec, ...(hasEvents ? { events: {} } : { raw: true }), ...(!isRead && { upload: true }) },
  }
}

async function toWireResponse(response: Response): Promise<WireResponse> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxReplyBytes) throw new Error(`The reply has more than ${maxReplyBytes / 2 ** 20} MB`)
    chunks.push(chunk)
  }
  return { status: response.status, headers: [...response.headers], body: Buffer.concat(chunks) }
}
