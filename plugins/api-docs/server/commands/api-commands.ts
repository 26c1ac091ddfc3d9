import type { Command } from '@portico/core/server'
import { apiDiffCommand } from './diff-command.ts'

/** What the `portico` program can do with API definitions without a server. */
export const apiCommands: readonly Command[] = [apiDiffCommand]
