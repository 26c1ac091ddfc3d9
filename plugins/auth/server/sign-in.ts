import type { Profile, Session } from '@portico/auth/common'
import type { Audit, UserTokens } from '@portico/core/server'
import type { UserInfoStore } from './user-info-store.ts'

/** A person whom a provider has recognised as a user of the portal. */
export interface RecognisedUser {
  readonly provider: string
  readonly profile: Profile
  readonly userEntityRef: string
  readonly ownershipEntityRefs: readonly string[]
  readonly claims?: Readonly<Record<string, unknown>>
  /** Whether the person was signed in already, and only the session is new. */
  readonly renewed?: boolean
  /** When such a person signed in. */
  readonly sessionBegan?: number | undefined
  readonly requestId: string
}

interface SignInDependencies {
  readonly userTokens: UserTokens
  readonly users: UserInfoStore
  readonly audit: Audit
}

export type SignIn = ReturnType<typeof createSignIn>

/** Gives a recognised person a session: remembers what the user owns, makes the token, and records it. */
export function createSignIn({ userTokens, users, audit }: SignInDependencies) {
  return async (user: RecognisedUser): Promise<Session> => {
    const { provider, profile, userEntityRef, ownershipEntityRefs, claims = {}, renewed = false, sessionBegan, requestId } = user
    const { token, expiresInSeconds } = await userTokens.issue({
      userEntityRef,
      ownershipEntityRefs,
      claims,
      ...(sessionBegan !== undefined && { sessionBegan }),
    })
    await users.save({ userEntityRef, ownershipEntityRefs, claims })
    await audit.record({
      caller: { type: 'user', userEntityRef },
      action: renewed ? 'auth.session.renew' : 'auth.session.create',
      subject: userEntityRef,
      result: 'success',
      details: { provider },
      requestId,
    })
    const identity = { type: 'user' as const, userEntityRef, ownershipEntityRefs: [...ownershipEntityRefs] }
    return { profile, backstageIdentity: { token, identity, expiresInSeconds } }
  }
}
