import type { Profile } from '@portico/auth/common'
import type { FakeOAuthServerOptions } from './fake-oauth-server.ts'

/** The expected requests to one provider, and the expected session. */
export interface ProviderCase {
  readonly id: string
  /** The requirements that its tests show. */
  readonly shows: string
  readonly clientBy: 'basic' | 'post' | 'none'
  readonly provider: Omit<FakeOAuthServerOptions, 'client' | 'redirectUri'>
  /** Default origins, and their paths below the fake server. */
  readonly origins?: readonly (readonly [origin: string, path: string])[]
  readonly settings?: (url: string) => Readonly<Record<string, unknown>>
  readonly asks?: string
  readonly resolvers: readonly string[]
  readonly profile: Profile
  readonly scope: string
  readonly logout?: Readonly<Record<string, unknown>>
}

/** The claims of the person who signs in everywhere. */
export const janeClaims = {
  sub: 'sub-1',
  email: 'jane@example.org',
  email_verified: true,
  name: 'Jane Doe',
  picture: 'https://example.org/jane.png',
  preferred_username: 'Jane',
}
export const janeProfile = { email: 'jane@example.org', displayName: 'Jane Doe', picture: 'https://example.org/jane.png' }
export const emailResolvers = ['emailMatchingUserEntityProfileEmail', 'emailLocalPartMatchingUserEntityName']
