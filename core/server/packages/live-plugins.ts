import { configDeclarations } from '../config/core-config.ts'
import type { Config } from '../config/open.ts'
import type { PluginEntry } from '../config/sections/plugins-section.ts'
import { inOrderOfUse, servicesOf } from '../host/order.ts'
import type { PluginHost } from '../host/plugin-host.ts'
import type { ServerPlugin } from '../host/plugin.ts'
import type { PluginServers } from '../http/plugin-servers.ts'
import type { Logger } from '../operations/log.ts'
import type { OutsidePlugin } from './outside-plugin.ts'
import { problemText } from './package-problem.ts'
import { isOwn, nameOf, type Roster } from './roster.ts'

export interface LivePluginsOptions {
  readonly roster: CurrentRoster
  /** Finds out which plugins there should be, with these entries. */
  readonly reopen: (entries: readonly PluginEntry[]) => Promise<Roster>
  readonly config: Config
  readonly host: PluginHost
  readonly servers: PluginServers
  readonly composed: {
    readonly directory: { setPlugins(plugins: readonly ServerPlugin[]): void }
    /** Throws why a plugin cannot run, as far as that is known before its set-up. */
    readonly check: (other: OutsidePlugin) => Promise<unknown>
  }
  readonly log: Logger
  /** Names the plugins in pages as they are now, and has other replicas look again. */
  readonly onChanged: () => Promise<void>
}

export type LivePlugins = ReturnType<typeof createLivePlugins>

/** The roster as it is now. */
export type CurrentRoster = ReturnType<typeof createCurrentRoster>

export function createCurrentRoster(first: Roster) {
  let current = first
  return {
    get: () => current,
    set: (next: Roster) => void (current = next),
  }
}

const shareServices = 'other plugins use its services'

