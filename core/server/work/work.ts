import type { Database } from '../database/database.ts'
import type { Logger } from '../operations/log.ts'
import { createExpressionPool } from '../worker/expression-pool.ts'
import { createEvents } from './create-events.ts'
import { createJobs } from './create-jobs.ts'
import { createScheduler } from './create-scheduler.ts'
import { createWorkers } from './create-workers.ts'
import { createListener } from './listener.ts'

export interface WorkDependencies {
  readonly database: Pick<Database, 'forSchema' | 'clientConfig'>
  readonly log: Logger
}

/** Everything that runs in the background of one server process, over one listening connection. */
export function createWork({ database, log }: WorkDependencies) {
  const listener = createListener({ database, log })
  const parts = { database, log, listener }
  const events = createEvents(parts)
  const jobs = createJobs(parts)
  const scheduler = createScheduler(parts)
  const workers = createWorkers({ log })
  const expressions = createExpressionPool({ log })

  return {
    /** Subscribes to PostgreSQL's notifications. */
    listener,
    events,
    jobs,
    scheduler,
    workers,
    expressions,
    /** Starts the work that plugins have defined so far, and what they define later. */
    async start(): Promise<void> {
      await events.start()
      jobs.start()
      scheduler.start()
    },
    /** Removes everything that a failed plugin has defined: half of a plugin must not work in the background. */
    async discard(plugin: string): Promise<void> {
      await Promise.all([scheduler, jobs, events].map(each => each.discard(plugin)))
    },
    /** Takes no more work; what runs gets a grace period, then goes to another replica. */
    async stop(): Promise<void> {
      await Promise.all([scheduler.stop(), jobs.stop(), events.stop()])
      expressions.stop()
      await Promise.all([workers.stop(), listener.stop()])
    },
  }
}
