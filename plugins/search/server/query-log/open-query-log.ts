import type { Core } from '@portico/core/server'
import type { QueryLogStore } from './query-log-store.ts'
import { createQueryLog } from './query-log.ts'

/** What was searched for, written down once a minute by each server. */
export function openQueryLog({ log, work }: Pick<Core, 'log' | 'work'>, store: QueryLogStore) {
  const queryLog = createQueryLog({ store, log })
  work.scheduler.schedule({
    id: 'record-questions',
    description: 'Records what was searched for, without who',
    frequency: { minutes: 1 },
    timeout: { minutes: 1 },
    scope: 'local',
    run: () => queryLog.write(),
  })
  return queryLog
}
