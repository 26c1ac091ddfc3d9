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
  return async ({ provider, profile, userEntityRef, ownershipEntityRefs, claims = {}, requestId }: RecognisedUser): Promise<Session> => {
    const { token, expiresInSeconds } = await userTokens.issue({ userEntityRef, ownershipEntityRefs, claims })
    await users.save({ userEntityRef, ownershipEntityRefs, claims })
    await audit.record({
      caller: { type: 'user', userEntityRef },
      action: 'auth.session.create',
      subject: userEntityRef,
      result: 'success',
      details: { provider },
      requestId,
    })
    const identity = { type: 'user' as const, userEntityRef, ownershipEntityRefs: [...ownershipEntityRefs] }
    return { profile, backstageIdentity: { token, identity, expiresInSeconds } }
  }
}
