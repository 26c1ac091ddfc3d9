import { unavailableError } from '@portico/core/common'
import type { GuestKind } from './principal.ts'
import { defineService } from './service.ts'

export interface UserInfo {
  readonly userEntityRef: string
  /** The user's own ref and those of the groups whose entities the user owns. */
  readonly ownershipEntityRefs: readonly string[]
}

/** Whether a user who has a valid token is admitted. */
export type Admission =
  | {
      readonly admitted: true
      /** Anyone can sign in as this user, so it has no access tokens. */
      readonly guest?: GuestKind
      /** It cannot be determined now. A session stays valid until it expires; an access token has to be retried later. */
      readonly unknown?: true
    }
  | { readonly admitted: false; readonly reason: 'gone' | 'blocked' }

/** The port through which the core finds out what a user owns, and whether the user is still admitted. The auth plugin provides it. */
export interface IdentityPort {
  /** Cached for a short time; the same object is returned while it is cached. Rejects when it cannot be determined. */
  userInfo(userEntityRef: string): Promise<UserInfo | undefined>
  /** Called for every request of a user, so a cached answer is synchronous. Without it, everyone with a valid token is admitted. */
  admission?(userEntityRef: string): Admission | Promise<Admission>
}

export const identityPort = defineService<IdentityPort>('identity')

/** Replaces the port while its plugin has failed: nothing can be determined about any user. */
export const identityAway: IdentityPort = {
  userInfo: async () => {
    throw unavailableError('What users own cannot be found out: the plugin that knows has failed', { code: 'core.identity-away' })
  },
  admission: () => ({ admitted: true, unknown: true }),
}
