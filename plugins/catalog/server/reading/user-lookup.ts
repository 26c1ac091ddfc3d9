import type { CatalogUser, UserCatalog, UserQuery } from '@portico/auth/server'
import type { Entity, EntityPredicate } from '@portico/catalog/common'
import { stringifyEntityRef } from '@portico/catalog/common'
import { unavailableError } from '@portico/core/common'
import type { Catalog } from '../catalog-service.ts'
import type { Feed } from './feed.ts'
import { groupsOfUser, isUser } from './user-groups.ts'

// More than one is a mistake that signing in refuses; how many more does not matter.
const maxUsers = 5
const userKind: EntityPredicate = { key: 'kind', in: ['user'] }

/** Lets sign-in find the user in the catalog, with the groups the user belongs to. */
export function createUserLookup(catalog: Pick<Catalog, 'query' | 'getEntities'>, feed: Pick<Feed, 'revision' | 'onStep'>): UserCatalog {
  async function find(query: UserQuery): Promise<Entity[]> {
    // By ref it works while a large catalog is still being loaded after a start.
    if ('ref' in query) return (await catalog.getEntities([query.ref])).filter(isUser)
    return (await catalog.query({ predicate: toPredicate(query), limit: maxUsers })).entities
  }

  return {
    async hasUsers() {
      // Callers do not wait for a large catalog to be loaded only to learn that a user is gone.
      if (feed.revision === -1) throw unavailableError('The catalog is still being loaded', { code: 'catalog.loading' })
      return (await catalog.query({ predicate: userKind, limit: 1 })).total > 0
    },
    onChange: run => feed.onStep(({ ref }) => run(ref)),
    async findUsers(query, { nestedGroups }) {
      const entities = await find(query)
      return Promise.all(
        entities.map(async (entity): Promise<CatalogUser> => {
          const profile = entity.spec?.['profile'] as CatalogUser['profile']
          return {
            userEntityRef: stringifyEntityRef(entity),
            memberOf: await groupsOfUser(entity, catalog.getEntities, { nested: nestedGroups }),
            ...(profile && { profile }),
          }
        }),
      )
    },
  }
}

function toPredicate(query: Exclude<UserQuery, { ref: string }>): EntityPredicate {
  if ('email' in query) return { all: [userKind, { key: 'spec.profile.email', in: [query.email.toLowerCase()] }] }
  return { all: [userKind, { key: `metadata.annotations.${query.annotation}`.toLowerCase(), in: [query.value.toLowerCase()] }] }
}
