import type { z } from 'zod'
import type { Config } from '../config/open.ts'
import type { ReadSections } from '../config/read-sections.ts'
import type { Environment } from '../config/environment.ts'
import type { PluginFacts } from '../host/plugin-facts.ts'
import type { Service } from '../host/service.ts'

/** What a command line command is given besides its words. */
export interface CommandContext {
  readonly args: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>
  /** To standard output, one line. */
  readonly print: (line: string) => void
  /** To standard error, one line. */
  readonly warn: (line: string) => void
  readonly cwd: string
  readonly env: Environment
  /** What `--config` named, in order; nothing when the default files are meant. */
  readonly configFiles: readonly string[]
  /** Whether `--config` may name addresses. */
  readonly remoteConfig: boolean
  readonly plugins: readonly PluginFacts[]
  /** The portal's version. */
  readonly version: string
  /** Opens the config for the core and all plugins; a ConfigError ends the command with code 1 and the list of mistakes. */
  readonly loadConfig: () => Promise<Config>
  /** Reads some sections and nothing else: what is wrong or not set elsewhere does not matter. */
  readonly readSections: <S extends Readonly<Record<string, z.ZodType>>>(sections: S) => Promise<ReadSections<S>>
  /** Runs with a plugin's service on the database alone; with undefined when no plugin offers it so, or there is no database yet. */
  readonly withService: <T, R>(service: Service<T>, run: (value: T | undefined) => Promise<R>) => Promise<R>
}

/** A command of the `portico` program. The exit code is what `run` returns, 0 when nothing. */
export interface Command {
  /** Its words: `catalog validate`. */
  readonly name: string
  readonly summary: string
  /** As shown in the help: `<files...>`, `[ref]`. */
  readonly args?: readonly { readonly name: string; readonly description: string }[]
  /** `--json`, `--out <file>`. */
  readonly options?: readonly { readonly flags: string; readonly description: string }[]
  readonly run: (context: CommandContext) => Promise<number | void>
}
