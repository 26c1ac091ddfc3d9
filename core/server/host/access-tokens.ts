import type { UserPrincipal } from './principal.ts'
import { defineService } from './service.ts'

/** The port through which the core verifies access tokens of users' programs, and finds out whose sessions were ended. */
export interface AccessTokenPort {
  /** Who a token stands for; undefined when it is not an access token. Throws an AuthenticationError for one that is no longer valid. */
  verify(token: string): Promise<UserPrincipal | undefined>
  /** Sessions of this user that began before this moment are over (milliseconds since 1970). Asked for every request. */
  endedBefore(userEntityRef: string): number | undefined
}

/** What administrators may see of an access token. */
export interface AccessTokenMetadata {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly expiresAt: string
  readonly lastUsedAt?: string | undefined
}

/** The port through which the auth plugin lists and revokes access tokens, and ends sessions. */
export interface UserAccessPort {
  listAccessTokens(userEntityRef: string): Promise<readonly AccessTokenMetadata[]>
  /** The ids of the tokens that were revoked. */
  revokeAccessTokens(userEntityRef: string, ids: readonly string[] | 'all'): Promise<readonly string[]>
  /** From now on tokens of sessions that began before are refused, at every server. */
  endSessions(userEntityRef: string): Promise<void>
  /** When that was last done (milliseconds since 1970). */
  sessionsEndedAt(userEntityRef: string): Promise<number | undefined>
}

export const userAccessPort = defineService<UserAccessPort>('user-access')

/** The port through which the core verifies the tokens of agents: programs that users have allowed to act for them. */
export type AgentTokenPort = Pick<AccessTokenPort, 'verify'>

export const agentTokenPort = defineService<AgentTokenPort>('agent-tokens')

export const accessTokenPort = defineService<AccessTokenPort>('access-tokens')
