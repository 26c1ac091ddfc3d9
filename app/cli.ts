import { runCommandLine } from '@portico/core/server/command-line'
import { portal } from './portal.ts'

process.exitCode = await runCommandLine(process.argv.slice(2), portal)
