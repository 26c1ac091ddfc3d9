import path from 'node:path'
import { runCommandLine } from '@portico/core/server/command-line'
import { portal } from './portal.ts'

process.exitCode = await runCommandLine(process.argv.slice(2), {
  ...portal,
  program: {
    start: [path.join(import.meta.dirname, 'dist-server', 'server.mjs')],
    commandLine: [path.join(import.meta.dirname, '..', 'scripts', 'portico.mjs')],
  },
})
