import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import path from 'node:path'
import type { Duplex, Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { residentBytes } from '../../worker/resident-bytes.ts'
import { createChannel, type Handlers, type Specials } from './channel.ts'
import type { ProcessState } from './process-setup.ts'

export interface PluginProcessOptions {
  /** The program that calls `servePlugin`. */
  readonly program: URL
  /** The plugin's package. Besides programs it may read nothing else, and write nothing. */
  readonly folder: string
  readonly maxMemoryBytes: number
  /** How long its event loop may be blocked. */
  readonly stallMs: number
  readonly handlers: Handlers
  readonly specials?: Specials
  /** A line that it wrote to its output. */
  readonly onOutput: (line: string) => void
  readonly state: () => ProcessState
}

/** A share of its memory is not objects of JavaScript. */
const heapShare = 0.75
const semiSpaceMegabytes = 8
const memoryPollMs = 100
/** Beats that are missed one after the other. A server that was asleep itself counts one. */
const maxMissed = 4
const maxLine = 2000
const maxSaid = 4000
/** A third of the server's share of a processor that both want. */
const niceness = 5

export type PluginProcess = ReturnType<typeof startPluginProcess>

/** A process for one plugin. It has no environment, reads its package, and is ended when it takes too much memory or its event loop is blocked. */
export function startPluginProcess(options: PluginProcessOptions) {
  const { program, folder, maxMemoryBytes, stallMs, handlers, specials, onOutput, state } = options
  const child = spawn(process.execPath, [...flags(program, folder, maxMemoryBytes), fileURLToPath(program)], {
    cwd: folder,
    env: { NODE_ENV: process.env['NODE_ENV'] ?? 'production' },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const startedAt = performance.now()
  const ended = Promise.withResolvers<string>()
  let reason: string | undefined
  let isGone = false
  let said = ''
  let missed = 0
  let isAnswered = true
  yieldToServer(child.pid)

  const channel = createChannel(child.stdio[3] as Duplex, {
    handlers,
    ...(specials && { specials }),
    onMisuse: problem => end(`it misused its channel: ${problem}`),
  })

  function end(why: string): void {
    reason ??= why
    child.kill('SIGKILL')
  }

  function readLines(stream: Readable | null): void {
    let line = ''
    stream?.on('data', (bytes: Buffer) => {
      const text = bytes.toString()
      said = (said + text).slice(-maxSaid)
      const lines = (line + text).split('\n')
      line = (lines.pop() ?? '').slice(0, maxLine)
      for (const each of lines) if (each.trim() !== '') onOutput(each.slice(0, maxLine))
    })
  }

  function beat(): void {
    if (!isAnswered) missed += 1
    if (missed >= maxMissed) return end(`its event loop did not answer for ${stallMs / 1000} s`)
    if (!isAnswered) return
    isAnswered = false
    channel.call('ping', [state()]).then(
      () => {
        isAnswered = true
        missed = 0
      },
      () => {},
    )
  }

  function onGone(code: number | null, signal: NodeJS.Signals | null): void {
    if (isGone) return
    isGone = true
    clearInterval(heartbeat)
    clearInterval(memory)
    const why = reason ?? reasonOf(code, signal, said, maxMemoryBytes)
    channel.close(new Error(why))
    ended.resolve(why)
  }

  let heartbeat: NodeJS.Timeout | undefined
  const memory = setInterval(() => {
    if (residentBytes(child.pid) > maxMemoryBytes) end(tooMuchMemory(maxMemoryBytes))
  }, memoryPollMs).unref()
  readLines(child.stdout)
  readLines(child.stderr)
  child.on('close', onGone)
  child.on('error', error => {
    reason ??= `it could not be started: ${error.message}`
    onGone(null, null)
  })

  return {
    pid: child.pid,
    /** Milliseconds by `performance.now()`. */
    startedAt,
    call: channel.call,
    tell: channel.tell,
    memoryBytes: (): number => residentBytes(child.pid),
    /** From now on it is ended when its event loop is blocked. Loading programs blocks it for as long as it takes. */
    watchLoop(): void {
      heartbeat ??= setInterval(beat, stallMs / maxMissed).unref()
    },
    end,
    /** Why it ended. */
    ended: ended.promise,
  }
}

const tooMuchMemory = (bytes: number) => `it used more than ${Math.round(bytes / 1e6)} MB of memory`

function reasonOf(code: number | null, signal: string | null, said: string, maxMemoryBytes: number): string {
  if (/heap out of memory|Fatal process out of memory/.test(said)) return tooMuchMemory(maxMemoryBytes)
  const thrown = [...said.matchAll(/^(?:Uncaught )?(\w*Error\b.*)$/gm)].at(-1)?.[1]
  if (code === 1 && thrown !== undefined) return `nobody caught an error: ${thrown.slice(0, 300)}`
  return code === null ? `it was ended by ${signal}` : `it ended with code ${code}`
}

function flags(program: URL, folder: string, maxMemoryBytes: number): string[] {
  return [
    '--permission',
    ...[...new Set(readable(program, folder))].map(each => `--allow-fs-read=${each}`),
    '--no-addons',
    '--disable-proto=delete',
    '--no-warnings',
    '--enable-source-maps',
    `--max-old-space-size=${Math.floor((maxMemoryBytes * heapShare) / 2 ** 20)}`,
    `--max-semi-space-size=${semiSpaceMegabytes}`,
  ]
}

/** Programs, packages and the plugin. From sources the program is beside the folders that it is made of. */
function readable(program: URL, folder: string): string[] {
  const file = fileURLToPath(program)
  const packages = createRequire(program).resolve.paths('x') ?? []
  const home = path.join(path.dirname(file), '..')
  const sources = file.endsWith('.ts') ? ['app', 'core', 'plugins', 'plugin-api', 'ui'].map(each => path.join(home, each)) : []
  const folders = [path.dirname(file), folder, ...packages, ...sources].filter(each => existsSync(each))
  return folders.flatMap(each => [`${each}/*`, `${realpathSync(each)}/*`])
}

function yieldToServer(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness)
  } catch {
    // It has ended already, or the system does not allow it: then it runs like the server.
  }
}
