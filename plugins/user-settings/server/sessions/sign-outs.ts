import { defineEvent } from '@portico/core/common'
import type { Events } from '@portico/core/server'
import { z } from 'zod'
import type { SignOutStore } from './sign-out-store.ts'

export const sessionsEnded = defineEvent('user-settings.sessions-ended', z.object({ user: z.string(), endedAt: z.number() }))

interface SignOutsDependencies {
  readonly store: Pick<SignOutStore, 'list'>
  readonly events: Pick<Events, 'listen'>
}

/** Whose sessions were ended: those that began before that time are no longer valid, on any server. */
export function createSignOuts({ store, events }: SignOutsDependencies) {
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
      events.listen([sessionsEnded], ({ payload }) => add(payload.user, payload.endedAt))
      await refresh()
    },
  }
}
