import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Database } from '../database/database.ts'
import type { Logger } from '../operations/log.ts'
import { backoffMs } from './wake-loop.ts'

export interface ListenerOptions {
  readonly database: Pick<Database, 'clientConfig'>
  readonly log: Logger
  /** How often a silent connection is probed. */
  readonly probeMs?: number
}

/** What a channel says; `missed` when anything may have been said unheard: at the first connection and after each lost one. */
export interface ChannelListener {
  readonly onMessage: (message: string) => void
  readonly onGap: () => void
}

/** The one connection of a process that receives PostgreSQL's notifications. */
export interface Listener {
  /** Returns the way to stop listening. The connection is opened when the first asks for it. */
  on(channel: string, listener: ChannelListener): () => void
  /** Takes a shared advisory lock and holds it while the connection is open: other processes see by it that this one is there. */
  holdLock(lock: number): void
  stop(): Promise<void>
}

const firstPauseMs = 100
const maxBackoffMs = 5000
const stopGraceMs = 2000

/** Notifications only wake: listeners read the tables, so a lost connection costs time and never data. */
export function createListener({ database, log, probeMs = 30_000 }: ListenerOptions): Listener {
  const listeners = new Map<string, Set<ChannelListener>>()
  const locks = new Set<number>()
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let connecting: Promise<void> | undefined
  let started = false
  let ready = false
  let failures = 0
  let stopped = false
  let lastSent: Promise<unknown> = Promise.resolve()

  /** One statement after the other: pg warns when a second one is sent before the first is answered. */
  function send(to: pg.Client, statement: string, values?: number[]): Promise<unknown> {
    const sent = lastSent.then(() => to.query(statement, values))
    lastSent = sent.catch(() => {})
    return sent
  }

  const listen = (to: pg.Client, channel: string) => send(to, `listen ${pg.escapeIdentifier(channel)}`)
  const takeLock = (to: pg.Client, lock: number) => send(to, 'select pg_advisory_lock_shared($1)', [lock])

  function lose(lost: pg.Client, reason: string): void {
    if (lost !== client) return
    client = undefined
    ready = false
    clearTimeout(timer)
    void end(lost)
    if (stopped) return
    const retryInMs = backoffMs(failures, firstPauseMs, maxBackoffMs)
    failures += 1
    log.warn({ reason, retryInMs }, 'the listening database connection was lost; connecting again')
    timer = setTimeout(open, retryInMs)
  }

  function open(): void {
    started = true
    connecting = connect()
  }

  async function connect(): Promise<void> {
    const next = new pg.Client(database.clientConfig)
    client = next
    lastSent = Promise.resolve()
    next.on('error', error => lose(next, error.message))
    next.on('end', () => lose(next, 'the connection ended'))
    next.on('notification', ({ channel, payload }) => listeners.get(channel)?.forEach(listener => listener.onMessage(payload ?? '')))
    try {
      await next.connect()
      for (const channel of listeners.keys()) await listen(next, channel)
      for (const lock of locks) await takeLock(next, lock)
    } catch (error) {
      return lose(next, error instanceof Error ? error.message : String(error))
    }
    if (stopped) return void (await end(next))
    if (next !== client) return
    ready = true
    failures = 0
    listeners.forEach(set => set.forEach(listener => listener.onGap()))
    timer = setTimeout(probe, probeMs, next)
  }

  // A network that drops packets closes nothing: without probes, such a connection would stay silent for hours.
  function probe(asked: pg.Client): void {
    timer = setTimeout(lose, probeMs, asked, 'the connection does not answer')
    send(asked, 'select 1').then(
      () => {
        if (asked !== client || stopped) return
        clearTimeout(timer)
        timer = setTimeout(probe, probeMs, asked)
      },
      (error: Error) => lose(asked, error.message),
    )
  }

  return {
    on(channel, listener) {
      const known = listeners.get(channel)
      const set = known ?? new Set()
      set.add(listener)
      listeners.set(channel, set)
      const current = client
      if (!started && !stopped) open()
      // While it connects there is nothing to do: connecting ends with listening to every channel that is wanted by then.
      else if (current && ready)
        (known ? Promise.resolve() : listen(current, channel)).then(listener.onGap, (error: Error) => lose(current, error.message))
      return () => void set.delete(listener)
    },
    holdLock(lock) {
      const current = client
      locks.add(lock)
      if (!started && !stopped) open()
      else if (current && ready) takeLock(current, lock).catch((error: Error) => lose(current, error.message))
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      // Ending a connection that is not open yet would hang; it ends itself as soon as it is open.
      const ended = ready && client ? end(client) : connecting
      await Promise.race([ended, pause(stopGraceMs, undefined, { ref: false })])
      client = undefined
    },
  }
}

async function end(client: pg.Client): Promise<void> {
  await client.end().catch(() => {})
}
