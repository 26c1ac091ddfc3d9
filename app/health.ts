import { runCommandLine } from '@portico/core/server/command-line'
import { healthCommand } from '@portico/core/server/health-command'

// `portico health` without the plugins, which it does not need: a third of the memory and of the time.
process.exitCode = await runCommandLine(process.argv.slice(2), { plugins: [], commands: [healthCommand] })
