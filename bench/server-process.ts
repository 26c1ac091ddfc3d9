import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export interface RunningServer {
  readonly url: string
  readonly pid: number
  /** From the start of the process to the first 200 of the readiness route. */
  readonly readyMs: number
  /** Asks it to stop and returns when it has; a server that does not within ten seconds is killed, and that is an error. */
  stop(): Promise<void>
}

export interface ServerOptions {
  readonly root: string
  readonly dataFolder: string
  /** Config by dotted key, over what every measured server has. */
  readonly config?: Readonly<Record<string, unknown>>
  /** The module that starts it, and what that reads from the environment; the portal's own by default. */
  readonly entry?: { readonly module: string; readonly env: Readonly<Record<string, string>> } | undefined
  /** A replica that warms up is ready after two minutes at the latest. */
  readonly timeoutMs?: number
}

/** Starts the real server, as `npm start` would, on a free port and on a data folder of its own. */
export async function startServer({ root, dataFolder, config = {}, entry, timeoutMs = 150_000 }: ServerOptions): Promise<RunningServer> {
  const url = `http://127.0.0.1:${await freePort()}`
  const started = performance.now()
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4', join(root, entry?.module ?? 'app/dist-server/server.mjs')],
    {
      cwd: root,
      env: { ...inheritedEnvironment(), ...serverEnvironment(root, url, dataFolder), ...configEnvironment(config), ...entry?.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const output = collect(child)
  try {
    await untilReady(`${url}/.backstage/health/v1/readiness`, child, started + timeoutMs)
  } catch (error) {
    await end(child)
    throw new Error(`${(error as Error).message}; ${lastWords(output())}`, { cause: error })
  }
  const readyMs = performance.now() - started
  return { url, pid: child.pid!, readyMs, stop: () => stop(child, output) }
}

/** The measured config must not depend on whoever runs the measurement. */
function inheritedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('APP_CONFIG_') && name !== 'DATABASE_URL' && name !== 'BACKSTAGE_ENV'),
  )
}

function serverEnvironment(root: string, url: string, dataFolder: string): NodeJS.ProcessEnv {
  return {
    NODE_ENV: 'production',
    MALLOC_MMAP_THRESHOLD_: '131072',
    NODE_COMPILE_CACHE: join(root, '.portico', 'compile-cache'),
    APP_CONFIG_app_baseUrl: url,
    APP_CONFIG_backend_baseUrl: url,
    APP_CONFIG_backend_listen: new URL(url).host,
    APP_CONFIG_backend_dataFolder: dataFolder,
    APP_CONFIG_auth_providers_guest_dangerouslyAllowOutsideDevelopment: 'true',
  }
}

function configEnvironment(config: Readonly<Record<string, unknown>>): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(config).map(([key, value]) => [`APP_CONFIG_${key.replaceAll('.', '_')}`, JSON.stringify(value)]))
}

/** For so long a start is measured to some milliseconds. */
const fineMs = 3000

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function collect(child: ChildProcess): () => string {
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => chunks.push(text))
  return () => chunks.join('').trim()
}

/** The line that names the mistake first, for a table; then the end of all it said. */
function lastWords(output: string): string {
  const lines = output.split('\n')
  const telling = lines.find(line => /error\b.*:/i.test(line)) ?? lines.at(-1) ?? ''
  return `it said: ${telling.trim().slice(0, 120)}\n${output.slice(-2000)}`
}

async function untilReady(address: string, child: ChildProcess, deadline: number): Promise<void> {
  const began = performance.now()
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the server ended with ${child.exitCode ?? child.signalCode}`)
    const status = await fetch(address).then(
      async response => {
        await response.arrayBuffer()
        return response.status
      },
      () => 0,
    )
    if (status === 200) return
    // One that warms up for long is not asked so often that this costs it a part of the machine.
    await wait(performance.now() - began < fineMs ? 5 : 100)
  }
  throw new Error('the server was not ready in time')
}

async function stop(child: ChildProcess, output: () => string): Promise<void> {
  const ended = await end(child)
  if (!ended) throw new Error(`the server did not stop within ten seconds; ${lastWords(output())}`)
}

/** True when the process ended by itself after being asked. */
async function end(child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null) return true
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await exited
  clearTimeout(timer)
  return child.signalCode !== 'SIGKILL'
}
