import type { Events, Logger } from '@portico/core/server'
import { z } from 'zod'
import type { SignOutStore } from './sign-out-store.ts'

/** The topic under which ended sessions travel between servers. */
export const sessionsEnded = 'user-settings.sessions-ended'

const SessionsEnded = z.object({ user: z.string(), endedAt: z.number() })

interface SignOutsDependencies {
  readonly store: Pick<SignOutStore, 'list'>
  readonly events: Pick<Events, 'listen'>
  readonly log: Logger
}

/** Knows whose sessions were ended: what began before the moment is no longer good, on any server. */
export function createSignOuts({ store, events, log }: SignOutsDependencies) {
  // One moment for each user who ever did this: few, and asked for with every request.
  const ended = new Map<string, number>()

  function remember(user: string, endedAt: number): void {
    ended.set(user, Math.max(endedAt, ended.get(user) ?? 0))
  }

  async function refresh(): Promise<void> {
    for (const { user, endedAt } of await store.list()) remember(user, endedAt.getTime())
  }

  return {
    endedBefore: (user: string): number | undefined => ended.get(user),

    remember,

    /** Reads what was ended, and listens from then on. */
    async start(): Promise<void> {
      events.listen([sessionsEnded], ({ payload }) => {
        const event = SessionsEnded.safeParse(payload)
        if (event.success) remember(event.data.user, event.data.endedAt)
        else log.warn({ topic: sessionsEnded }, 'an event of an unknown shape was passed over')
      })
      await refresh()
    },
  }
}
