import { unavailableError } from '@portico/core/common'
import type { Logger } from '../operations/log.ts'
import type { OutsidePlugin } from '../packages/outside-plugin.ts'
import type { Roster } from '../packages/roster.ts'
import { withinTime } from '../packages/within-time.ts'
import type { PluginStatus } from './inspection.ts'
import { neededServicesOf, servicesOf } from './order.ts'
import type { Core, ServerPlugin } from './plugin.ts'
import { pluginFailed, PluginOff, pluginRemoved } from './plugin-off.ts'
import type { Registrations } from './registrations.ts'
import { remoteFunctions, type Service } from './service.ts'

type Hook = () => void | Promise<void>

/** What a plugin gets of the core besides what the host itself gives. */
export type PreparedCore = Omit<Core<any>, 'onStart' | 'onWarmUp' | 'onStop'>

/** A plugin that is about to be set up. */
export interface PreparedPlugin {
  readonly core: PreparedCore
  readonly registrations: Registrations
  /** From now on its routes are served. */
  open(): Promise<void>
}

/** Makes what a plugin is set up with. Throws why it cannot run. */
export type Prepare = (plugin: ServerPlugin, outside: OutsidePlugin | undefined) => Promise<PreparedPlugin>

interface Hosted {
  readonly plugin: ServerPlugin
  /** Undefined for ours. */
  readonly outside: OutsidePlugin | undefined
  status: PluginStatus
  /** Why it failed. */
  error?: unknown
  readonly onStart: Hook[]
  readonly onWarmUp: Hook[]
  readonly onStop: Hook[]
  registrations?: Registrations
  readonly settled: Promise<void>
  settle: () => void
}

const gateWaitMs = 5000

/** What the host needs to know of a roster. */
export type HostedRoster = Pick<Roster, 'plugins' | 'outside' | 'absent'>

