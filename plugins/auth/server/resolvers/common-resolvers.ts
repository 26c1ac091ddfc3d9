import { z } from 'zod'
import { domainNotAllowed } from '../errors.ts'
import type { Person, Resolver, Resolvers } from './resolver.ts'

/** The ref of a user of this name; undefined where no user can have it. */
function toUserRef(name: string): string | undefined {
  return /^[^\s:/]+$/.test(name) ? `user:default/${name.toLowerCase()}` : undefined
}

/** Finds the user by a name from the provider. */
export function matchName(by: string, read: (person: Person) => string | undefined): Resolver {
  return {
    by,
    search(person) {
      const name = read(person)
      const ref = name === undefined ? undefined : toUserRef(name)
      return name === undefined || ref === undefined ? undefined : { queries: [{ ref }], name }
    },
  }
}

/** Finds the user by an annotation with a value from the provider. */
export function matchAnnotation(annotation: string, read: (person: Person) => string | undefined): Resolver {
  return {
    by: `the annotation ${annotation}`,
    search(person) {
      const value = read(person)
      return value === undefined || value === '' ? undefined : { queries: [{ annotation, value }], name: value }
    },
  }
}

export const usernameMatchingUserEntityName = matchName("its name, which must be the provider's user name", person => person.username)

/** The resolvers that every provider has. */
export const commonResolvers: Resolvers = {
  emailMatchingUserEntityProfileEmail: {
    by: 'the e-mail address of its profile',
    search({ profile: { email } }) {
      if (email === undefined || email === '') return undefined
      const untagged = email.replace(/^([^+@]+)\+[^@]*@/, '$1@')
      return { queries: [...new Set([email, untagged])].map(address => ({ email: address })), name: email }
    },
  },
  emailLocalPartMatchingUserEntityName: {
    by: 'its name, which must be what stands before the @ of the e-mail address',
    options: { allowedDomains: z.array(z.string()).optional().describe('Addresses of other domains are refused') },
    search({ profile: { email } }, { allowedDomains }) {
      const [local, domain, ...rest] = email?.split('@') ?? []
      if (local === undefined || domain === undefined || rest.length > 0) return undefined
      if (allowedDomains && !allowedDomains.some(allowed => allowed.toLowerCase() === domain.toLowerCase())) throw domainNotAllowed()
      const ref = toUserRef(local)
      return ref === undefined ? undefined : { queries: [{ ref }], name: local }
    },
  },
}
