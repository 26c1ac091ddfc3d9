import type { Database } from '../database/database.ts'
import type { Logger } from '../operations/log.ts'
import type { Listener } from '../work/listener.ts'

/** Replicas that are warm hold this advisory lock; any number will do as long as it is always the same. */
const warmLock = 7_046_128_002

export interface ReadinessOptions {
  readonly database: Pick<Database, 'pool'>
  readonly listener: Pick<Listener, 'holdLock'>
  readonly log: Logger
  /** Called once, when load balancers may send requests here. */
  readonly onReady: () => void
  /** How often a replica that warms up looks for a warm one. */
  readonly lookEveryMs?: number
  /** After this it is ready in any case. */
  readonly maxWarmUpMs?: number
}

/** A replica is ready when it is warm; where no other one is warm, at once: an answer that takes longer is better than none. */
export function createReadiness(options: ReadinessOptions) {
  const { database, listener, log, onReady, lookEveryMs = 500, maxWarmUpMs = 120_000 } = options
  const began = performance.now()
  let isDone = false
  let timer: NodeJS.Timeout | undefined

  function end(): void {
    isDone = true
    clearTimeout(timer)
  }

  function beReady(): void {
    if (isDone) return
    end()
    onReady()
  }

  async function look(): Promise<void> {
    if (isDone) return
    if (performance.now() - began > maxWarmUpMs) {
      log.warn({ ms: maxWarmUpMs }, 'the server has not warmed up in time; load balancers are told that it is ready')
      return beReady()
    }
    if (!(await isAnyWarm(database))) return beReady()
    if (!isDone) timer = setTimeout(() => void look(), lookEveryMs).unref()
  }

  return {
    /** Returns when it is known whether this replica has to warm up first. */
    start: look,
    /** This replica is warm, and others that start may rely on it. */
    warm(): void {
      listener.holdLock(warmLock)
      beReady()
    },
    stop: end,
  }
}

async function isAnyWarm({ pool }: Pick<Database, 'pool'>): Promise<boolean> {
  try {
    const { rowCount } = await pool.query(
      `select from pg_locks where locktype = 'advisory' and objsubid = 1 and (classid::bigint << 32 | objid::bigint) = $1
         and database = (select oid from pg_database where datname = current_database()) limit 1`,
      [warmLock],
    )
    return rowCount === 1
  } catch {
    // Without a database no replica answers any better.
    return false
  }
}
