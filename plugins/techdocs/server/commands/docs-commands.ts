import type { Command } from '@portico/core/server'
import { buildCommand } from './build-command.ts'
import { checkCommand } from './check-command.ts'
import { publishCommand } from './publish-command.ts'
import { serveCommand } from './serve-command.ts'

/** What the `portico` program can do with docs without a server. */
export const docsCommands: readonly Command[] = [checkCommand, buildCommand, publishCommand, serveCommand]
