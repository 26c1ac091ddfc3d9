import type { Profile } from '@portico/auth/common'
import type { z } from 'zod'
import type { UserQuery } from '../user-catalog.ts'

/** Somebody for whom an identity provider vouches. */
export interface Person {
  readonly profile: Profile
  /** The name the person has at the provider. */
  readonly username?: string | undefined
  /** The provider's own, unchanging id of the person. */
  readonly userId?: string | undefined
  /** Other facts that single resolvers look at. */
  readonly facts?: Readonly<Record<string, string | undefined>>
}

/** What a resolver makes of a person. */
export interface Search {
  /** Tried in order until one finds somebody. */
  readonly queries: readonly UserQuery[]
  /** The name of a user that the catalog does not know, where the config dangerously allows that. */
  readonly name: string
}

export interface ResolverOptions {
  readonly allowedDomains?: readonly string[] | undefined
}

/** One way to find the user of the catalog who is the person that signed in. */
export interface Resolver {
  /** What is looked for, without anything of the person: "the e-mail address of its profile". */
  readonly by: string
  readonly options?: z.ZodRawShape
  /** Undefined when the provider does not say what is needed. Throws when the person must not sign in at all. */
  search(person: Person, options: ResolverOptions): Search | undefined
}

export type Resolvers = Readonly<Record<string, Resolver>>