/** Makes plugins from outside what the config and the lock file say, while the portal runs: one after the other, and the others go on. */
export function createLivePlugins(options: LivePluginsOptions) {
  const { roster, config, host, servers, composed, log } = options
  const entries = () => config.get('plugins') as readonly PluginEntry[]
  const ownAtStart = entries().filter(isOwn)
  /** Why a plugin waits for a restart. */
  const waiting = new Map<string, string>()
  /** What could not be started: it is not tried again until something of it changes. */
  const refused = new Map<string, string>()
  let pending: Promise<void> = Promise.resolve()
  let isQueued = false
  let isClosed = false

  async function refreshNow(): Promise<void> {
    await config.reload()
    const written = entries()
    tellOwn(written.filter(isOwn))
    const now = roster.get()
    const next = await options.reopen([...ownAtStart, ...written.filter(entry => !isOwn(entry))])
    roster.set({ ...now, idOf: next.idOf })
    const kept = keepFailed(now, next)
    let hasChanged = false
    for (const id of new Set([...now.outside.keys(), ...next.outside.keys()])) {
      const [before, after] = [now.outside.get(id), next.outside.get(id)]
      if (kept.reasons.has(id)) continue
      if (after && refused.get(id) === keyOf(after) && !config.isStale(id)) continue
      if (before && after && isSame(before, after) && !config.isStale(id)) {
        settle(id)
        continue
      }
      if (before && isUsed(before)) {
        waiting.set(id, shareServices)
        continue
      }
      await change(id, before, after)
      hasChanged = true
    }
    for (const [id, reason] of kept.reasons) host.tell(id, reason)
    const absent = next.absent.filter(each => !kept.told.has(each.id) && !waiting.has(each.id))
    roster.set({ ...roster.get(), absent })
    host.setAbsent(absent)
    if (hasChanged) await options.onChanged()
  }

  /** What runs is what is wanted. */
  function settle(id: string): void {
    waiting.delete(id)
    refused.delete(id)
    host.tell(id, undefined)
  }

  /** Those that run and whose next version could not even be read, with the reason. */
  function keepFailed(now: Roster, next: Roster) {
    const reasons = new Map<string, string>()
    const told = new Set<string>()
    for (const { entry, id, reason } of next.failures) {
      const running = [...now.outside.values()].find(
        each => each.plugin.id === id || each.entry.package === entry.package || nameOf(each.entry) === nameOf(entry),
      )
      if (!running || next.outside.has(running.plugin.id)) continue
      reasons.set(running.plugin.id, goesOn(running, entry.package, reason))
      told.add(id ?? nameOf(entry))
    }
    return { reasons, told }
  }

  function isUsed({ plugin }: OutsidePlugin): boolean {
    const provided = servicesOf(plugin.provides)
    return roster.get().plugins.some(other => other.id !== plugin.id && servicesOf(other.uses).some(service => provided.includes(service)))
  }

  async function change(id: string, before: OutsidePlugin | undefined, after: OutsidePlugin | undefined): Promise<void> {
    const hadFailed = host.statuses().find(each => each.id === id)?.state === 'failed'
    const goBack = before && !hadFailed ? before : undefined
    waiting.delete(id)
    refused.delete(id)
    const mistake =
      after &&
      (await adopt(id, after)
        .then(() => composed.check(after))
        .then(() => undefined, problemText))
    if (goBack && after && mistake !== undefined) return giveUp(goBack, after, mistake)
    const release = servers.hold(id)
    try {
      if (before) {
        await servers.remove(id)
        await host.remove(id)
      }
      if (!after) {
        await adopt(id, undefined)
        log.info({ plugin: id }, `plugin '${id}' was taken away`)
        return
      }
      const status = await host.add(after.plugin, after)
      if (status.state !== 'failed') return log.info({ plugin: id }, `plugin '${id}' ${after.package.version} runs`)
      refused.set(id, keyOf(after))
      if (!goBack) return
      await host.remove(id)
      await giveUp(goBack, after, status.error ?? '', () => host.add(goBack.plugin, goBack))
    } finally {
      release()
    }
  }

  /** Goes on with the version before, which is started again where it has been stopped. */
  async function giveUp(before: OutsidePlugin, after: OutsidePlugin, reason: string, restart: () => Promise<unknown> = async () => {}) {
    const { id } = before.plugin
    await adopt(id, before)
    await restart()
    refused.set(id, keyOf(after))
    const problem = goesOn(before, after.package.version, reason)
    host.tell(id, problem)
    log.error({ plugin: id }, `plugin '${id}': ${problem}`)
  }

  /** Makes the plugin a part of the portal, or no part of it: its permissions, and its sections of the config. */
  async function adopt(id: string, plugin: OutsidePlugin | undefined): Promise<void> {
    const now = roster.get()
    const outside = new Map([...now.outside].filter(([each]) => each !== id))
    if (plugin) outside.set(id, plugin)
    const ours = now.plugins.filter(each => !now.outside.has(each.id))
    const plugins = inOrderOfUse([...ours, ...[...outside.values()].map(each => each.plugin)])
    roster.set({ ...now, outside, plugins })
    composed.directory.setPlugins(plugins)
    await config.declare(configDeclarations(roster.get()), [id])
  }

  /** Ours are set up once: what others use cannot be exchanged under them. */
  function tellOwn(own: readonly PluginEntry[]): void {
    const off = (list: readonly PluginEntry[]) => new Set(list.filter(({ enabled }) => !enabled).map(entry => entry.package))
    const [before, now] = [off(ownAtStart), off(own)]
    for (const name of new Set([...before, ...now])) {
      const id = name.slice(name.indexOf('/') + 1)
      if (before.has(name) !== now.has(name)) waiting.set(id, 'it is a part of the portal')
      else waiting.delete(id)
    }
  }

  return {
    /** Looks again, and resolves when what was found is in force. Many calls at once are one. */
    refresh(): Promise<void> {
      if (isQueued || isClosed) return pending
      isQueued = true
      return (pending = pending
        .catch(() => undefined)
        .then(() => {
          isQueued = false
          return refreshNow()
        })
        .catch((error: unknown) => log.error({ error }, `plugins could not be read again, and stay as they are: ${problemText(error)}`)))
    },
    waiting: (): ReadonlyMap<string, string> => waiting,
    /** Changes nothing more, and resolves when what it was doing is done. */
    close(): Promise<void> {
      isClosed = true
      return pending
    },
    /** Of the versions that run. */
    digests: (): readonly string[] => [...roster.get().outside.values()].map(each => each.package.digest),
  }
}

/** What makes a plugin another one. Its own section of the config is followed on its own. */
function keyOf({ entry, package: { digest } }: OutsidePlugin): string {
  const { isolation, setupTimeout, callTimeout } = entry
  return JSON.stringify([digest, isolation, setupTimeout, callTimeout])
}

function isSame(left: OutsidePlugin, right: OutsidePlugin): boolean {
  return keyOf(left) === keyOf(right)
}

function goesOn({ package: { version } }: OutsidePlugin, next: string, reason: string): string {
  return `${next} could not be started, and ${version} goes on: ${reason}`
}
