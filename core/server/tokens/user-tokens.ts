import type { UserAccessPort } from '../host/access-tokens.ts'

export interface IssuedToken {
  readonly token: string
  readonly expiresInSeconds: number
}

/** Tokens of signed-in users. Issued only by the plugin that knows who signed in. */
export interface UserTokens {
  /** `claims` are extras of a sign-in resolver; the fixed claims win over them. */
  issue(user: {
    readonly userEntityRef: string
    readonly ownershipEntityRefs?: readonly string[]
    readonly claims?: Readonly<Record<string, unknown>>
    /** When the session that the token continues began (milliseconds since 1970). A session that its user has ended since gets no token. */
    readonly sessionBegan?: number
  }): Promise<IssuedToken>
  /** Access tokens of users, and the end of their sessions; undefined when no plugin provides them. */
  userAccess(): UserAccessPort | undefined
  /** The public keys that users' tokens are signed with, the newest first. */
  publicKeys(): Promise<{ readonly keys: readonly Readonly<Record<string, unknown>>[] }>
}
