import type { Core } from '@portico/core/server'
import { createSessionStore } from './session-store.ts'

const keptAfterExpiryMs = 30 * 24 * 3_600_000

/** The sessions of all users, without those that expired long ago. */
export function openSessions({ db, work }: Pick<Core, 'db' | 'work'>) {
  const sessions = createSessionStore(db)
  work.scheduler.schedule({
    id: 'forget-sessions',
    description: 'Deletes sessions that expired more than 30 days ago from the list',
    frequency: { hours: 24 },
    timeout: { minutes: 5 },
    initialDelay: { minutes: 10 },
    run: () => sessions.deleteExpired(new Date(Date.now() - keptAfterExpiryMs)),
  })
  return sessions
}
