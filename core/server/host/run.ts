import { parseArgs } from 'node:util'
import { ConfigError } from '../config/config-error.ts'
import { hasColours } from '../operations/create-log.ts'
import { toSourceStack } from '../operations/source-stack.ts'
import { giveBackSpareMemory } from './spare-memory.ts'
import { startServer, type RunningServer } from './start.ts'
import type { StartOptions } from './start-options.ts'
import { welcomeText, type FirstSteps } from './welcome.ts'

const stopSignals = ['SIGINT', 'SIGTERM'] as const

/** Runs the portal as a program: starts it, prints its address, and shuts it down gracefully on a signal. */
export async function runPortal(options: StartOptions & { readonly argv?: readonly string[] }): Promise<void> {
  const server = await start(options)
  if (!server) return
  tellReady(server, options.firstSteps)
  giveBackSpareMemory()

  for (const signal of stopSignals) {
    process.on(signal, () => {
      server.log.info({ signal }, 'stopping')
      void server.stop().then(() => process.exit(0))
    })
  }
  // An unhandled rejection is a bug, but no reason to drop the requests in flight.
  process.on('unhandledRejection', error => {
    server.log.error({ error }, 'unhandled promise rejection')
    void server.blame(error)
  })
  process.on('uncaughtException', error => {
    void endOrGoOn(server, error)
  })
}

/** An error of a plugin from outside ends that plugin alone. */
async function endOrGoOn(server: RunningServer, error: unknown): Promise<void> {
  if (await server.blame(error)) return
  server.log.error({ error }, 'stopping after an uncaught exception')
  await server.stop().finally(() => process.exit(1))
}

/** To people at a terminal in words, to programs as a line of the log. */
function tellReady({ config, url, log, logFormat, isFirstStart, guests }: RunningServer, firstSteps: FirstSteps = {}): void {
  const { pathname } = new URL(String((config.get('app') as { baseUrl: string }).baseUrl))
  const address = `${url}${pathname}`
  if (logFormat === 'json') return log.info({ address }, `Portico is ready at ${address}`)
  process.stdout.write(welcomeText({ address, isFirstStart, guests, firstSteps, colour: hasColours() }))
}

async function start({ argv = process.argv.slice(2), ...options }: Parameters<typeof runPortal>[0]): Promise<RunningServer | undefined> {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: { config: { type: 'string', multiple: true, short: 'c' }, 'accept-irreversible': { type: 'boolean', default: false } },
    })
    const { config: configFiles, 'accept-irreversible': acceptIrreversible } = values
    return await startServer({ ...options, watchdog: true, acceptIrreversible, ...(configFiles && { configFiles }) })
  } catch (error) {
    process.stderr.write(`${toStartFailure(error)}\n`)
    process.exitCode = 1
    return undefined
  }
}

/** One line for errors that the operator can fix; the stack only in debug mode. */
function toStartFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof ConfigError) return error.message
  return process.env['PORTICO_DEBUG'] ? toSourceStack(error.stack ?? error.message) : `Portico could not start: ${error.message}`
}
