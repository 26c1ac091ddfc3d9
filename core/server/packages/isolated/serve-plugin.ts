import net from 'node:net'
import type { z } from 'zod'
import { openDatabase } from '../../database/database.ts'
import { migrateEach } from '../../database/migrate.ts'
import type { ServerPlugin } from '../../host/plugin.ts'
import { PluginOff } from '../../host/plugin-off.ts'
import type { Principal } from '../../host/principal.ts'
import type { Logger } from '../../operations/log.ts'
import { toPlainFields } from '../../operations/plain-fields.ts'
import type { JobContext } from '../../work/jobs.ts'
import { createListener } from '../../work/listener.ts'
import { loadServerPlugin } from '../load-plugin.ts'
import type { PluginPackage } from '../plugin-package.ts'
import { shareModules, type SharedModules } from '../shared-modules.ts'
import type { HandedCaller } from './callers.ts'
import { createChannel, type Channel } from './channel.ts'
import { describePlugin } from './description.ts'
import { restrictNetwork, type OwnConnections } from './network.ts'
import { createPluginCore, createRegistrations, createRemoteFetch, createRemotePermissions } from './plugin-core.ts'
import { createPluginHttp } from './plugin-http.ts'
import type { ProcessSetup, ProcessState } from './process-setup.ts'

/** The channel to the portal, which `startPluginProcess` opens. */
const channelDescriptor = 3
const poolMax = 4

/** The program of a plugin's own process: loads the plugin, sets it up, and does what the portal asks. */
export function servePlugin(shared: () => Promise<SharedModules>): void {
  const own: OwnConnections = {}
  const stream = new net.Socket({ fd: channelDescriptor })
  const handles = new WeakMap<object, string>()
  const registrations = createRegistrations()
  const state = { appTitle: '', isPermissionEnabled: true }
  let plugin: ServerPlugin
  let changeConfig: (section: string, value: unknown) => Promise<void> = async () => {}

  function take({ handle, caller: sent }: HandedCaller): Principal {
    const caller = sent.type === 'user' && sent.expiresAt ? { ...sent, expiresAt: new Date(sent.expiresAt) } : sent
    handles.set(caller, handle)
    return caller
  }

  const channel: Channel = createChannel(stream, {
    handlers: {
      async load(found: PluginPackage) {
        restrictNetwork(own)
        // Before the plugin: what it bundles may keep the function.
        globalThis.fetch = toFetch(channel)
        shareModules(await shared())
        plugin = loadServerPlugin(found)
        return describePlugin(plugin)
      },
      async setup(setup: ProcessSetup) {
        Object.assign(state, setup.state)
        const log = createRemoteLog(channel)
        const { database: connection } = setup
        if (connection) own.database = { host: connection.host ?? 'localhost', port: connection.port ?? 5432 }
        const sections = (plugin.config ?? {}) as Readonly<Record<string, z.ZodType>>
        const config = checkSections(sections, setup.sections)
        const database =
          connection && (await openDatabase({ connection, poolMax, openTimeoutMs: 0, applicationName: `portico ${plugin.id}` }, log))
        if (plugin.migrations) {
          if (!database) throw new PluginOff('database', setup.databaseProblem ?? 'it has no database')
          const schema = { schema: plugin.id, migrations: plugin.migrations }
          const role = String(connection?.user)
          const { failures } = await migrateEach(database, [schema], { log, consent: setup.consent, role })
          for (const failure of failures.values()) throw new PluginOff('database', failure.message)
        }
        const listener = database && createListener({ database, log })
        const permissions = createRemotePermissions(channel, state)
        const callerOf = (header: string) => take(JSON.parse(Buffer.from(header, 'base64url').toString()) as HandedCaller)
        const http = await createPluginHttp({ id: plugin.id, log, permissions, callerOf })
        changeConfig = (section, value) => followConfig(sections, config, section, value)
        const core = createPluginCore(
          { id: plugin.id, setup, channel, config, sections, log, database, listener, http, permissions },
          registrations,
          state,
        )
        await plugin.setup(core, servicesOf(setup, channel))
        await Promise.all(registrations.pending)
        await http.listen(setup.socket)
      },
      start: () => runAll(registrations.onStart),
      warmUp: () => runAll(registrations.onWarmUp),
      stop: () => runAll(registrations.onStop.toReversed()),
      ping: (next: ProcessState) => void Object.assign(state, next),
      async runJob(name: string, { payload, ...context }: Omit<JobContext<unknown>, 'signal'>, signal: AbortSignal) {
        const job = registrations.jobs.get(name)
        if (!job) throw new Error(`The plugin has no job '${name}' any more`)
        await job.run({ ...context, payload: await job.payload.parseAsync(payload), signal })
      },
      runTask: async (id: string, signal: AbortSignal) => void (await found(registrations.tasks, id)(signal)),
      deliver: async (id: string, event: never) => void (await found(registrations.subscriptions, id)(event)),
      hear: (number: number, event: never) => void registrations.listeners.get(number)?.(event),
      runAction: (name: string, input: unknown, caller: Principal, signal: AbortSignal) =>
        found(registrations.actions, name)(input, caller, signal),
      changeConfig: (section: string, value: unknown) => changeConfig(section, value),
    },
    specials: {
      to: value => {
        const handle = handles.get(value)
        return handle === undefined ? undefined : { $: 'caller', value: handle }
      },
      from: ({ $, value }) => ($ === 'handed' ? take(value as HandedCaller) : undefined),
    },
    onMisuse: () => process.exit(1),
  })
  // Without the portal there is nothing to do.
  stream.on('close', () => process.exit(0))

  async function followConfig(
    sections: Readonly<Record<string, z.ZodType>>,
    config: Record<string, unknown>,
    section: string,
    value: unknown,
  ) {
    const next = checkSections({ [section]: sections[section]! }, { [section]: value })[section] as Record<string, unknown>
    const before = config[section] as Record<string, unknown>
    config[section] = next
    const hasChanged = (keys: readonly string[] | undefined) =>
      !keys || keys.some(key => JSON.stringify(before?.[key]) !== JSON.stringify(next?.[key]))
    for (const each of registrations.configListeners) if (each.section === section && hasChanged(each.keys)) await each.run(next)
  }
}

