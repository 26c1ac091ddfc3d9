import { configAt, extensionsSection, mergeConfig } from '@portico/core/common'
import type { ConfigObject, ConfigPart, ExtensionConfig, SectionValue } from '@portico/core/common'
import type { Logger } from '../operations/log.ts'
import { changedKeys, keyText, withValuesOf } from './changes.ts'
import type { ConfigChanges, ConfigKey } from './changes.ts'
import { ConfigError } from './config-error.ts'
import type { Environment } from './environment.ts'
import { createFollowers } from './followers.ts'
import type { Follow } from './followers.ts'
import { loadConfig } from './load.ts'
import type { ExampleConfig, LoadedConfig } from './load.ts'
import { checkExtensionSettings } from './extension-settings.ts'
import { describeConfig, nested } from './print.ts'
import type { PrintOptions } from './print.ts'
import { checkClaims, checkConfig, sectionIn, unclaimedPart, withoutMistakes } from './validate.ts'
import type { CheckedConfig, SectionClaim } from './validate.ts'
import { frontendPart, secretsIn } from './visibility.ts'
import { createFileWatcher } from './watch.ts'

/** What the core and the plugins declare about the config. */
export interface ConfigDeclarations {
  readonly sections: readonly SectionClaim[]
  /** Settings of extensions, for `app.extensions`. */
  readonly extensions?: readonly ExtensionConfig[] | undefined
  /** What sections that are valid by themselves have to say about each other. */
  readonly checks?: readonly ConfigCheck[] | undefined
  /** Plugins that can start again while the server runs: a mistake in a section of one keeps no change away. The section stays as it was. */
  readonly outside?: readonly string[] | undefined
}

export interface OpenConfigOptions extends ConfigDeclarations {
  readonly cwd: string
  /** What `--config` named; when empty, the default files. */
  readonly args?: readonly string[] | undefined
  readonly env: Environment
  readonly example?: ExampleConfig | undefined
  /** For servers: a mistake in the section of a plugin concerns that plugin alone. By default any mistake is a ConfigError. */
  readonly isolatesPlugins?: boolean | undefined
  /** Logs what happens when files change; `watch` may name another log. */
  readonly log?: Logger | undefined
  /** Puts what is written elsewhere into the sections that it belongs to. */
  readonly arrange?: ((loaded: LoadedConfig) => LoadedConfig) | undefined
  /** Whether `args` may hold http(s) addresses; they are read again every minute while watching, or at the interval given here. */
  readonly remote?: boolean | { readonly reloadMs: number } | undefined
}

/** Checks the config as a whole, once every section is valid. */
export type ConfigCheck = (config: Pick<Config, 'get' | 'isWritten' | 'mistakesOf'>) => {
  readonly mistakes?: readonly string[]
  readonly warnings?: readonly string[]
}

/** The config as all of the server sees it. */
export interface Config {
  /** The checked value of a section that was declared when the config was opened. */
  get(section: string): unknown
  /** Whether a key (`auth.environment`) is in the files or the environment, rather than left to its default. */
  isWritten(path: string): boolean
  /** What the browser may know, ready to be put into the page. */
  frontend(): ConfigPart[]
  /** Every secret value, for the redaction of the log. */
  secrets(): string[]
  readonly warnings: readonly string[]
  /** What is wrong in the sections of a plugin, when the config was opened. These sections have their defaults, or no value. */
  mistakesOf(owner: string): readonly string[]
  /** The layers that were found, in order. */
  readonly sources: readonly string[]
  /** The config as it may be printed, without secrets. */
  print(options?: PrintOptions): ConfigObject
  /** Changes since the config was opened: those that are in force, and those that need a restart. */
  changes(): ConfigChanges
  /**
   * Follows a section, or some keys of it: runs with its new value whenever one of them has changed; returns a function that unsubscribes. A change that
   * no listener follows needs a restart.
   */
  onChange(section: string, run: Follow, keys?: readonly string[]): () => void
  /** Runs whenever anything changed, before the listeners of sections: new secrets are known before these listeners log. */
  onReload(run: () => void | Promise<void>): () => void
  /** Reads everything again. An invalid new version is reported and the old one stays. */
  reload(): Promise<void>
  /**
   * Takes other declarations, since plugins have come or gone, and reads everything again. The sections of `started` are as new: what they hold now is
   * what these plugins start with, and mistakes in them concern these plugins alone. Throws a ConfigError where it cannot be read, and changes nothing then.
   */
  declare(declarations: ConfigDeclarations, started: readonly string[]): Promise<void>
  /** Whether sections of an owner have changed since it started, in keys that no listener follows, or have other mistakes. */
  isStale(owner: string): boolean
  /** Reloads when files change, and logs it. `onRead` runs after each reading, also where nothing in them differs. */
  watch(log?: Logger, onRead?: () => void): void
  close(): void
}

