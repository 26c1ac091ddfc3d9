import type { RunningServer, ServerOptions } from './server-process.ts'

/** One measured number. */
export interface Row {
  readonly name: string
  readonly value: number
  readonly unit: 's' | 'ms' | 'µs' | 'MB' | 'kB' | 'lines' | 'files' | 'requests' | 'requests/s' | 'points' | 'pages' | '%'
  /** The limit that the project has committed to. */
  readonly limit?: number
  /** The value that the project has committed to reach. */
  readonly atLeast?: number
  /** The individual measurements behind the value. */
  readonly runs?: readonly number[]
}

/** What a figure may use. Everything it starts is stopped and removed by the runner, also after a failure. */
export interface Bench {
  /** The root of the repository. */
  readonly root: string
  /** A new, empty data folder. */
  freshFolder(): string
  /** A data folder on which a server has run before. */
  warmFolder(): Promise<string>
  /** Starts a server on a data folder, with config by dotted key, and returns when it has answered readiness with 200. */
  start(folder: string, config?: Readonly<Record<string, unknown>>, entry?: ServerOptions['entry']): Promise<RunningServer>
}

/** Something that can be measured by name: `node bench/run.ts <id>`. */
export interface Figure {
  readonly id: string
  readonly about: string
  /** Measured only where it is named: it takes long, or much memory. */
  readonly isOnRequest?: boolean
  readonly measure: (bench: Bench) => Promise<readonly Row[]>
}
