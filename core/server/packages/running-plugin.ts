import type { ClientConfig } from 'pg'
import type { MigrationConsent } from '../database/migrate.ts'
import type { PluginRole } from '../database/plugin-role.ts'
import type { LastEnd } from './isolated/last-ends.ts'
import type { ProcessStatus } from './isolated/process-status.ts'

/** What is known of a plugin from outside since its set-up. */
export interface RunningPlugin {
  /** With whose rights it uses the database. */
  role?: PluginRole
  /** How its own process connects to the database. */
  login?: ClientConfig
  consent?: MigrationConsent
  /** How its own process does. */
  process?: () => ProcessStatus
  /** How the process of a server before ended, or of one that runs. */
  lastEnd?: LastEnd | undefined
  /** Marks it as failed. */
  fail?: (error: Error) => void
}
