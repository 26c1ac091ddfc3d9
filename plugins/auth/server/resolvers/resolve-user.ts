import type { Profile } from '@portico/auth/common'
import type { Audit, RequestMetadata } from '@portico/core/server'
import { emailNotVerified, noUserMatches } from '../errors.ts'
import { recordRefusedSignIn } from '../sessions/refused-sign-in.ts'
import { ownershipOf, type CatalogUser, type Users } from '../users/user-catalog.ts'
import type { UserOrigin } from '../users/user-info-store.ts'
import { commonResolvers } from './common-resolvers.ts'
import type { Person, Resolver, Resolvers, Search } from './resolver.ts'
import type { ResolverSetting } from './sign-in-settings.ts'

export interface ResolvedUser {
  readonly userEntityRef: string
  readonly ownershipEntityRefs: readonly string[]
  readonly profile: Profile
  readonly origin: UserOrigin
}

interface ResolutionDependencies {
  readonly provider: string
  readonly settings: readonly ResolverSetting[]
  readonly resolvers: Resolvers
  readonly users: Users
  readonly audit: Audit
}

/** The outcome of one resolver, for the log. */
interface Attempt {
  readonly resolver: string
  readonly queries: Search['queries']
  readonly outcome:
    | 'no user found'
    | 'the provider does not supply the value'
    | 'the e-mail address is not verified'
    | 'the name is that of another user'
}

export type ResolveUser = ReturnType<typeof createUserResolution>

/** Finds the user of the catalog for the person who signed in, by the configured resolvers in order. */
export function createUserResolution({ provider, settings, resolvers, users, audit }: ResolutionDependencies) {
  const all: Resolvers = { ...commonResolvers, ...resolvers }
  const steps = settings.map(setting => ({ setting, resolver: all[setting.resolver] as Resolver }))

  async function firstFound({ queries }: Search): Promise<CatalogUser | undefined> {
    for (const query of queries) {
      const user = await users.find(query)
      if (user) return user
    }
    return undefined
  }

  async function attempt({ setting, resolver }: (typeof steps)[number], person: Person): Promise<ResolvedUser | Attempt> {
    const search = resolver.search(person, setting)
    if (!search) {
      const outcome = needsEmail(resolver, setting, person)
        ? 'the e-mail address is not verified'
        : 'the provider does not supply the value'
      return { resolver: setting.resolver, queries: [], outcome }
    }
    const dangerous = setting.dangerouslyAllowSignInWithoutUserInCatalog
    const user = dangerous && !users.hasCatalog() ? undefined : await firstFound(search)
    if (user) {
      const profile = filled(person.profile, user.profile)
      return { userEntityRef: user.userEntityRef, ownershipEntityRefs: ownershipOf(user), profile, origin: 'catalog' }
    }
    if (!dangerous) return { resolver: setting.resolver, queries: search.queries, outcome: 'no user found' }
    const userEntityRef = `user:default/${search.name.toLowerCase()}`
    // A user of that name in the catalog is another person: this one must not get their identity.
    if (users.hasCatalog() && (await users.find({ ref: userEntityRef })))
      return { resolver: setting.resolver, queries: search.queries, outcome: 'the name is that of another user' }
    return { userEntityRef, ownershipEntityRefs: [userEntityRef], profile: person.profile, origin: 'provider' }
  }

  return async (person: Person, request: RequestMetadata): Promise<ResolvedUser> => {
    const attempts: Attempt[] = []
    try {
      for (const step of steps) {
        const result = await attempt(step, person)
        if ('userEntityRef' in result) return result
        attempts.push(result)
      }
      request.log.warn({ provider, attempts }, 'no resolver found the user of a sign-in in the catalog')
      if (person.unverifiedEmail && attempts.some(({ outcome }) => outcome === 'the e-mail address is not verified'))
        throw emailNotVerified(person.unverifiedEmail.isDenied, request.id)
      throw noUserMatches(
        steps.map(({ resolver }) => resolver.by),
        request.id,
      )
    } catch (error) {
      const details = { provider, resolvers: settings.map(setting => setting.resolver) }
      await recordRefusedSignIn(audit, { details, request })
      throw error
    }
  }
}

/** Whether a resolver lacks only the e-mail address, which the provider gave and which does not count. */
function needsEmail(resolver: Resolver, setting: ResolverSetting, { unverifiedEmail, ...person }: Person): boolean {
  if (!unverifiedEmail) return false
  try {
    return resolver.search({ ...person, profile: { ...person.profile, email: unverifiedEmail.address } }, setting) !== undefined
  } catch {
    return true
  }
}

/** Values of the provider win; missing ones come from the catalog. */
function filled(profile: Profile, known: Profile = {}): Profile {
  return { ...known, ...Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== undefined && value !== '')) }
}
