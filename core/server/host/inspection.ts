import type { ConfigChanges } from '../config/changes.ts'
import type { TaskDescription } from '../work/scheduler.ts'
import type { PerformanceReport } from '../operations/performance/performance.ts'
import type { PluginRole } from '../database/plugin-role.ts'
import type { ProcessStatus } from '../packages/isolated/process-status.ts'
import type { ProblemReport } from './reported-problems.ts'

/** Where a plugin from outside comes from, and what its manifest says that it adds. */
export interface PluginOrigin {
  readonly package: string
  readonly version: string
  readonly source: 'folder' | 'archive' | 'address' | 'registry'
  /** As `plugins` in the config names it. */
  readonly written: string
  /** The sha512 of its archive, or of its files, as hex. */
  readonly digest: string
  /** The range of versions of the plugin API. */
  readonly api: string
  readonly isolation: 'none' | 'process'
  readonly adds: {
    readonly routes: readonly string[]
    readonly permissions: readonly string[]
    readonly tables: readonly string[]
    readonly slots: readonly string[]
    readonly hosts: readonly string[]
    readonly hasPages: boolean
  }
}

export interface PluginStatus {
  readonly id: string
  readonly state: 'starting' | 'started' | 'failed' | 'stopped' | 'off'
  /** Why it failed. */
  readonly error?: string
  /** Why it is off. */
  readonly reason?: string
  /** What is not as it should be although it runs: another version could not be started. */
  readonly problem?: string
  /** Absent for ours. */
  readonly origin?: PluginOrigin
  /** The role that sees only the tables of a plugin from outside, or why it has none. */
  readonly database?: PluginRole
  /** Its own process, where it has one. */
  readonly process?: ProcessStatus
  readonly uses: readonly string[]
  readonly provides: readonly string[]
  readonly setupMs: number
}

/** What administrators change about plugins from outside. It is in force when the call returns. */
export interface PluginAdministration {
  install(written: string, integrity?: string): Promise<InstalledVersion>
  rollback(id: string): Promise<InstalledVersion>
  enable(id: string, enabled: boolean): Promise<void>
  /** Those whose change needs a restart: ours, and those whose services others use. Those with a version before can go back. */
  changes(): Promise<{
    readonly waiting: readonly string[]
    readonly revertible: readonly string[]
    readonly switchable: readonly string[]
  }>
}

export interface InstalledVersion {
  readonly id: string
  readonly package: string
  readonly version: string
  /** Why it does not run. */
  readonly problem?: string
}

/** The state of the running server. */
export interface Inspection {
  plugins(): readonly PluginStatus[]
  /** Mistakes in the config that did not stop the start, such as unknown keys. */
  configWarnings(): readonly string[]
  /** What has changed in the config since the start, and whether it needs a restart. */
  configChanges(): ConfigChanges
  /** Says what of a plugin does not work as it should whenever somebody asks. For plugins, during set-up. */
  reportProblems(pluginId: string, read: () => Promise<Omit<ProblemReport, 'plugin'>>): void
  /** What does not work as it should, as plugins report it. */
  problems(): Promise<readonly ProblemReport[]>
  /** The scheduled tasks of all plugins. */
  tasks(): Promise<readonly TaskDescription[]>
  /** Runs a task as soon as possible, whichever plugin it belongs to. */
  triggerTask(pluginId: string, taskId: string): Promise<void>
  /** How fast this server is, and what makes it slow. */
  performance(): Promise<PerformanceReport>
  /** PostgreSQL's plan for a statement of that report. */
  explainStatement(id: string): Promise<string>
  /** Installs plugins from outside, switches them off and takes them back. */
  readonly outside: PluginAdministration
  readonly version: string
  readonly startedAt: Date
  readonly instanceId: string
}
