import { execFile } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { readIfThere } from './start-lock.ts'
import { userNameEnvironment } from './user-name.ts'

export const superuser = 'portico'

const partialPrefix = 'postgres.new-'

export interface ClusterOptions {
  /** The folder that holds the cluster and what belongs to it. */
  readonly home: string
  readonly binaries: Binaries
  readonly account: Account | undefined
  readonly durable: boolean
}

/** The folder of PostgreSQL's own files; made when it is not there yet. */
export async function ensureCluster(options: ClusterOptions): Promise<string> {
  const { home, binaries } = options
  const cluster = join(home, 'postgres')
  const version = readIfThere(join(cluster, 'PG_VERSION'))?.trim()
  try {
    if (version === undefined) await createCluster(cluster, options)
  } finally {
    removePartials(home)
  }
  if (version === binaries.major) closeToOthers(cluster)
  if (version !== undefined && version !== binaries.major) {
    throw new Error(
      `The data folder ${home} was made by PostgreSQL ${version}, but this is PostgreSQL ${binaries.major}. ` +
        'Export it with the version that made it and import it here, or choose another data folder.',
    )
  }
  return cluster
}

/** PostgreSQL refuses a folder that its group may write, as Kubernetes makes every volume with an `fsGroup`. */
function closeToOthers(cluster: string): void {
  const { mode, uid } = statSync(cluster)
  if ((mode & 0o027) !== 0 && [0, uid].includes(process.getuid?.() ?? -1)) chmodSync(cluster, 0o700)
}

/** Created in a temporary folder beside its final path and then renamed, so that a kill half-way leaves nothing that looks complete. */
async function createCluster(cluster: string, { home, binaries, account, durable }: ClusterOptions): Promise<void> {
  if (existsSync(cluster) && readdirSync(cluster).length > 0) {
    throw new Error(`${cluster} is not a PostgreSQL data folder and is not empty. Move it away, or choose another data folder.`)
  }
  const partial = mkdtempSync(join(home, partialPrefix))
  if (account) chownSync(partial, account.uid, account.gid)
  await runInitdb(partial, binaries, account, durable)
  renameSync(partial, cluster)
}

/** At every start: an initdb outlives the start that was killed, and may write, or even begin, after its folder was removed. */
function removePartials(home: string): void {
  for (const name of readdirSync(home)) {
    if (name.startsWith(partialPrefix)) rmSync(join(home, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 20 })
  }
}

async function runInitdb(folder: string, binaries: Binaries, account: Account | undefined, durable: boolean): Promise<void> {
  const args = [
    ...['--pgdata', folder, '--username', superuser, '--encoding', 'UTF8', '--no-instructions'],
    // Sorts by code point on every platform, and still handles upper and lower case of every script.
    ...['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
    // Whoever has access to the socket's folder may connect; no other user has, and nothing listens on the network.
    ...['--auth-local', 'trust', '--auth-host', 'reject'],
    ...(durable ? [] : ['--no-sync']),
  ]
  try {
    const env = { ...programEnvironment(), ...(!account && userNameEnvironment(folder)) }
    await promisify(execFile)(join(binaries.bin, 'initdb'), args, { cwd: '/', env, ...account })
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string }
    throw new Error(`PostgreSQL could not make its data folder: ${explain(stderr || message)}`, { cause: error })
  }
}

/** Only what the programs need: PG… variables of the caller's shell would change what they do. */
export function programEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH } = process.env
  return { LC_ALL: 'C', ...(PATH !== undefined && { PATH }), ...(LD_LIBRARY_PATH !== undefined && { LD_LIBRARY_PATH }) }
}

/** What a failed program said, in one line, with what to do about the causes that are known. */
export function explain(output: string): string {
  if (isDiskFull(output)) return 'the disk is full. Free some space and start again.'
  if (/EPERM/.test(output)) {
    return 'it refuses to run as root, and this process may not switch to another user. Start as another user, or set DATABASE_URL.'
  }
  if (/could not look up effective user/.test(output)) {
    return 'the user that runs it has no name here. Add it to /etc/passwd, install nss_wrapper (Debian: libnss-wrapper), or set DATABASE_URL.'
  }
  if (/ENOENT|cannot open shared object|not found/.test(output)) {
    return `its programs do not run on this system (${lastLine(output)}). Set DATABASE_URL to a PostgreSQL of your own.`
  }
  return lastLine(output.replace(/^(HINT|DETAIL|CONTEXT):.*$/gm, ''))
}

export function isDiskFull(output: string): boolean {
  return /No space left on device|ENOSPC|free disk space/.test(output)
}

function lastLine(output: string): string {
  const lines = output.split('\n').map(line => line.trim())
  return lines.findLast(line => /FATAL|PANIC|error/i.test(line)) ?? lines.findLast(line => line !== '') ?? 'it printed nothing'
}
