import { inputError, unavailableError } from '@portico/core/common'
import { residentBytes } from '@portico/core/server/worker'
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'
import type { ProgramSettings } from '../config.ts'
import { limitExceeded } from '../errors.ts'
import { openWorkFolder } from '../workspace/work-folders.ts'

export interface ProgramRun {
  /** The key of the config that names the program, for messages. */
  readonly key: string
  readonly settings: ProgramSettings
  readonly arguments: readonly string[]
  readonly folder: string
  readonly signal: AbortSignal
  readonly log: (line: string) => void
}

const pollMs = 250
const maxLines = 2000
const maxLineLength = 2000
const shownLines = 5

/**
 * Runs a program that the operator has named, in a folder, until it ends. It gets no shell, none of the environment of the server but the
 * path, and a home of its own; it is ended with everything it started when it takes too long, needs too much memory, or is cancelled.
 */
export async function runProgram({ key, settings, arguments: given, folder, signal, log }: ProgramRun): Promise<void> {
  signal.throwIfAborted()
  const [program = '', ...first] = settings.command
  const folderOfHome = await openWorkFolder('program', tmpdir())
  const home = folderOfHome.place
  const environment = { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8', CI: 'true', ...settings.environment }
  const child = spawn(program, [...first, ...given], { cwd: folder, env: environment, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = Promise.withResolvers<{ readonly code: number | null; readonly error?: Error }>()
  let reason: 'timeout' | 'memory' | undefined
  child.on('error', error => ended.resolve({ code: null, error }))
  child.on('close', code => ended.resolve({ code }))

  function end(): void {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
  const timer = setTimeout(() => {
    reason = 'timeout'
    end()
  }, settings.timeout)
  const poll = setInterval(() => {
    if (groupBytes(child.pid) <= settings.maxMemoryMegabytes * 2 ** 20) return
    reason = 'memory'
    end()
  }, pollMs)
  signal.addEventListener('abort', end)
  const lines = readLines([child.stdout, child.stderr], log)
  try {
    const { code, error } = await ended.promise
    signal.throwIfAborted()
    if (error) throw notStarted(key, program, error)
    if (reason === 'timeout') throw limitExceeded(`${program} took longer than ${settings.timeout / 1000} s (${key}.timeout)`)
    if (reason === 'memory')
      throw limitExceeded(`${program} needed more than ${settings.maxMemoryMegabytes} MB of memory (${key}.maxMemoryMegabytes)`)
    if (code !== 0) throw failed(program, code, lines.last())
  } finally {
    clearTimeout(timer)
    clearInterval(poll)
    signal.removeEventListener('abort', end)
    // What it started and left behind ends with it.
    end()
    await folderOfHome.close()
  }
}

/** Logs what a program writes, up to a limit, and keeps the last lines for its failure. */
function readLines(streams: readonly (NodeJS.ReadableStream | null)[], log: (line: string) => void) {
  const last: string[] = []
  let count = 0
  for (const stream of streams) {
    if (!stream) continue
    createInterface({ input: stream }).on('line', line => {
      count += 1
      const short = line.slice(0, maxLineLength)
      if (count <= maxLines) log(short)
      if (count === maxLines + 1) log('… further output is left out')
      if (short.trim() !== '') last.push(short)
      if (last.length > shownLines) last.shift()
    })
  }
  return { last: () => last.join('\n') }
}

/** Of a process and everything that it started, which is its process group. Only Linux tells. */
function groupBytes(group: number | undefined): number {
  if (process.platform !== 'linux' || group === undefined) return 0
  let bytes = 0
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The name, in brackets, may hold anything; what follows are the state, the parent and the group.
      const [, , ofGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (Number(ofGroup) === group) bytes += residentBytes(pid)
    } catch {
      // It has ended meanwhile.
    }
  }
  return bytes
}

function notStarted(key: string, program: string, error: Error) {
  const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
  const why = isMissing ? 'is not on the PATH of the server' : `could not be started: ${error.message}`
  return unavailableError(`'${program}' of ${key}.command ${why}`, { code: 'scaffolder.program-missing' })
}

function failed(program: string, code: number | null, last: string) {
  return inputError(`${program} ended with ${code === null ? 'a signal' : `code ${code}`}${last === '' ? '' : `: ${last}`}`, {
    code: 'scaffolder.program-failed',
  })
}
