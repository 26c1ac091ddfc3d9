import type { Events, Logger } from '@portico/core/server'
import { z } from 'zod'
import type { SignOutStore } from './sign-out-store.ts'

/** The topic of ended sessions. */
export const sessionsEnded = 'user-settings.sessions-ended'

const SessionsEnded = z.object({ user: z.string(), endedAt: z.number() })

interface SignOutsDependencies {
  readonly store: Pick<SignOutStore, 'list'>
  readonly events: Pick<Events, 'listen'>
  readonly log: Logger
}

/** Whose sessions were ended: those that began before that time are no longer valid, on any server. */
export function createSignOuts({ store, events, log }: SignOutsDependencies) {
  // One time for each user who ever did this: few, and used with every request.
  const ended = new Map<string, number>()

  function add(user: string, endedAt: number): void {
    ended.set(user, Math.max(endedAt, ended.get(user) ?? 0))
  }

  async function refresh(): Promise<void> {
    for (const { user, endedAt } of await store.list()) add(user, endedAt.getTime())
  }

  return {
    endedBefore: (user: string): number | undefined => ended.get(user),

    add,

    /** Loads the ended sessions, and listens for further ones. */
    async start(): Promise<void> {
      events.listen([sessionsEnded], ({ payload }) => {
        const event = SessionsEnded.safeParse(payload)
        if (event.success) add(event.data.user, event.data.endedAt)
        else log.warn({ topic: sessionsEnded }, 'an invalid event was ignored')
      })
      await refresh()
    },
  }
}
