import type { Command } from '@portico/core/server'
import { checkCommand } from './check-command.ts'
import { tryCommand } from './try-command.ts'

/** What the `portico` program can do with connectors without a server. */
export const connectorCommands: readonly Command[] = [checkCommand, tryCommand]
