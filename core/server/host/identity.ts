import { unavailableError } from '@portico/core/common'
import { defineService } from './service.ts'

export interface UserInfo {
  readonly userEntityRef: string
  /** The user's own ref and those of the groups whose things count as the user's. */
  readonly ownershipEntityRefs: readonly string[]
}

/** Whether a user who has a token may be here. */
export type Admission =
  | {
      readonly admitted: true
      /** Everybody can be this user, so it has no access tokens. */
      readonly guest?: true
      /** It cannot be found out now. A session goes on until it expires; an access token has to be tried again later. */
      readonly unknown?: true
    }
  | { readonly admitted: false; readonly reason: 'gone' | 'blocked' }

/** The port through which the core learns what a user owns, and whether the user may be here at all. The auth plugin provides it. */
export interface IdentityPort {
  /** As of now, give or take a short cache. The same value comes back while it is cached. Rejects when it cannot be found out. */
  userInfo(userEntityRef: string): Promise<UserInfo | undefined>
  /** Asked for every request of a user, so what is cached is answered at once. Without it, whoever has a token is admitted. */
  admission?(userEntityRef: string): Admission | Promise<Admission>
}

export const identityPort = defineService<IdentityPort>('identity')

/** Stands in for the port while its plugin has failed: nothing can be found out about anybody. */
export const identityAway: IdentityPort = {
  userInfo: async () => {
    throw unavailableError('What users own cannot be found out: the plugin that knows has failed', { code: 'core.identity-away' })
  },
  admission: () => ({ admitted: true, unknown: true }),
}
