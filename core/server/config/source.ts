import type { ConfigObject } from '@portico/core/common'
import type { ConfigPath } from './config-path.ts'

/** One layer of config: a file, an address or the environment. */
export interface ConfigSource {
  readonly name: string
  readonly data: ConfigObject
  /** Where it is; undefined for what is no file. */
  readonly folder?: string | undefined
  /** Where the value at a path was written, as people look it up: `app-config.yaml:12`. */
  readonly locationOf: (path: ConfigPath) => string
  /** The value as it was typed, where that says more than the value: environment variables. */
  readonly textOf: (path: ConfigPath) => string | undefined
}
