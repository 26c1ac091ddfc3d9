import type { UserPrincipal } from './principal.ts'
import { defineService } from './service.ts'

/** The port through which the core takes tokens that users make for their own programs, and learns whose sessions were ended. */
export interface AccessTokenPort {
  /** Who a token stands for; undefined when it is none of these. Throws an AuthenticationError for one that is no longer good. */
  verify(token: string): Promise<UserPrincipal | undefined>
  /** Sessions of this user that began before this moment are over (milliseconds since 1970). Asked for every request. */
  endedBefore(userEntityRef: string): number | undefined
}

export const accessTokenPort = defineService<AccessTokenPort>('access-tokens')
