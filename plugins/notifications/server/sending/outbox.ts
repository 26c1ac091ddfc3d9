import type { JobQueue, Jobs, Logger } from '@portico/core/server'
import { z } from 'zod'
import type { NotificationDraft } from '../notification-extensions.ts'
import type { ClaimedMessage, EndState, OutgoingStore, Target } from './outgoing-store.ts'

/** How a message to one recipient went: it has ended, or it was certainly not taken and can be tried again. */
export interface Outcome {
  readonly state: EndState | 'retry'
  readonly why?: string
}

/** How a channel hands a message to one recipient. */
export interface Carrier {
  /** Whether all that waits for a recipient becomes one message. */
  readonly isDigest: boolean
  /** Limits how many messages are handed over at once. */
  turn<T>(work: () => Promise<T>): Promise<T>
  /** When it throws, nothing was handed over and it is tried again. What may have been handed over without an answer is `unknown`. */
  deliver(recipient: string, notifications: readonly NotificationDraft[], signal: AbortSignal): Promise<Outcome>
}

export interface OutboxDependencies {
  readonly store: OutgoingStore
  readonly jobs: Jobs
  readonly log: Logger
  readonly carrierOf: (channel: string) => Carrier | undefined
  /** Counts outcomes by channel. */
  readonly count: (channel: string, outcome: string) => void
}

const claimSeconds = 300
const maxAttempts = 8
const maxDigest = 500
/** Channels have limits of their own below this one. */
const maxConcurrency = 10
const lostMessage = 'The server that was sending it stopped before it recorded the result, so it may have been sent. It is not sent again'
const Payload = z.object({ channel: z.string(), recipient: z.string() })

/**
 * Messages that leave to one recipient each. A message is claimed in the database before it is handed over and never handed over again unless the
 * other side has refused it for now: at most once.
 */
export function createOutbox({ store, jobs, log, carrierOf, count }: OutboxDependencies) {
  async function attempt(target: Target, claimed: readonly ClaimedMessage[], signal: AbortSignal): Promise<Outcome> {
    const carrier = carrierOf(target.channel)
    if (!carrier) return { state: 'failed', why: `The config no longer has the channel '${target.channel}'` }
    const notifications = claimed.map(({ notification }) => notification)
    try {
      return await carrier.deliver(target.recipient, notifications, signal)
    } catch (error) {
      return { state: 'retry', why: error instanceof Error ? error.message : String(error) }
    }
  }

  /** Returns whether the recipient can have the next message now. */
  async function settle(target: Target, claimed: readonly ClaimedMessage[], { state, why = '' }: Outcome): Promise<boolean> {
    const retried = state === 'retry' ? claimed.filter(({ attempts }) => attempts < maxAttempts) : []
    const ended = claimed.filter(each => !retried.includes(each))
    if (ended.length > 0) await end(target, ended, state === 'retry' ? 'failed' : state, why)
    if (retried.length > 0) await retry(target, retried, why)
    return retried.length === 0
  }

  async function end(target: Target, messages: readonly ClaimedMessage[], state: EndState, why: string): Promise<void> {
    await store.end(
      messages.map(({ id }) => id),
      state,
      why || undefined,
    )
    count(target.channel, state)
    if (state === 'failed' || state === 'unknown') log.warn({ ...target, state, why }, 'a notification could not be delivered')
  }

  async function retry(target: Target, messages: readonly ClaimedMessage[], why: string): Promise<void> {
    const startAfterSeconds = backoffSeconds(Math.max(...messages.map(({ attempts }) => attempts)))
    count(target.channel, 'retried')
    log.info({ ...target, why, startAfterSeconds }, 'a notification is tried again later')
    await store.retry(
      messages.map(({ id }) => id),
      why,
      startAfterSeconds,
      within => queue.add(target, { key: keyOf('retry', target), startAfterSeconds, within }),
    )
  }

  /** Returns whether there may be more for the recipient. */
  async function next(target: Target, signal: AbortSignal): Promise<boolean> {
    const isDigest = carrierOf(target.channel)?.isDigest === true
    const options = { seconds: claimSeconds, limit: isDigest ? maxDigest : 1, isEarly: isDigest }
    // Claimed when it is its turn, so that a claim does not end while it waits.
    const claimed = signal.aborted ? [] : await store.claim(target, options)
    return claimed.length > 0 && settle(target, claimed, await attempt(target, claimed, signal))
  }

  async function run(target: Target, signal: AbortSignal): Promise<void> {
    const work = () => next(target, signal)
    while (await (carrierOf(target.channel)?.turn(work) ?? work()));
  }

  const queue: JobQueue<Target> = jobs.define({
    name: 'message',
    payload: Payload,
    concurrency: maxConcurrency,
    attempts: 3,
    retrySeconds: 15,
    // A run ends before its claims do.
    timeoutSeconds: claimSeconds - 60,
    run: ({ payload, signal }) => run(payload, signal),
  })

  return {
    /** Has a notification go to some recipients by a channel, now or after a delay. A delivery that is repeated adds nothing. */
    async add(
      channel: string,
      recipients: readonly string[],
      {
        id,
        notification,
        delaySeconds = 0,
      }: { readonly id: string; readonly notification: NotificationDraft; readonly delaySeconds?: number },
    ): Promise<void> {
      if (recipients.length === 0) return
      const kind = delaySeconds > 0 ? 'digest' : 'now'
      const added = recipients.map(recipient => {
        const target = { channel, recipient }
        // Another key, so that what is urgent does not wait for the digest.
        return { payload: target, key: keyOf(kind, target), ...(delaySeconds > 0 && { startAfterSeconds: delaySeconds }) }
      })
      await store.add({ channel, recipients, deliveryId: id, delaySeconds }, notification, within => queue.addAll(added, { within }))
    },

    /** Ends what a stopped server had claimed, takes up what nobody works on, and deletes what ended long ago. */
    async maintain(signal: AbortSignal, now = Date.now()): Promise<void> {
      for (const target of await store.giveUpLost(lostMessage)) {
        count(target.channel, 'unknown')
        log.warn({ ...target, state: 'unknown', why: lostMessage }, 'a notification could not be delivered')
      }
      const overdue = await store.overdue(1000)
      await queue.addAll(overdue.map(target => ({ payload: target, key: keyOf('now', target) })))
      while (!signal.aborted && (await store.prune(['sent', 'skipped'], daysBefore(now, 7))) > 0);
      while (!signal.aborted && (await store.prune(['failed', 'unknown'], daysBefore(now, 30))) > 0);
    },
  }
}

export type Outbox = ReturnType<typeof createOutbox>

function backoffSeconds(attempts: number): number {
  return Math.min(3600, 15 * 4 ** (attempts - 1))
}

function keyOf(kind: string, { channel, recipient }: Target): string {
  return `${kind}:${channel}:${recipient}`
}

function daysBefore(now: number, days: number): Date {
  return new Date(now - days * 86_400_000)
}
