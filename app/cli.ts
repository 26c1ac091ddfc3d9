import { runCommandLine } from '@portico/core/server/command-line'
import { fileURLToPath } from 'node:url'
import { initCommand } from './commands/init-command.ts'
import { startCommand } from './commands/start-command.ts'
import { portal } from './portal.ts'

process.exitCode = await runCommandLine(process.argv.slice(2), {
  ...portal,
  commandsOfApp: [startCommand, initCommand],
  program: {
    start: [fileURLToPath(new URL('./dist-server/server.mjs', import.meta.url))],
    commandLine: [fileURLToPath(new URL('./dist-server/cli.mjs', import.meta.url))],
  },
})
