import type { Command } from '@portico/core/server'
import { lintCommand } from './lint-command.ts'
import { testCommand } from './test-command.ts'

/** What the `portico` program can do with templates without a server. */
export const templateCommands: readonly Command[] = [lintCommand, testCommand]
