import { mergeConfig } from '@portico/core/common'
import type { ConfigObject, ConfigPart } from '@portico/core/common'
import { isDeepStrictEqual } from 'node:util'
import type { Logger } from '../operations/log.ts'
import { ConfigError } from './config-error.ts'
import type { Environment } from './environment.ts'
import { loadConfig } from './load.ts'
import { describeConfig, nested } from './print.ts'
import type { PrintOptions } from './print.ts'
import { checkClaims, checkConfig, unclaimedPart } from './validate.ts'
import type { SectionClaim } from './validate.ts'
import { frontendPart, secretsIn } from './visibility.ts'
import { createFileWatcher } from './watch.ts'

export interface OpenConfigOptions {
  readonly cwd: string
  /** What `--config` named; with nothing, the default files. */
  readonly args?: readonly string[] | undefined
  readonly env: Environment
  readonly sections: readonly SectionClaim[]
  /** Told what happens when files change; `watch` may name another. */
  readonly log?: Logger | undefined
  /** Whether `args` may hold http(s) addresses; they are read again every minute while watching, or as often as said here. */
  readonly remote?: boolean | { readonly reloadMs: number } | undefined
}

type Listener = (value: unknown) => void | Promise<void>

/** The config as all of the server sees it. */
export interface Config {
  /** The checked value of a section that was declared when the config was opened. */
  get(section: string): unknown
  /** What the browser may know, ready to be put into the page. */
  frontend(): ConfigPart[]
  /** Every text that must not be shown, for the log. */
  secrets(): string[]
  readonly warnings: readonly string[]
  /** The layers that were found, in order. */
  readonly sources: readonly string[]
  /** The config as people may look at it. */
  print(options?: PrintOptions): ConfigObject
  /** Runs whenever the section has another value than before; returns what ends that. */
  onChange(section: string, run: Listener): () => void
  /** Runs whenever anything changed, after the sections' own listeners. */
  onReload(run: () => void | Promise<void>): () => void
  /** Reads everything again. An invalid new version is reported and the old one stays. */
  reload(): Promise<void>
  /** Reloads by itself when files change, and tells the log. */
  watch(log?: Logger): void
  close(): void
}

/** Reads and checks the config; throws a ConfigError that lists every mistake. */
export async function openConfig(options: OpenConfigOptions): Promise<Config> {
  const { sections: claims } = options
  let log = options.log
  checkClaims(claims)
  const listeners = new Map<string, Set<Listener>>()
  const reloadListeners = new Set<() => void | Promise<void>>()
  let current = await read()
  let pending: Promise<void> = Promise.resolve()
  let watcher: ReturnType<typeof createFileWatcher> | undefined
  let poll: NodeJS.Timeout | undefined

  async function read() {
    const loaded = await loadConfig({ cwd: options.cwd, files: options.args, env: options.env, remote: Boolean(options.remote) })
    const checked = checkConfig(loaded, claims)
    const warnings = [...loaded.warnings, ...checked.warnings]
    if (checked.mistakes.length > 0) throw new ConfigError(checked.mistakes, warnings)
    return { loaded, checked, warnings }
  }

  function sectionOf(name: string) {
    const section = current.checked.sections.get(name)
    if (!section) throw new Error(`Nobody declared the config section '${name}'`)
    return section
  }

  async function reloadNow() {
    const before = current
    try {
      current = await read()
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      watcher?.update([...before.loaded.files, ...error.files])
      log?.error({ mistakes: error.mistakes }, 'The changed config is not used, because it has mistakes')
      return
    }
    watcher?.update(current.loaded.files)
    const changed = claims
      .map(claim => claim.section)
      .filter(name => !isDeepStrictEqual(before.checked.sections.get(name)?.input, sectionOf(name).input))
    if (changed.length === 0) return
    log?.info({ sections: changed, warnings: current.warnings }, 'The config has changed')
    for (const name of changed) {
      // A copy: who begins to listen now has the new value already.
      for (const run of [...(listeners.get(name) ?? [])]) await attempt(() => run(sectionOf(name).value), name)
    }
    for (const run of [...reloadListeners]) await attempt(run)
  }

  async function attempt(run: () => void | Promise<void>, section?: string) {
    try {
      await run()
    } catch (error) {
      log?.error({ section, error }, 'A part of the server could not follow a change of the config')
    }
  }

  const config: Config = {
    get: section => sectionOf(section).value,
    frontend() {
      const data = claims.reduce<unknown>(
        (merged, claim) => mergeConfig(merged, nested(claim.section, frontendPart([claim.schema], sectionOf(claim.section).input))),
        {},
      )
      return [{ data: data as ConfigObject, context: 'portico' }]
    },
    secrets() {
      const inSections = [...current.checked.sections.values()].flatMap(({ claim, written, input }) =>
        [written, input].flatMap(value => secretsIn([claim.schema], value)),
      )
      return [...new Set([...inSections, ...secretsIn(undefined, unclaimedPart(current.loaded.data, claims))])]
    },
    get warnings() {
      return current.warnings
    },
    get sources() {
      return current.loaded.sources
    },
    print: printOptions =>
      describeConfig(unclaimedPart(current.loaded.data, claims), current.checked.sections, config.frontend, printOptions),
    onChange(section, run) {
      sectionOf(section)
      const runs = listeners.get(section) ?? new Set()
      listeners.set(section, runs.add(run))
      return () => void runs.delete(run)
    },
    onReload(run) {
      reloadListeners.add(run)
      return () => void reloadListeners.delete(run)
    },
    reload: () => (pending = pending.catch(() => undefined).then(reloadNow)),
    watch(listener) {
      if (watcher) return
      log = listener ?? log
      const again = () => void config.reload().catch((error: unknown) => log?.error({ error }, 'The config could not be read again'))
      watcher = createFileWatcher({ onChange: again, onProblem: message => log?.warn(message) })
      watcher.update(current.loaded.files)
      const reloadMs = typeof options.remote === 'object' ? options.remote.reloadMs : 60_000
      if (current.loaded.addresses.length > 0) poll = setInterval(again, reloadMs).unref()
    },
    close() {
      watcher?.close()
      clearInterval(poll)
      watcher = undefined
    },
  }
  return config
}
