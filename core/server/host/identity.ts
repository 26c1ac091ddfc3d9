import { defineService } from './service.ts'

export interface UserInfo {
  readonly userEntityRef: string
  /** The user's own ref and those of the groups whose things count as the user's. */
  readonly ownershipEntityRefs: readonly string[]
}

/** The port through which the core learns what a user owns. The auth plugin provides it. */
export interface IdentityPort {
  userInfo(userEntityRef: string): Promise<UserInfo | undefined>
}

export const identityPort = defineService<IdentityPort>('identity')
