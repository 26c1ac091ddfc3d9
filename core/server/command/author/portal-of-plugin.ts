import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { CommandContext } from '../command.ts'

/** A portal in a process of its own that has one plugin, from its folder. */
export interface PortalOfPlugin {
  readonly url: string
  readonly process: ChildProcess
  /** Whether it has ended by itself. */
  readonly hasEnded: () => boolean
  /** Has it take the plugin as it is now, and waits until it has. Throws why it has not. */
  readonly refresh: (digest: string) => Promise<void>
  /** Asks the portal to end, and waits until it has. */
  readonly stop: () => Promise<void>
}

export interface PortalOptions {
  readonly port: number
  /** Below `.portico` of the plugin: `dev`, `test`. */
  readonly name: string
  /** Config besides the plugin and where the portal listens. */
  readonly config?: Readonly<Record<string, unknown>>
  readonly output: 'inherit' | 'ignore'
}

const pollMs = 50
const refreshMs = 10_000

/** What the system page knows of a plugin. */
interface SeenPlugin {
  readonly state: string
  readonly error?: string
  readonly problem?: string
  readonly origin?: { readonly digest: string }
}

/** Starts this very program with `start`, and waits until it is ready. Config files of the command come first, so the plugin's entry stays. */
export async function startPortalOfPlugin({ cwd, configFiles, env }: CommandContext, options: PortalOptions): Promise<PortalOfPlugin> {
  const { port, name, config = {}, output } = options
  const folder = path.join(cwd, '.portico', name)
  const file = path.join(folder, 'app-config.json')
  const url = `http://localhost:${port}`
  await mkdir(folder, { recursive: true })
  const own = {
    app: { baseUrl: url },
    backend: { baseUrl: url, listen: { host: '127.0.0.1', port }, dataFolder: path.join(folder, 'data') },
    plugins: [{ package: cwd }],
  }
  const text = JSON.stringify({ ...config, ...own })
  await writeFile(file, text)
  const program = process.argv[1] ?? ''
  const files = [...configFiles, file].flatMap(each => ['--config', each])
  const child = spawn(process.execPath, [...process.execArgv, program, ...files, 'start'], {
    cwd: folder,
    env: { ...env, NODE_COMPILE_CACHE: path.join(folder, 'data', 'compile-cache') },
    stdio: ['ignore', output, 'inherit'],
  })
  const ended = once(child, 'exit')
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  while (!(await isReady(url))) {
    if (hasEnded()) throw new Error('The portal ended while it started')
    await delay(pollMs)
  }
  async function stop(): Promise<void> {
    if (hasEnded()) return
    child.kill('SIGTERM')
    await ended
  }
  async function refresh(digest: string): Promise<void> {
    const headers = { authorization: `Bearer ${await guestToken(url)}` }
    async function see(): Promise<SeenPlugin> {
      const { plugins } = (await (await fetch(`${url}/api/devtools/system`, { headers })).json()) as {
        readonly plugins: readonly SeenPlugin[]
      }
      return plugins.find(({ origin }) => origin !== undefined) ?? { state: 'absent' }
    }
    const problemOf = ({ problem, error }: SeenPlugin) => problem ?? error
    const before = problemOf(await see())
    await writeFile(file, text)
    for (const end = Date.now() + refreshMs; ; await delay(pollMs)) {
      const seen = await see()
      const problem = problemOf(seen)
      if (problem === undefined && seen.origin?.digest === digest && seen.state === 'started') return
      // The problem that was there before may be one of the version before.
      if ((problem !== undefined && problem !== before) || Date.now() > end)
        throw new Error(problem ?? 'The portal did not take the plugin')
    }
  }
  return { url, process: child, hasEnded, refresh, stop }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/.backstage/health/v1/readiness`)).ok
  } catch {
    return false
  }
}

/** The token of a guest, as a browser gets it. */
export async function guestToken(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/guest/refresh`, { headers: { 'x-requested-with': 'XMLHttpRequest' } })
  const { backstageIdentity } = (await answer.json()) as { readonly backstageIdentity?: { readonly token: string } }
  if (!backstageIdentity) throw new Error(`Guests cannot sign in: ${answer.status}`)
  return backstageIdentity.token
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
