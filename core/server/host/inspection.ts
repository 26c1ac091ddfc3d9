import type { ConfigChanges } from '../config/open.ts'
import type { TaskDescription } from '../work/scheduler.ts'

export interface PluginStatus {
  readonly id: string
  readonly state: 'starting' | 'started' | 'failed' | 'stopped'
  /** Why it failed. */
  readonly error?: string
  readonly uses: readonly string[]
  readonly provides: readonly string[]
  readonly setupMs: number
}

/** What the running server can say about itself. */
export interface Inspection {
  plugins(): readonly PluginStatus[]
  /** Mistakes in the config that did not stop the start, such as keys nobody knows. */
  configWarnings(): readonly string[]
  /** What has changed in the config since the start, and whether it needs a restart. */
  configChanges(): ConfigChanges
  /** The scheduled tasks of all plugins. */
  tasks(): Promise<readonly TaskDescription[]>
  /** Runs a task as soon as possible, whichever plugin it belongs to. */
  triggerTask(pluginId: string, taskId: string): Promise<void>
  readonly version: string
  readonly startedAt: Date
  readonly instanceId: string
}
