import { createCatalogClient, type CatalogClient } from '@portico/catalog/common'
import { defineApi, defineApiRef, discoveryApiRef, fetchApiRef } from '@portico/core/web'

/** The catalog for code outside of rendering; components use `useQuery(query(catalogApi.…))`. */
export const catalogClientApiRef = defineApiRef<CatalogClient>({ id: 'plugin.catalog.service', description: 'The entities of the catalog' })

export const catalogClientFactory = defineApi({
  api: catalogClientApiRef,
  uses: { discovery: discoveryApiRef, fetch: fetchApiRef },
  create: ({ discovery, fetch }) => createCatalogClient({ baseUrl: discovery.baseUrl('catalog'), fetch }),
})
