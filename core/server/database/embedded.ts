import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from '../operations/log.ts'
import { isDatabaseUnavailable, noteConnectionError, sqlStateOf } from './database-error.ts'
import { findAccount } from './embedded/account.ts'
import { findBinaries } from './embedded/binaries.ts'
import { ensureCluster, isDiskFull, superuser, type ClusterOptions } from './embedded/cluster.ts'
import { prepareHome, prepareSocketFolder } from './embedded/folders.ts'
import { findPostmaster, port, startPostmaster, stopPostmaster, type Postmaster } from './embedded/postmaster.ts'
import { withStartLock } from './embedded/start-lock.ts'

export interface EmbeddedOptions {
  readonly dataDir: string
  readonly log: Logger
  /** False for tests only: faster, and lost when the machine stops. */
  readonly durable?: boolean
}

export interface Embedded {
  readonly connection: pg.PoolConfig
  /** Another process had started it already. */
  readonly adopted: boolean
  /** Shuts the server down, unless other processes use it. Close your own pool first. */
  stop(): Promise<void>
}

const databaseName = 'portico'
/** Each process that uses the server holds one connection of this name: the last process to leave stops the server. */
const presenceName = 'portico presence'
const leavingName = 'portico leaving'

const enterTimeoutMs = 120_000

/** A running server, and the connection that marks this process as a user of it. */
interface Stay {
  readonly cluster: string
  readonly postmaster: Postmaster
  readonly presence: pg.Client
  readonly adopted: boolean
}

/**
 * Starts the PostgreSQL that comes with Portico on a data folder, or joins the one that runs there already.
 * While this process runs, the server is restarted whenever it dies.
 */
export async function startEmbedded({ dataDir, log, durable = true }: EmbeddedOptions): Promise<Embedded> {
  const began = performance.now()
  const account = findAccount()
  const home = prepareHome(dataDir, account, log)
  const options: ClusterOptions = { home, account, durable, binaries: findBinaries(account, home, log) }
  const lock = join(home, 'start.lock')
  let stopping = false
  let recovery: Promise<void> | undefined

  async function enterAndWatch(): Promise<Stay> {
    const entered = await withStartLock(lock, () => enter(options))
    entered.presence.once('end', () => {
      if (!stopping) recovery ??= recover().finally(() => (recovery = undefined))
    })
    return entered
  }

  async function recover(): Promise<void> {
    log.warn({ folder: home }, 'the connection to the embedded PostgreSQL was lost')
    while (!stopping) {
      try {
        stay = await enterAndWatch()
        log.info({ folder: home, restarted: !stay.adopted }, 'the embedded PostgreSQL answers again')
        return
      } catch (error) {
        log.error({ error }, 'the embedded PostgreSQL could not be started again; trying once more')
        await delay(1_000)
      }
    }
  }

  let stay = await enterAndWatch().catch((cause: unknown) => {
    if (!isDiskFull(String(cause))) throw cause
    throw new Error(`The disk of the data folder ${home} is full. Free some space and start again.`, { cause })
  })
  const { adopted, postmaster } = stay
  const verb = adopted ? 'joined' : 'started'
  log.info({ folder: home, tookMs: Math.round(performance.now() - began) }, `${verb} the embedded PostgreSQL`)
  return {
    connection: connectionTo(postmaster),
    adopted,
    async stop() {
      if (stopping) return
      stopping = true
      await recovery
      await withStartLock(lock, () => leave(stay))
      log.info({ folder: home }, 'left the embedded PostgreSQL')
    },
  }
}

/** Makes sure that a server runs on the cluster, and connects to it. To be called under the start lock. */
async function enter(options: ClusterOptions): Promise<Stay> {
  const cluster = await ensureCluster(options)
  const deadline = Date.now() + enterTimeoutMs
  for (;;) {
    const running = findPostmaster(cluster)
    if (!running || running.ready) {
      const postmaster = running ?? (await startPostmaster(cluster, prepareSocketFolder(options.home, options.account), options))
      try {
        return { cluster, postmaster, presence: await connectPresence(postmaster), adopted: running !== undefined }
      } catch (error) {
        if (Date.now() > deadline) throw error
      }
    } else if (Date.now() > deadline) throw new Error(`The PostgreSQL on ${cluster} (process ${running.pid}) does not become ready`)
    // It is starting up, recovering or shutting down.
    await delay(20)
  }
}

/** Shuts the server down when no other process uses it. To be called under the start lock. */
async function leave({ cluster, postmaster, presence }: Stay): Promise<void> {
  try {
    // Renamed first, since the server may still list the connection for a moment after it is closed.
    await presence.query(`set application_name to '${leavingName}'`)
    const others = await presence.query('select 1 from pg_stat_activity where application_name = $1 limit 1', [presenceName])
    await presence.end()
    if (others.rows.length > 0) return
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
  }
  if (findPostmaster(cluster)?.pid === postmaster.pid) await stopPostmaster(cluster, postmaster)
  rmSync(postmaster.socketFolder, { recursive: true, force: true })
}

async function connectPresence(postmaster: Postmaster): Promise<pg.Client> {
  try {
    return await connect(postmaster, databaseName)
  } catch (error) {
    // The first start, or the first was cut short: 3D000 is "no such database".
    if (sqlStateOf(error) !== '3D000') throw error
  }
  const client = await connect(postmaster, 'postgres')
  await client.query(`create database ${databaseName}`).finally(() => client.end())
  return connect(postmaster, databaseName)
}

async function connect(postmaster: Postmaster, database: string): Promise<pg.Client> {
  const client = new pg.Client({ ...connectionTo(postmaster), database, application_name: presenceName })
  // The end of the connection is what matters, and that comes as an event of its own.
  client.on('error', noteConnectionError)
  await client.connect()
  return client
}

function connectionTo({ socketFolder }: Postmaster): pg.PoolConfig {
  return { host: socketFolder, port, user: superuser, database: databaseName }
}
