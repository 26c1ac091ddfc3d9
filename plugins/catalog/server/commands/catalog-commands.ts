import type { Command } from '@portico/core/server'
import { diffCommand } from './diff-command.ts'
import { validateCommand } from './validate-command.ts'

/** What the `portico` program can do with a catalog without a server. */
export const catalogCommands: readonly Command[] = [validateCommand, diffCommand]