/** Sets plugins up, starts and stops them. One that fails is reported, and only the plugins that use it fail with it. */
export function createPluginHost(
  { plugins, outside, absent: absentAtStart }: HostedRoster,
  { log, isExposed }: { readonly log: Logger; readonly isExposed: boolean },
) {
  const hosted = new Map<string, Hosted>(plugins.map(plugin => [plugin.id, toHosted(plugin, outside.get(plugin.id))]))
  const services = new Map<string, { readonly definition: Service<unknown>; readonly value: unknown }>()
  let absent = absentAtStart
  /** Those that were taken away while the portal runs: pages that are open may still call them. */
  const removed = new Set<string>()
  let prepare: Prepare | undefined
  const ownerOf = (service: string) => [...hosted.values()].find(({ plugin }) => servicesOf(plugin.provides).includes(service))?.plugin.id

  function fail(entry: Hosted, phase: string, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    entry.status = { ...entry.status, state: 'failed', error: message }
    entry.error = error
    entry.settle()
    const { id } = entry.plugin
    if (error instanceof PluginOff) log.error({ plugin: id }, `plugin '${id}' is off: ${message}`)
    else log.error({ error, plugin: id }, `plugin '${id}' failed in ${phase}: ${message}`)
  }

  function brokenNeed(plugin: ServerPlugin): string | undefined {
    const broken = neededServicesOf(plugin.uses).find(service => hosted.get(ownerOf(service) ?? '')?.status.state === 'failed')
    if (broken === undefined) return undefined
    const owner = ownerOf(broken) ?? ''
    return `it uses the service '${broken}' of the plugin '${owner}', which failed: ${hosted.get(owner)?.status.error}`
  }

  async function failAndDiscard(entry: Hosted, phase: string, error: unknown): Promise<void> {
    fail(entry, phase, error)
    await withdraw(entry)
  }

  async function withdraw(entry: Hosted): Promise<void> {
    try {
      if (entry.registrations) await inTime(entry, 'end', entry.registrations.withdraw())
    } catch (error) {
      const { id } = entry.plugin
      log.error({ error, plugin: id }, `not all that plugin '${id}' does could be ended`)
    }
  }

  async function setupOne(entry: Hosted): Promise<void> {
    const { plugin } = entry
    const began = performance.now()
    try {
      const need = brokenNeed(plugin)
      if (need !== undefined) throw new PluginOff('dependency', need)
      const { provided, open } = await inTime(entry, 'set-up', setup(entry))
      for (const [name, service] of Object.entries(plugin.provides ?? {})) {
        const value = (provided as Record<string, unknown> | undefined)?.[name]
        if (value === undefined) throw new Error(`it declares that it provides '${name}' but its setup does not return it`)
        const definition = service as Service<unknown>
        services.set(definition.id, { definition, value })
      }
      await open()
      entry.status = { ...entry.status, setupMs: Math.round(performance.now() - began) }
    } catch (error) {
      await failAndDiscard(entry, 'setup', error)
    }
  }

  async function setup(entry: Hosted) {
    const { plugin, onStart, onWarmUp, onStop } = entry
    if (!prepare) throw new Error('The host has not been opened')
    const { core, registrations, open } = await prepare(plugin, entry.outside)
    entry.registrations = registrations
    // Its time was over while it was prepared.
    if (entry.status.state === 'failed') throw await withdraw(entry).then(() => new Error('it was too late'))
    const used = Object.entries(plugin.uses ?? {}).map(([name, service]) => [name, serviceFor(service as Service<unknown>, registrations)])
    const provided = await plugin.setup(
      {
        ...core,
        onStart: (run: Hook) => void onStart.push(run),
        onWarmUp: (run: Hook) => void onWarmUp.push(run),
        onStop: (run: Hook) => void onStop.push(run),
      },
      Object.fromEntries(used),
    )
    return { provided, open }
  }

  /** A service as one plugin gets it: what it registers there ends with it. */
  function serviceFor({ id, isRemote }: Service<unknown>, registrations: Registrations): unknown {
    const found = services.get(id)
    if (!found) return undefined
    const { definition, value } = found
    return isRemote ? remoteFunctions(definition, value) : registrations.service(definition, value)
  }

  /** Ours take the time that they need. Others may hold up nobody. */
  function inTime<T>({ outside: other }: Hosted, phase: string, work: Promise<T>): Promise<T> {
    if (!other) return work
    const { setupTimeout } = other.entry
    return withinTime(setupTimeout, `its ${phase} took longer than ${setupTimeout / 1000} s`, work)
  }

  async function runAll(hooks: readonly Hook[]): Promise<void> {
    for (const run of hooks) await run()
  }

  async function startOne(entry: Hosted): Promise<void> {
    if (entry.status.state === 'failed') return
    try {
      await inTime(entry, 'start', runAll(entry.onStart))
      entry.status = { ...entry.status, state: 'started' }
      entry.settle()
    } catch (error) {
      await failAndDiscard(entry, 'start', error)
    }
  }

  async function warmUpOne({ plugin, onWarmUp }: Hosted): Promise<void> {
    await Promise.all(
      onWarmUp.map(async run => {
        try {
          await run()
        } catch (error) {
          log.warn({ error, plugin: plugin.id }, `plugin '${plugin.id}' could not warm up`)
        }
      }),
    )
  }

  async function stopOne(entry: Hosted): Promise<void> {
    for (const run of entry.onStop.toReversed()) {
      try {
        await inTime(entry, 'stop', Promise.resolve(run()))
      } catch (error) {
        log.error({ error, plugin: entry.plugin.id }, `plugin '${entry.plugin.id}' failed while stopping`)
      }
    }
    if (entry.status.state !== 'failed') entry.status = { ...entry.status, state: 'stopped' }
  }

  return {
    service: <T>(id: string): T | undefined => services.get(id)?.value as T | undefined,
    /** Whether a plugin declares the service, whatever the state of that plugin. */
    offers: (id: string): boolean => ownerOf(id) !== undefined,
    statuses: (): PluginStatus[] => [...[...hosted.values()].map(toStatus), ...absent],
    isFailed: (pluginId: string): boolean => hosted.get(pluginId)?.status.state === 'failed',
    /** Ends a plugin from outside that did what nobody could catch. False for ours. */
    async fail(pluginId: string, error: unknown): Promise<boolean> {
      const entry = hosted.get(pluginId)
      if (!entry?.outside) return false
      if (entry.status.state !== 'failed') await failAndDiscard(entry, 'background work', error)
      return true
    },

    /** In order of use, one after the other. */
    async setup(prepareWith: Prepare): Promise<void> {
      prepare = prepareWith
      for (const entry of hosted.values()) await setupOne(entry)
    },
    async start(): Promise<void> {
      for (const entry of hosted.values()) await startOne(entry)
    },
    /** All at once. What fails is reported, and is no reason to wait for it any longer. */
    async warmUp(): Promise<void> {
      const started = [...hosted.values()].filter(({ status }) => status.state === 'started')
      await Promise.all(started.map(warmUpOne))
    },
    /** Starts one more, after all others. Its status says whether it runs. */
    async add(plugin: ServerPlugin, other: OutsidePlugin): Promise<PluginStatus> {
      const entry = toHosted(plugin, other)
      hosted.set(plugin.id, entry)
      removed.delete(plugin.id)
      await setupOne(entry)
      await startOne(entry)
      if (entry.status.state === 'started') void warmUpOne(entry)
      return entry.status
    },
    /** Stops one from outside, and takes away all that it has registered. */
    async remove(pluginId: string): Promise<void> {
      const entry = hosted.get(pluginId)
      if (!entry?.outside) return
      await stopOne(entry)
      hosted.delete(pluginId)
      removed.add(pluginId)
      for (const service of servicesOf(entry.plugin.provides)) services.delete(service)
      await withdraw(entry)
    },
    /** Says of a plugin that runs what is not as it should be; nothing with undefined. */
    tell(pluginId: string, problem: string | undefined): void {
      const entry = hosted.get(pluginId)
      if (!entry) return
      const { problem: _, ...status } = entry.status
      entry.status = problem === undefined ? status : { ...status, problem }
    },
    /** Those that do not run, from now on. */
    setAbsent(next: readonly PluginStatus[]): void {
      absent = next
    },
    /** In reverse order; a plugin that fails to stop does not prevent the others from stopping. */
    async stop(): Promise<void> {
      for (const entry of [...hosted.values()].toReversed()) await stopOne(entry)
    },

    /** Throws when the plugin failed, or was taken away. */
    refuseFailed(pluginId: string): void {
      const entry = hosted.get(pluginId)
      if (entry?.status.state === 'failed') throw pluginFailed(pluginId, entry.error, { isExposed })
      const missing = absent.find(({ id }) => id === pluginId)
      if (missing?.state === 'failed') throw pluginFailed(pluginId, missing.error, { isExposed })
      if (!entry && removed.has(pluginId)) throw pluginRemoved(pluginId)
    },
    /** Returns at once when the plugin has started, waits a little while it starts, and throws when it will not. */
    gate(pluginId: string): void | Promise<void> {
      const entry = hosted.get(pluginId)
      if (!entry || entry.status.state === 'started') return
      return waitFor(entry, { isExposed })
    },
  }
}

