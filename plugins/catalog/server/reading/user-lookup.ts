import type { CatalogUser, UserCatalog, UserQuery } from '@portico/auth/server'
import type { Entity, EntityPredicate } from '@portico/catalog/common'
import { relationTargets, stringifyEntityRef } from '@portico/catalog/common'
import { unavailableError } from '@portico/core/common'
import type { Catalog } from '../catalog-service.ts'
import type { Feed } from './feed.ts'

// More than one is a mistake that signing in refuses; how many more does not matter.
const maxUsers = 5
const maxGroupDepth = 32
const isUser: EntityPredicate = { key: 'kind', in: ['user'] }

/** Lets sign-in find the user in the catalog, with the groups the user belongs to. */
export function createUserLookup(catalog: Pick<Catalog, 'query' | 'getEntities'>, feed: Pick<Feed, 'revision' | 'onStep'>): UserCatalog {
  /** The groups above these, nearest first, each once: groups may be nested in a circle. */
  async function withParents(groups: readonly string[]): Promise<string[]> {
    const all = new Set(groups)
    let level: readonly string[] = groups
    for (let depth = 0; level.length > 0 && depth < maxGroupDepth; depth++) {
      const entities = await catalog.getEntities(level)
      level = entities.flatMap(entity => (entity ? relationTargets(entity, 'childOf') : [])).filter(ref => !all.has(ref))
      for (const ref of level) all.add(ref)
    }
    return [...all]
  }

  async function find(query: UserQuery): Promise<Entity[]> {
    // By ref it works while a large catalog is still being loaded after a start.
    if ('ref' in query) return (await catalog.getEntities([query.ref])).filter(entity => entity?.kind.toLowerCase() === 'user') as Entity[]
    return (await catalog.query({ predicate: toPredicate(query), limit: maxUsers })).entities
  }

  return {
    async hasUsers() {
      // Callers do not wait for a large catalog to be loaded only to learn that a user is gone.
      if (feed.revision === -1) throw unavailableError('The catalog is still being loaded', { code: 'catalog.loading' })
      return (await catalog.query({ predicate: isUser, limit: 1 })).total > 0
    },
    onChange: run => feed.onStep(({ ref }) => run(ref)),
    async findUsers(query, { nestedGroups }) {
      const entities = await find(query)
      return Promise.all(
        entities.map(async (entity): Promise<CatalogUser> => {
          const direct = relationTargets(entity, 'memberOf').filter(ref => ref.startsWith('group:'))
          const profile = entity.spec?.['profile'] as CatalogUser['profile']
          return {
            userEntityRef: stringifyEntityRef(entity),
            memberOf: nestedGroups ? await withParents(direct) : direct,
            ...(profile && { profile }),
          }
        }),
      )
    },
  }
}

function toPredicate(query: Exclude<UserQuery, { ref: string }>): EntityPredicate {
  if ('email' in query) return { all: [isUser, { key: 'spec.profile.email', in: [query.email.toLowerCase()] }] }
  return { all: [isUser, { key: `metadata.annotations.${query.annotation}`.toLowerCase(), in: [query.value.toLowerCase()] }] }
}
