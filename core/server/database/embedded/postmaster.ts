import { execFileSync, spawn } from 'node:child_process'
import { closeSync, openSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { explain, programEnvironment, type ClusterOptions } from './cluster.ts'
import { isRunning, readIfThere } from './start-lock.ts'

/** Only a part of the socket's name, since nothing listens on the network. */
export const port = 5432

const startTimeoutMs = 120_000
const stopTimeoutMs = 30_000
const pollMs = 5

/** A running PostgreSQL server. */
export interface Postmaster {
  readonly pid: number
  readonly socketFolder: string
  /** False while it starts up, recovers or shuts down. */
  readonly ready: boolean
}

/** The server that runs on the cluster, by its pid file; undefined when it is not running, whatever the file says. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const lines = readIfThere(join(cluster, 'postmaster.pid'))?.split('\n') ?? []
  const pid = Number(lines[0])
  if (!isPostmaster(pid, cluster)) return undefined
  return { pid, socketFolder: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' }
}

/** After a crash the process id in the file may have been reused by another process. */
function isPostmaster(pid: number, cluster: string): boolean {
  if (!isRunning(pid)) return false
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
    } catch {
      return false
    }
  }
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes('postgres')
  } catch {
    return false
  }
}

/** Starts a server on the cluster and returns when it takes connections. To be called under the start lock. */
export async function startPostmaster(cluster: string, socketFolder: string, options: ClusterOptions): Promise<Postmaster> {
  removeStalePid(cluster, socketFolder)
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    const outcome = await tryStart(cluster, socketFolder, options, deadline)
    if (typeof outcome !== 'string') return outcome
    // Children of a server that was killed need a moment to notice; PostgreSQL will not start beside them.
    if (!/pre-existing shared memory block|is still in use/.test(outcome) || Date.now() > deadline) {
      throw new Error(`The embedded PostgreSQL on ${cluster} did not start: ${explain(outcome)}`)
    }
    await delay(50)
  }
}

/** The server, or its output when it exited instead. */
async function tryStart(cluster: string, socketFolder: string, options: ClusterOptions, deadline: number): Promise<Postmaster | string> {
  const logFile = join(options.home, 'postgres.log')
  const output = openSync(logFile, 'w')
  // In its own process group: a Ctrl-C in the terminal must not reach it before the requests in flight are answered.
  const child = spawn(join(options.binaries.bin, 'postgres'), ['-D', cluster, ...settings(socketFolder, options.durable)], {
    detached: true,
    stdio: ['ignore', output, output],
    cwd: '/',
    env: programEnvironment(),
    ...options.account,
  })
  closeSync(output)
  child.unref()
  let ended: string | undefined
  child.once('error', error => (ended = String(error)))
  child.once('exit', () => (ended = readIfThere(logFile) ?? ''))
  for (;;) {
    if (ended !== undefined) return ended
    const found = findPostmaster(cluster)
    if (found?.ready && found.pid === child.pid) return found
    if (Date.now() > deadline) throw new Error(`The embedded PostgreSQL on ${cluster} is not ready after ${startTimeoutMs / 1_000} s`)
    await delay(pollMs)
  }
}

/**
 * PostgreSQL refuses to start while the process named in its pid file exists, even when the id was reused by another process. The file itself
 * must stay, since it also names the shared memory that left-over children would still use; our own id in it counts as stale.
 */
function removeStalePid(cluster: string, socketFolder: string): void {
  const file = join(cluster, 'postmaster.pid')
  const [pid, ...rest] = readIfThere(file)?.split('\n') ?? []
  if (pid !== undefined && isRunning(Number(pid))) writeFileSync(file, [process.pid, ...rest].join('\n'))
  rmSync(join(socketFolder, `.s.PGSQL.${port}.lock`), { force: true })
}

/** Shuts the server down; connections that are left are closed. */
export async function stopPostmaster(cluster: string, postmaster: Postmaster): Promise<void> {
  const deadline = Date.now() + stopTimeoutMs
  process.kill(postmaster.pid, 'SIGINT')
  while (isPostmaster(postmaster.pid, cluster)) {
    await delay(pollMs)
    if (Date.now() > deadline) return void process.kill(postmaster.pid, 'SIGQUIT')
  }
}

/** Sized for a small server; commits are durable, except in tests. */
function settings(socketFolder: string, durable: boolean): string[] {
  const values: Record<string, string | number> = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    port,
    // Many test files run side by side, each with a pool of its own.
    max_connections: durable ? 100 : 500,
    shared_buffers: '128MB',
    // What is read often is in memory, and random reads are cheap on SSDs.
    random_page_cost: 1.1,
    max_worker_processes: 4,
    max_parallel_workers: 2,
    autovacuum_max_workers: 2,
    io_method: 'sync',
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_logical_replication_workers: 0,
    min_wal_size: '32MB',
    // After every checkpoint each page that changes is written whole once more: with few of them, a large ingest writes half as much.
    max_wal_size: '2GB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'log',
    log_checkpoints: 'off',
    ...(!durable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