export type PluginHost = ReturnType<typeof createPluginHost>

function toHosted(plugin: ServerPlugin, outside: OutsidePlugin | undefined): Hosted {
  const { promise, resolve } = Promise.withResolvers<void>()
  const status: PluginStatus = {
    id: plugin.id,
    state: 'starting',
    uses: servicesOf(plugin.uses),
    provides: servicesOf(plugin.provides),
    setupMs: 0,
    ...(outside && { origin: outside.origin }),
  }
  return { plugin, outside, status, onStart: [], onWarmUp: [], onStop: [], settled: promise, settle: resolve }
}

function toStatus({ status, outside }: Hosted): PluginStatus {
  const { role, process } = outside?.running ?? {}
  return { ...status, ...(role && { database: role }), ...(process && { process: process() }) }
}

async function waitFor(entry: Hosted, reach: { readonly isExposed: boolean }): Promise<void> {
  const { id } = entry.plugin
  await Promise.race([entry.settled, new Promise(resolve => setTimeout(resolve, gateWaitMs).unref())])
  const { state } = entry.status
  if (state === 'started') return
  if (state === 'failed') throw pluginFailed(id, entry.error, reach)
  throw unavailableError(`The plugin '${id}' ${state === 'stopped' ? 'has stopped' : 'has not started yet'}`, {
    code: 'core.plugin-not-started',
  })
}
