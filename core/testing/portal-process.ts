import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { makeDatabaseFolder } from './database-folder.ts'

const repository = path.join(import.meta.dirname, '../..')
const startTimeoutMs = 90_000
const stopTimeoutMs = 20_000

export interface PortalProcess {
  /** Its address, without a trailing slash. */
  readonly url: string
  /** What it has written so far. */
  readonly log: () => string
  stop(): Promise<void>
}

type PortalConfig = Readonly<Record<string, unknown>>

/**
 * Starts the portal as its users do (what `npm start` runs), as a process of its own, with an empty database in a temporary folder. Config that
 * depends on the portal's address is given as a function of that. Its sections `app` and `backend` add to the default ones.
 */
export async function startPortalProcess(given: PortalConfig | ((url: string) => Promise<PortalConfig>) = {}): Promise<PortalProcess> {
  const folder = makeDatabaseFolder('e2e')
  const port = await freePort()
  const url = `http://localhost:${port}`
  const file = path.join(folder, 'app-config.yaml')
  const { app, backend: more, ...config } = typeof given === 'function' ? await given(url) : given
  const backend = { baseUrl: url, listen: { port, host: '127.0.0.1' }, dataFolder: path.join(folder, 'data') }
  writeFileSync(
    file,
    JSON.stringify({
      app: { baseUrl: url, title: 'Portico', ...(app as object | undefined) },
      organization: { name: 'Acme' },
      backend: { ...backend, ...(more as object | undefined) },
      ...config,
    }),
  )
  const child = spawn(process.execPath, ['scripts/start.mjs', '--config', file], {
    cwd: repository,
    env: plainEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })

  async function stop(): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
      await exited
      clearTimeout(timer)
    }
    rmSync(folder, { recursive: true, force: true })
  }

  const log = keepLog(child)
  try {
    await ready(child, log)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, log, stop }
}

/** Waits for something of a portal. When that fails the error carries what the server wrote, and the portal is stopped. */
export async function withServerLog(portal: PortalProcess, wait: () => Promise<unknown>): Promise<void> {
  try {
    await wait()
  } catch (error) {
    await portal.stop()
    throw new Error(`${error instanceof Error ? error.message : String(error)}\nThe server wrote:\n${portal.log()}`, { cause: error })
  }
}

// Only the end of a long log is kept.
const maxLogLength = 2_000_000

function keepLog(child: ChildProcess): () => string {
  let output = ''
  const listener = (chunk: Buffer) => void (output = `${output}${chunk}`.slice(-maxLogLength))
  child.stdout?.on('data', listener)
  child.stderr?.on('data', listener)
  return () => output
}

/** The environment of `npm start`, without the settings of the test run. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const own = /^(APP_CONFIG_|DATABASE_URL$|NODE_ENV$|BACKSTAGE_ENV$)/
  const inherited = Object.entries(process.env).filter(([name]) => !own.test(name))
  return Object.fromEntries(inherited)
}

/** A port of this machine that nobody uses. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function ready(child: ChildProcess, log: () => string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The portal was not ready after ${startTimeoutMs / 1000} s:\n${log()}`)),
      startTimeoutMs,
    )
    const listener = () => {
      if (!/Portico is ready at /.test(log())) return
      clearTimeout(timer)
      resolve()
    }
    child.stdout?.on('data', listener)
    child.stderr?.on('data', listener)
    child.once('exit', code => {
      clearTimeout(timer)
      reject(new Error(`The portal ended with code ${code} before it was ready:\n${log()}`))
    })
  })
}
