import { runCommandLine } from '@portico/core/server/command-line'
import { fileURLToPath } from 'node:url'
import { initCommand } from './commands/init-command.ts'
import { startCommand } from './commands/start-command.ts'
import { portal } from './portal.ts'

const built = fileURLToPath(new URL('./dist-server/', import.meta.url))

process.exitCode = await runCommandLine(process.argv.slice(2), {
  ...portal,
  commandsOfApp: [startCommand, initCommand],
  program: { start: [`${built}server.mjs`], commandLine: [`${built}cli.mjs`] },
})
