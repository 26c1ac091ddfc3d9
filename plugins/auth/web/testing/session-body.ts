import type { Session } from '@portico/auth/common'

/** The body of a successful sign-in reply, for tests. */
export function sessionBody(userEntityRef = 'user:default/jane', { token = 'test-token' } = {}): Session {
  return {
    profile: { displayName: 'Jane Doe' },
    backstageIdentity: {
      token,
      expiresInSeconds: 3600,
      identity: { type: 'user', userEntityRef, ownershipEntityRefs: [userEntityRef] },
    },
  }
}
