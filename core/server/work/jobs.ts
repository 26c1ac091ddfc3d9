import type { Transaction } from 'kysely'
import type { z } from 'zod'

export interface JobContext<T> {
  readonly id: string
  readonly payload: T
  /** 1 for the first attempt. */
  readonly attempt: number
  /** Aborts when the job is cancelled, lasts too long, loses its lease or the server stops. */
  readonly signal: AbortSignal
}

export interface JobDefinition<Z extends z.ZodType = z.ZodType> {
  readonly name: string
  readonly payload: Z
  /** How many of these run at once in one server process. Default 2. */
  readonly concurrency?: number
  /** The maximum number of attempts. Default 5, with backoff. */
  readonly attempts?: number
  /** The delay before the second attempt; each further one is four times as long, up to an hour. Default 2 s. */
  readonly retrySeconds?: number
  /** A job whose worker sends no heartbeat for this long is given to another. Default 30 s. */
  readonly leaseSeconds?: number
  /** A single run may not last longer. Default 15 min. */
  readonly timeoutSeconds?: number
  /** A run whose signal aborted counts as aborted whatever it then returns. */
  readonly run: (context: JobContext<z.output<Z>>) => void | Promise<void>
}

export interface JobOptions {
  /** Another job with this key that has not started yet makes this one unnecessary. */
  readonly key?: string
  readonly startAfterSeconds?: number
  /** Higher goes first. Default 0. */
  readonly priority?: number
  /** The job exists when this transaction commits, and never when it does not. */
  readonly within?: Transaction<any> | undefined
}

export interface NewJobOf<T> extends Omit<JobOptions, 'within'> {
  readonly payload: T
}

export type JobState = 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled'

export interface JobQueue<T> {
  /** Returns the id, or undefined when one with the same key is waiting already. */
  add(payload: T, options?: JobOptions): Promise<string | undefined>
  /** Many at once, in one statement. Returns the ids of those that were added. */
  addAll(jobs: readonly NewJobOf<T>[], options?: Pick<JobOptions, 'within'>): Promise<string[]>
  /** A waiting job never starts, a running one is aborted; one that has ended, or never existed, is left as it is. */
  cancel(id: string): Promise<void>
  /** Undefined for a job that never existed or that ended more than a week ago. */
  status(id: string): Promise<JobState | undefined>
}

/** Durable work that is done once, by any free replica, and survives a crash. */
export interface Jobs {
  define<Z extends z.ZodType>(job: JobDefinition<Z>): JobQueue<z.input<Z>>
}
