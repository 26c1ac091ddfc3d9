import { catalogApi, entityRefOf, type Entity, type EntityQuery } from '@portico/catalog/common'
import { presentEntity } from '@portico/catalog/web'
import { textOf } from '@portico/core/common'
import { useClient, type Client } from '@portico/core/web'
import type { LoadOptions, Option } from '@portico/ui'
import { useMemo } from 'react'

const pageSize = 50
const fields = [
  'kind',
  'metadata.name',
  'metadata.namespace',
  'metadata.title',
  'metadata.description',
  'spec.type',
  'spec.profile.displayName',
]
const searched = ['metadata.name', 'metadata.title', 'spec.profile.displayName']

/** How refs are written without their defaults. */
export interface RefDefaults {
  readonly defaultKind?: string | undefined
  readonly defaultNamespace?: string | undefined
}

/** What the options of a picker say: `defaultNamespace: false` means that there is none. */
export function refDefaultsOf({ defaultKind, defaultNamespace }: Readonly<Record<string, unknown>>): RefDefaults {
  const [kind, namespace] = [textOf(defaultKind), textOf(defaultNamespace)]
  return { ...(kind !== undefined && { defaultKind: kind }), ...(namespace !== undefined && { defaultNamespace: namespace }) }
}

/** Options of a picker from the catalog: searched and paged by the server, never all at once. */
export function useEntityOptions(query: EntityQuery | undefined, defaults: RefDefaults = {}): LoadOptions {
  const client = useClient()
  const key = JSON.stringify([query, defaults])
  return useMemo(() => {
    const [asked, shown] = JSON.parse(key) as [EntityQuery | null, RefDefaults]
    return createEntityOptions(client, asked ?? undefined, shown)
  }, [client, key])
}

export function createEntityOptions(client: Pick<Client, 'call'>, query: EntityQuery | undefined, defaults: RefDefaults): LoadOptions {
  return async ({ text, cursor, signal }) => {
    const first = {
      ...(query && { query: query as Record<string, unknown> }),
      ...(text !== '' && { fullTextFilter: { term: text, fields: searched } }),
      orderBy: [{ field: 'metadata.name', order: 'asc' as const }],
      limit: pageSize,
      fields,
    }
    const body = cursor === undefined ? first : { cursor, limit: pageSize, fields }
    const page = await client.call(catalogApi.queryEntitiesByPredicate, { body }, { signal })
    const { nextCursor } = page.pageInfo
    return { items: page.items.map(entity => toOption(entity, defaults)), ...(nextCursor !== undefined && { cursor: nextCursor }) }
  }
}

function toOption(entity: Entity, defaults: RefDefaults): Option {
  const { primaryTitle } = presentEntity(entity, defaults)
  const ref = entityRefOf(entity)
  return { value: ref, label: primaryTitle, hint: ref }
}

/** The only entity that a query finds; undefined where there are several or none. */
export async function onlyEntity(
  client: Pick<Client, 'call'>,
  query: EntityQuery | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  const body = { ...(query && { query: query as Record<string, unknown> }), limit: 2, fields }
  const { items } = await client.call(catalogApi.queryEntitiesByPredicate, { body }, { signal })
  return items.length === 1 && items[0] ? entityRefOf(items[0]) : undefined
}
