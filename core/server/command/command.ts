import type { z } from 'zod'
import type { Config } from '../config/open.ts'
import type { ReadSections } from '../config/read-sections.ts'
import type { Environment } from '../config/environment.ts'
import type { PluginMetadata } from '../host/plugin-metadata.ts'
import type { ExampleConfig } from '../config/load.ts'
import type { Service } from '../host/service.ts'
import type { SharedModules } from '../packages/shared-modules.ts'

/** Scripts, with the arguments that come first. The Node that runs the command line runs them too. */
export interface PortalProgram {
  readonly start: readonly string[]
  readonly commandLine: readonly string[]
}

/** What a command of the command line gets besides its arguments. */
export interface CommandContext {
  readonly args: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>
  /** To standard output, one line. */
  readonly print: (line: string) => void
  /** To standard error, one line. */
  readonly warn: (line: string) => void
  readonly cwd: string
  readonly env: Environment
  /** What `--config` named, in order; empty for the default files. */
  readonly configFiles: readonly string[]
  /** Whether `--config` may name addresses. */
  readonly remoteConfig: boolean
  readonly plugins: readonly PluginMetadata[]
  /** Ours that have only pages, and what plugins from outside may import: as the server has them. */
  readonly pages: Readonly<Record<string, readonly string[]>> | undefined
  readonly shared: (() => Promise<SharedModules>) | undefined
  /** The program of plugins that run in a process of their own. */
  readonly isolated: URL | undefined
  readonly example: ExampleConfig | undefined
  /** The folder with the built web app, where the portal has one. */
  readonly webFolder: string | undefined
  /** The portal's version. */
  readonly version: string
  /** How this portal is run, where it can be run without its sources. */
  readonly program: PortalProgram | undefined
  /** Opens the config for the core and all plugins; a ConfigError ends the command with code 1 and the list of mistakes. */
  readonly loadConfig: () => Promise<Config>
  /** Reads only some sections: mistakes and unset variables in other sections do not matter. */
  readonly readSections: <S extends Readonly<Record<string, z.ZodType>>>(sections: S) => Promise<ReadSections<S>>
  /** Runs with a plugin's service that needs only the database; with undefined when no plugin offers it offline, or there is no database yet. */
  readonly withService: <T, R>(service: Service<T>, run: (value: T | undefined) => Promise<R>) => Promise<R>
}

/** A command of the `portico` program. The exit code is what `run` returns, or 0. */
export interface Command {
  /** Its full name: `catalog validate`. */
  readonly name: string
  readonly summary: string
  /** As shown in the help: `<files...>`, `[ref]`. */
  readonly args?: readonly { readonly name: string; readonly description: string }[]
  /** `--json`, `--out <file>`. */
  readonly options?: readonly { readonly flags: string; readonly description: string }[]
  readonly run: (context: CommandContext) => Promise<number | void>
}
