import type { Profile } from '@portico/auth/common'
import type { z } from 'zod'
import type { UserQuery } from '../users/user-catalog.ts'

/** A person whom an identity provider has authenticated. */
export interface Person {
  readonly profile: Profile
  /** An address that the provider gave and that does not count: the provider denies that it is verified, or does not say so. */
  readonly unverifiedEmail?: { readonly address: string; readonly isDenied: boolean } | undefined
  /** The name the person has at the provider. */
  readonly username?: string | undefined
  /** The provider's own, unchanging id of the person. */
  readonly userId?: string | undefined
  /** Other metadata that some resolvers use. */
  readonly metadata?: Readonly<Record<string, string | undefined>>
}

/** How a resolver looks a person up. */
export interface Search {
  /** Tried in order until one finds a user. */
  readonly queries: readonly UserQuery[]
  /** The name of a user that is not in the catalog, where the config dangerously allows that. */
  readonly name: string
}

export interface ResolverOptions {
  readonly allowedDomains?: readonly string[] | undefined
}

/** Finds the user of the catalog for the person who signed in. */
export interface Resolver {
  /** What is looked for, without anything of the person: "the e-mail address of its profile". */
  readonly by: string
  readonly options?: z.ZodRawShape
  /** Undefined when the provider does not supply the value. Throws when the person must not sign in at all. */
  search(person: Person, options: ResolverOptions): Search | undefined
}

export type Resolvers = Readonly<Record<string, Resolver>>
