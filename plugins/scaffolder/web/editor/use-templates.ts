import { catalogApi, entityRefOf, entityTitle, type Entity } from '@portico/catalog/common'
import { useClient } from '@portico/core/web'
import type { LoadOptions } from '@portico/ui'
import { useMemo } from 'react'

const pageSize = 50

/** Loads the templates of the catalog whose names match, for a field that chooses one. */
export function useTemplateOptions(): LoadOptions {
  const client = useClient()
  return useMemo<LoadOptions>(
    () =>
      async ({ text, cursor, signal }) => {
        const page = await client.call(
          catalogApi.queryEntitiesByPredicate,
          {
            body: {
              ...(cursor === undefined
                ? {
                    query: { kind: 'template' },
                    orderBy: [{ field: 'metadata.name', order: 'asc' as const }],
                    ...(text !== '' && { fullTextFilter: { term: text, fields: ['metadata.name', 'metadata.title'] } }),
                  }
                : { cursor }),
              fields: ['kind', 'metadata.name', 'metadata.namespace', 'metadata.title'],
              limit: pageSize,
            },
          },
          { signal },
        )
        return {
          items: (page.items as Entity[]).map(entity => ({
            value: entityRefOf(entity),
            label: entityTitle(entity),
            hint: entity.metadata.name,
          })),
          ...(page.pageInfo?.nextCursor !== undefined && { cursor: page.pageInfo.nextCursor }),
        }
      },
    [client],
  )
}
