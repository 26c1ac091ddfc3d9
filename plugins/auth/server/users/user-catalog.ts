import type { Profile } from '@portico/auth/common'
import { defineService } from '@portico/core/server'
import { catalogMissing, userAmbiguous } from '../errors.ts'

/** How a user of the catalog is looked for: by full ref, by the e-mail address of its profile, or by an annotation. */
export type UserQuery = { readonly ref: string } | { readonly email: string } | { readonly annotation: string; readonly value: string }

/** A user of the catalog, with what sign-in needs. */
export interface CatalogUser {
  readonly userEntityRef: string
  /** The full refs of the user's groups; with their parents where nested groups were asked for. */
  readonly memberOf: readonly string[]
  readonly profile?: Profile
}

/** Looks users up in the catalog. Names, addresses and annotation values are compared case-insensitively. */
export interface UserCatalog {
  findUsers(query: UserQuery, options: { readonly nestedGroups: boolean }): Promise<readonly CatalogUser[]>
  /** Whether there are users at all: an empty catalog, such as one that is being filled, does not mean that a user has left. */
  hasUsers(): Promise<boolean>
  /** Calls back with the ref of each entity that changes. */
  onChange(run: (ref: string) => void): void
}

/** The extension point through which the catalog provides its users. */
export interface AuthUsers {
  /** Returns the function that takes it away. */
  useCatalog(catalog: UserCatalog): () => void
}

export const authUsersService = defineService<AuthUsers>('auth.users', { registers: ['useCatalog'] })

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
        return () => void (catalog = undefined)
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
    /** The one user who matches. Two matches are refused: sharing an address must not give the identity of another user. */
    async find(query: UserQuery): Promise<CatalogUser | undefined> {
      const [first, ...others] = await findAll(query)
      if (others.length > 0) throw userAmbiguous()
      return first
    },
  }
}

/** The ownership refs: the user, and the groups of the user. */
export function ownershipOf({ userEntityRef, memberOf }: CatalogUser): string[] {
  return [...new Set([userEntityRef, ...memberOf.filter(ref => ref.toLowerCase().startsWith('group:'))])]
}
