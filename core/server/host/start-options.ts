import type { ExampleConfig } from '../config/load.ts'
import type { FrontMiddleware } from '../http/front.ts'
import type { WebAppOptions } from '../http/web-app.ts'
import type { Log } from '../operations/create-log.ts'
import type { SharedModules } from '../packages/shared-modules.ts'
import type { ServerPlugin } from './plugin.ts'
import type { FirstSteps } from './welcome.ts'

export interface StartOptions {
  readonly plugins: readonly ServerPlugin[]
  /** Plugins that have only pages, and what each needs: `{ org: ['catalog'] }`. */
  readonly pages?: Readonly<Record<string, readonly string[]>>
  /** What plugins from outside may import by name. Loaded when there is one. */
  readonly shared?: () => Promise<SharedModules>
  /** The program of plugins that run in a process of their own: it calls `servePlugin`. */
  readonly isolated?: URL
  readonly version: string
  /** The folder of the built web app; without it only the API is served. */
  readonly webFolder?: string | undefined
  readonly cwd?: string
  /** Config files by name, instead of the default ones. */
  readonly configFiles?: readonly string[] | undefined
  readonly example?: ExampleConfig
  readonly env?: Readonly<Record<string, string | undefined>>
  /** What people who have started it for the first time do next, by title: a page of the docs for each. */
  readonly firstSteps?: FirstSteps
  /** Consent to migrations that cannot be undone. */
  readonly acceptIrreversible?: boolean
  /** For development: handles page requests first. */
  readonly development?: (log: Log) => Promise<Development>
  /** Whether the process is ended when it is stuck. For programs: tests share theirs. */
  readonly watchdog?: boolean
  /** For tests: lines go there instead of to standard output. */
  readonly logTo?: { write(line: string): unknown }
}

/** The pages as a bundler serves them from their source. */
export type Development = FrontMiddleware & NonNullable<WebAppOptions['development']>
