import type { Session } from '@portico/auth/common'
import type { RequestMetadata } from '@portico/core/server'
import type { Grant } from './connection.ts'
import type { OAuthEnvironment } from './oauth-environment.ts'

interface SessionInput {
  readonly grant: Grant
  /** The scopes to report. */
  readonly scope: string
  readonly request: RequestMetadata
  readonly renewed: boolean
  /** When the session began, by user ref. */
  readonly begin: (userEntityRef: string) => number
}

/** The session body for what a provider granted: the user's profile, the provider's tokens and, for a sign-in provider, the identity. */
export async function createSession(
  environment: OAuthEnvironment,
  { grant, scope, request, renewed, begin }: SessionInput,
): Promise<Session> {
  const { provider, connection, client, resolveUser, signIn } = environment
  const person = await connection.person(grant, client.apiFor(grant))
  const providerInfo = {
    accessToken: grant.accessToken,
    scope,
    ...(grant.idToken !== undefined && { idToken: grant.idToken }),
    ...(grant.expiresInSeconds !== undefined && { expiresInSeconds: grant.expiresInSeconds }),
  }
  if (!person || !resolveUser) return { profile: { ...person?.profile }, providerInfo }
  const user = await resolveUser(person, request)
  const began = begin(user.userEntityRef)
  const session = { renewed, sessionKey: String(began), ...(renewed && { sessionBegan: began }) }
  return { ...(await signIn({ provider, ...user, ...session, request })), providerInfo }
}
