import { authorCommands } from './author/author-commands.ts'
import { backupCommand } from './backup-command.ts'
import type { Command } from './command.ts'
import { configCheckCommand } from './config-check-command.ts'
import { configPrintCommand } from './config-print-command.ts'
import { configSchemaCommand } from './config-schema-command.ts'
import { diagnosticsCommand } from './diagnostics-command.ts'
import { healthCommand } from './health-command.ts'
import { migrateCommand } from './migrate-command.ts'
import { pluginCommands } from './plugin-commands.ts'
import { restoreCommand } from './restore-command.ts'
import { serviceCommands } from './service/service-commands.ts'
import { tokenCommand } from './token-command.ts'
import { upgradeCommand } from './upgrade-command.ts'

/** The commands that every portal has. A new one: its own file, and a line here. */
export const coreCommands: readonly Command[] = [
  configCheckCommand,
  configPrintCommand,
  configSchemaCommand,
  migrateCommand,
  upgradeCommand,
  backupCommand,
  restoreCommand,
  tokenCommand,
  diagnosticsCommand,
  ...pluginCommands,
  ...authorCommands,
  healthCommand,
  ...serviceCommands,
]
