import type { IdentityPort, Logger } from '@portico/core/server'
import type { Connections } from './connections.ts'

const refreshEveryMs = 60_000

/** Keeps up to date what the users with open pages own: a signal to a group is for those who belong to it now. */
export function createOwnership({
  connections,
  identity,
  log,
}: {
  readonly connections: Pick<Connections, 'own' | 'users'>
  readonly identity: Pick<IdentityPort, 'userInfo'>
  readonly log: Logger
}) {
  let timer: NodeJS.Timeout | undefined

  async function look(user: string): Promise<void> {
    try {
      const info = await identity.userInfo(user)
      if (info) connections.own(user, info.ownershipEntityRefs)
    } catch (error) {
      // What was known stays; without it the user still gets what is addressed to the user alone.
      log.debug({ user, error }, 'what a user owns could not be determined')
    }
  }

  return {
    look,
    start(): void {
      timer = setInterval(() => connections.users().forEach(user => void look(user)), refreshEveryMs).unref()
    },
    stop: () => clearInterval(timer),
  }
}

export type Ownership = ReturnType<typeof createOwnership>
