import { catalogApi, entityRefOf, type Entity } from '@portico/catalog/common'
import { presentEntity } from '@portico/catalog/web'
import type { Client } from '@portico/core/web'
import type { LoadOptions, Option } from '@portico/ui'

const pageSize = 20
const fields = 'kind,metadata.name,metadata.namespace,metadata.title,spec.profile.displayName'

/** Entities to choose from, found and paged by the server. */
export function createEntityOptions(client: Client): LoadOptions {
  return async ({ text, cursor, signal }) => {
    const query =
      cursor === undefined
        ? {
            fullTextFilterTerm: text.trim() || undefined,
            fullTextFilterFields: 'metadata.name,metadata.title,spec.profile.displayName',
            orderField: ['metadata.name,asc'],
          }
        : { cursor }
    const page = await client.call(
      catalogApi.queryEntities,
      { query: { ...query, fields, limit: pageSize, totalItems: 'exclude' } },
      { signal },
    )
    return { items: page.items.map(toOption), cursor: page.pageInfo.nextCursor }
  }
}

/** An entity, or only a ref where the entity is not loaded, as an option. */
export function toOption(entityOrRef: Entity | string): Option {
  const ref = typeof entityOrRef === 'string' ? entityOrRef : entityRefOf(entityOrRef)
  const { primaryTitle, kind } = presentEntity(entityOrRef)
  const label = presentEntity(entityOrRef, { defaultKind: kind }).primaryTitle
  return { value: ref, label: label === '' ? primaryTitle : label, hint: ref }
}
