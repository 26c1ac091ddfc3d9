import type { Profile } from '@portico/auth/common'
import { defineService } from '@portico/core/server'
import { catalogMissing, userAmbiguous } from './errors.ts'

/** How a user of the catalog is looked for: by full ref, by the e-mail address of its profile, or by an annotation. */
export type UserQuery = { readonly ref: string } | { readonly email: string } | { readonly annotation: string; readonly value: string }

/** A user of the catalog, as far as signing in needs to know. */
export interface CatalogUser {
  readonly userEntityRef: string
  /** The full refs of the user's groups; with their parents where nested groups were asked for. */
  readonly memberOf: readonly string[]
  readonly profile?: Profile
}

/** What the catalog answers. Names, addresses and annotation values are compared without regard to case. */
export interface UserCatalog {
  findUsers(query: UserQuery, options: { readonly nestedGroups: boolean }): Promise<readonly CatalogUser[]>
  /** Whether there are users at all: a catalog without any, such as one that is being filled, is no sign that somebody has left. */
  hasUsers(): Promise<boolean>
  /** Calls back with the ref of each entity that changes. */
  onChange(run: (ref: string) => void): void
}

/** The extension point through which the catalog tells whom it knows. */
export interface AuthUsers {
  useCatalog(catalog: UserCatalog): void
}

export const authUsersService = defineService<AuthUsers>('auth.users')

export type Users = ReturnType<typeof createUsers>

/** Looks users up in the catalog, once there is one. */
export function createUsers({ nestedGroups }: { readonly nestedGroups: boolean }) {
  let catalog: UserCatalog | undefined
  let changed: (ref: string) => void = () => {}

  async function findAll(query: UserQuery): Promise<readonly CatalogUser[]> {
    if (!catalog) throw catalogMissing()
    return catalog.findUsers(query, { nestedGroups })
  }

  return {
    service: {
      useCatalog(given) {
        if (catalog) throw new Error('There is a catalog of users already')
        catalog = given
        given.onChange(ref => changed(ref))
      },
    } satisfies AuthUsers,
    nestedGroups,
    /** Called with the ref of each entity of the catalog that changes. */
    onChange: (run: (ref: string) => void): void => void (changed = run),
    hasCatalog: () => catalog !== undefined,
    hasUsers: async (): Promise<boolean> => {
      if (!catalog) throw catalogMissing()
      return catalog.hasUsers()
    },
    /** The one user who fits. Two who fit are refused: nobody may get the identity of another by sharing an address. */
    async find(query: UserQuery): Promise<CatalogUser | undefined> {
      const [first, ...others] = await findAll(query)
      if (others.length > 0) throw userAmbiguous()
      return first
    },
  }
}

/** What counts as the user's own: the user, and the groups of the user. */
export function ownershipOf({ userEntityRef, memberOf }: CatalogUser): string[] {
  return [...new Set([userEntityRef, ...memberOf.filter(ref => ref.toLowerCase().startsWith('group:'))])]
}