/** The owner of sections without which no server can run. */
const coreOwner = 'core'

/** Reads and checks the config; throws a ConfigError that lists every mistake. */
export async function openConfig(options: OpenConfigOptions): Promise<Config> {
  let declarations: ConfigDeclarations = options
  let log = options.log
  checkClaims(options.sections)
  const followers = createFollowers()
  const reloadListeners = new Set<() => void | Promise<void>>()
  let current = await read(owner => options.isolatesPlugins === true && owner !== coreOwner, new Map())
  /** What each section held when its owner started, and its mistakes then. */
  const inputs = new Map<string, unknown>()
  const mistakesAtStart = new Map<string, readonly string[]>()
  rememberStart()
  let shown: { readonly of: typeof current; readonly state: string; readonly parts: ConfigPart[] } | undefined
  let pending: Promise<void> = Promise.resolve()
  let watcher: ReturnType<typeof createFileWatcher> | undefined
  let poll: NodeJS.Timeout | undefined

  /** Mistakes of owners that may have some do not keep the config from being used: their sections stay as they were, or get their defaults. */
  async function read(mayFail: (owner: string) => boolean, before: CheckedConfig['sections']) {
    const { cwd, args: files, env, example } = options
    const written = await loadConfig({ cwd, files, env, example, remote: Boolean(options.remote) })
    const loaded = options.arrange?.(written) ?? written
    const checked = checkConfig(loaded, declarations.sections)
    const warnings = [...loaded.warnings, ...checked.warnings]
    const entries = (checked.sections.get(extensionsSection.path)?.value ?? []) as SectionValue<typeof extensionsSection>
    const extensions = checkExtensionSettings(entries, declarations.extensions ?? [], loaded.locationOf)
    const wrong = Map.groupBy(
      [...checked.sections.values()].filter(section => section.mistakes.length > 0),
      ({ claim }) => claim.owner,
    )
    const mistakes = [...wrong].flatMap(([owner, sections]) => (mayFail(owner) ? [] : sections.flatMap(section => section.mistakes)))
    // The settings of an extension are of its plugin's web half, which has its defaults then.
    if (options.isolatesPlugins) warnings.push(...extensions.mistakes)
    else mistakes.push(...extensions.mistakes)
    if (mistakes.length > 0) throw new ConfigError(mistakes, warnings)
    const sections = withoutMistakes(checked.sections, name => before.get(name))
    const whole = {
      get: (name: string) => sectionIn({ sections }, name).value,
      isWritten: (path: string) => configAt(loaded.data, path.split('.')) !== undefined,
      mistakesOf: (owner: string) => (wrong.get(owner) ?? []).flatMap(section => section.mistakes),
    }
    const found = (declarations.checks ?? []).map(check => check(whole))
    warnings.push(...found.flatMap(each => each.warnings ?? []))
    const contradictions = found.flatMap(each => each.mistakes ?? [])
    if (contradictions.length > 0) throw new ConfigError(contradictions, warnings)
    return { loaded, checked: { sections }, warnings, extensions: extensions.entries, whole }
  }

  const isOutside = (owner: string) => declarations.outside?.includes(owner) === true
  const sectionOf = (name: string) => sectionIn(current.checked, name)
  const mistakesOf = (owner: string) => mistakesAtStart.get(owner) ?? []

  /** Keeps what the owners start with: all, or those given. */
  function rememberStart(owners?: readonly string[]) {
    for (const owner of owners ?? []) mistakesAtStart.delete(owner)
    for (const [section, { claim, input }] of current.checked.sections) {
      if (owners && !owners.includes(claim.owner)) continue
      inputs.set(section, input)
      mistakesAtStart.set(claim.owner, current.whole.mistakesOf(claim.owner))
    }
  }

  async function reloadNow(change?: { readonly declarations: ConfigDeclarations; readonly started: readonly string[] }) {
    const before = { ...current, declarations }
    if (change) declarations = change.declarations
    try {
      // A plugin that is off since the start may have other mistakes by now: they concern nobody else.
      const mayFail = (owner: string) => change?.started.includes(owner) || isOutside(owner) || mistakesOf(owner).length > 0
      const kept = [...before.checked.sections].filter(([, { claim }]) => isOutside(claim.owner))
      current = await read(mayFail, new Map(kept))
      if (change) rememberStart(change.started)
    } catch (error) {
      declarations = before.declarations
      if (change || !(error instanceof ConfigError)) throw error
      watcher?.update([...before.loaded.files, ...error.files])
      log?.error({ mistakes: error.mistakes }, 'The changed config is not used, because it has mistakes')
      return
    }
    watcher?.update(current.loaded.files)
    const inputsBefore = new Map([...before.checked.sections].map(([section, { input }]) => [section, input] as const))
    const changed = changesSince(inputsBefore, change?.started)
    if (changed.length === 0) return
    for (const run of [...reloadListeners]) await attempt(run)
    await followers.tell(
      changed,
      name => sectionOf(name).value,
      (section, error) => cannotFollow(error, section),
    )
    tellChanges(changed)
  }

  function changesSince(before: ReadonlyMap<string, unknown>, except: readonly string[] = []): ConfigKey[] {
    const claims = declarations.sections.filter(({ owner }) => !except.includes(owner))
    return claims.flatMap(({ section }) => changedKeys(section, before.get(section), sectionOf(section).input))
  }

  /** Changes since the start that are not in force. A key that was set back to its old value is not among them. */
  function notInForce(): ConfigKey[] {
    return changesSince(inputs).filter(key => !followers.isInForce(key))
  }

  function tellChanges(changed: readonly ConfigKey[]) {
    const waiting = new Set(notInForce().map(keyText))
    const [needsRestart, inForce] = [true, false].map(isWaiting => changed.map(keyText).filter(key => waiting.has(key) === isWaiting))
    log?.info({ inForce, warnings: current.warnings }, 'The config has changed')
    if (needsRestart?.length) log?.warn({ keys: needsRestart }, 'The config has changed, and these keys need a restart')
  }

  async function attempt(run: () => void | Promise<void>) {
    try {
      await run()
    } catch (error) {
      cannotFollow(error)
    }
  }

  function cannotFollow(error: unknown, section?: string) {
    log?.error({ section, error }, 'A part of the server could not apply a change of the config')
  }

  /** A section as the browser gets it: keys that need a restart keep the value that they had when the server started, as on the server. */
  function shownInput(section: string, waiting: readonly ConfigKey[]): unknown {
    const paths = waiting.filter(key => key.section === section).map(({ path }) => path)
    return withValuesOf(sectionOf(section).input, inputs.get(section), paths)
  }

  function forBrowser({ section, schema }: SectionClaim, waiting: readonly ConfigKey[]): unknown {
    if (section === extensionsSection.path) return current.extensions
    return frontendPart([schema], shownInput(section, waiting))
  }

  /** Part of every page, and made by walking all schemas: kept until something of it has changed. */
  function frontendParts(): ConfigPart[] {
    const waiting = notInForce()
    const state = waiting.map(keyText).join(' ')
    if (shown?.of !== current || shown.state !== state) {
      const data = declarations.sections.reduce<unknown>(
        (merged, claim) => mergeConfig(merged, nested(claim.section, forBrowser(claim, waiting))),
        {},
      )
      shown = { of: current, state, parts: [{ data: data as ConfigObject, context: 'portico' }] }
    }
    return shown.parts
  }

  const config: Config = {
    get: section => current.whole.get(section),
    isWritten: path => current.whole.isWritten(path),
    frontend: frontendParts,
    secrets() {
      const inSections = [...current.checked.sections.values()].flatMap(({ claim, written, input }) =>
        [written, input].flatMap(value => secretsIn([claim.schema], value)),
      )
      return [...new Set([...inSections, ...secretsIn(undefined, unclaimedPart(current.loaded.data, declarations.sections))])]
    },
    get warnings() {
      return current.warnings
    },
    mistakesOf,
    get sources() {
      return current.loaded.sources
    },
    print: printOptions =>
      describeConfig(unclaimedPart(current.loaded.data, declarations.sections), current.checked.sections, config.frontend, printOptions),
    changes() {
      const waiting = new Set(notInForce().map(keyText))
      const all = changesSince(inputs).map(keyText)
      return { inForce: all.filter(key => !waiting.has(key)), needsRestart: [...waiting] }
    },
    onChange(section, run, keys) {
      sectionOf(section)
      return followers.add({ section, run, keys })
    },
    onReload(run) {
      reloadListeners.add(run)
      return () => void reloadListeners.delete(run)
    },
    reload: () => (pending = pending.catch(() => undefined).then(() => reloadNow())),
    declare: (next, started) => (pending = pending.catch(() => undefined).then(() => reloadNow({ declarations: next, started }))),
    isStale(owner) {
      if (String(current.whole.mistakesOf(owner)) !== String(mistakesOf(owner))) return true
      const sections = declarations.sections.filter(claim => claim.owner === owner).map(({ section }) => section)
      return notInForce().some(({ section }) => sections.includes(section))
    },
    watch(listener, onRead = () => {}) {
      if (watcher) return
      log = listener ?? log
      const again = () =>
        void config
          .reload()
          .catch((error: unknown) => log?.error({ error }, 'The config could not be read again'))
          .then(onRead)
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
