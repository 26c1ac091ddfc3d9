import type { Events, Logger } from '@portico/core/server'
import { userChanged } from '../administration/administration.ts'
import type { Users } from './user-catalog.ts'
import type { UserInfoStore } from './user-info-store.ts'
import type { BlockStore } from './block-store.ts'
import type { Guest } from './guest-user.ts'
import { createStatusLookup } from './user-status.ts'
import { createUserStatuses } from './user-statuses.ts'

interface LiveUsersDependencies {
  readonly userInfos: UserInfoStore
  readonly blocks: BlockStore
  readonly users: Users
  readonly guest: Guest
  readonly events: Pick<Events, 'listen' | 'publish'>
  readonly cacheMs: number
  readonly log: Logger
}

/** What users own and whether they are still admitted: cached for a short time, and looked up again when the catalog or a block changes. */
export function createLiveUsers({ userInfos, blocks, users, guest, events, cacheMs, log }: LiveUsersDependencies) {
  const look = createStatusLookup({ userInfos, blocks, users, guest })
  const { admission, info, evict, expire, expireAll } = createUserStatuses({ look, cacheMs, log })

  users.onChange(ref => {
    if (ref.startsWith('user:')) expire(ref)
    else if (users.nestedGroups && ref.startsWith('group:')) expireAll()
  })
  events.listen([userChanged], ({ payload }) => evict(payload.user))

  return {
    admission,
    info,
    evict,
    /** A user who signs in is looked up again; on other servers only where it makes a difference. */
    async onSignIn(user: string, { isNewOrigin }: { readonly isNewOrigin: boolean }): Promise<void> {
      evict(user)
      if (isNewOrigin) await events.publish(userChanged, { user })
    },
  }
}
