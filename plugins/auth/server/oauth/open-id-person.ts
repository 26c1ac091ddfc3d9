import type { Person } from '../resolvers/resolver.ts'
import type { Grant, ProviderRequests } from './connection.ts'

type Claims = Readonly<Record<string, unknown>>

interface PersonOptions {
  /**
   * When an e-mail address is accepted. `verified`: the provider says that it is verified. `not-denied`: it does not say the opposite.
   * `any`: addresses are assigned by the organisation, not chosen by the user.
   */
  readonly email?: 'verified' | 'not-denied' | 'any'
}

export function textOf(claims: Claims | undefined, name: string): string | undefined {
  const value = claims?.[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A person as OpenID Connect describes people. */
export function toPerson(claims: Claims, { email = 'not-denied' }: PersonOptions = {}): Person {
  const checked = claims['email_verified']
  const counts = email === 'any' || checked === true || checked === 'true' || (email === 'not-denied' && checked === undefined)
  const address = textOf(claims, 'email')
  const names = [textOf(claims, 'given_name'), textOf(claims, 'family_name')].filter(name => name !== undefined)
  return {
    profile: {
      email: counts ? address : undefined,
      displayName: textOf(claims, 'name') ?? (names.join(' ') || undefined),
      picture: textOf(claims, 'picture'),
    },
    unverifiedEmail: counts || address === undefined ? undefined : { address, isDenied: checked !== undefined },
    username: textOf(claims, 'preferred_username') ?? textOf(claims, 'nickname'),
    userId: textOf(claims, 'sub'),
  }
}

/** The person of an ID token; claims that the token lacks are fetched from the provider. */
export async function openIdPerson(grant: Grant, api: ProviderRequests, options?: PersonOptions): Promise<Person> {
  const enough = textOf(grant.claims, 'email') !== undefined && textOf(grant.claims, 'name') !== undefined
  return toPerson(enough ? { ...grant.claims } : { ...grant.claims, ...(await api.userInfo()) }, options)
}