/** The sections as their schemas read them. All mistakes are told at once. */
function checkSections(sections: Readonly<Record<string, z.ZodType>>, written: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const mistakes: string[] = []
  const entries = Object.entries(sections).map(([path, schema]) => {
    const result = schema.safeParse(written[path])
    if (!result.success) mistakes.push(...result.error.issues.map(issue => `${[path, ...issue.path].join('.')}: ${issue.message}`))
    return [path, result.data] as const
  })
  if (mistakes.length > 0) throw new PluginOff('config', mistakes.slice(0, 10).join('; '))
  return Object.fromEntries(entries)
}

function servicesOf({ services }: ProcessSetup, channel: Channel): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(services).map(([name, service]) => [
      name,
      service &&
        Object.fromEntries(
          service.methods.map(method => [method, (...args: unknown[]) => channel.call('service', [service.id, method, args])]),
        ),
    ]),
  )
}

function createRemoteLog(channel: Channel, more: object = {}): Logger {
  const at =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (first: object | string, message?: string): void => {
      const [fields, text] = typeof first === 'string' ? [{}, first] : [first, message]
      channel.tell('log', level, toPlainFields({ ...more, ...fields }), text)
    }
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: fields => createRemoteLog(channel, { ...more, ...fields }),
  }
}

/** What libraries in a plugin call when they fetch: the same as `core.server.fetch`. */
function toFetch(channel: Channel): typeof fetch {
  const send = createRemoteFetch(channel)
  return async (input, init) => {
    const request = new Request(input, init)
    const body = request.body ? new Uint8Array(await request.arrayBuffer()) : undefined
    const { method, signal } = request
    return send(request.url, { method, signal, headers: Object.fromEntries(request.headers), ...(body && { body }) })
  }
}

async function runAll(hooks: readonly (() => unknown)[]): Promise<void> {
  for (const run of hooks) await run()
}

function found<T>(map: ReadonlyMap<string, T>, name: string): T {
  const value = map.get(name)
  if (value === undefined) throw new Error(`The plugin has no '${name}' any more`)
  return value
}
