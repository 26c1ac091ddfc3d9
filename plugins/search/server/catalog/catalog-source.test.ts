import type { Entity } from '@portico/catalog/common'
import type { Catalog, CatalogChanged } from '@portico/catalog/server'
import type { Events } from '@portico/core/server'
import { expect, test } from 'vitest'
import type { Search } from '../search-service.ts'
import { registerCatalog } from './catalog-source.ts'

const entity = (name: string): Entity => ({ apiVersion: 'v1', kind: 'Component', metadata: { name }, spec: {} })
const change: CatalogChanged = {
  revision: 1,
  created: ['component:default/new'],
  updated: ['component:default/other', 'component:default/related'],
  relationsOnly: ['component:default/related'],
  deleted: ['component:default/gone'],
}

/** The refs whose documents are written for an event. */
async function replacedFor(payload: CatalogChanged, filter?: unknown): Promise<string[]> {
  const replaced: string[] = []
  let run: ((event: { readonly payload: unknown }) => Promise<void>) | undefined
  registerCatalog({
    search: {
      registerSource: () => ({ replace: async (groups: object) => void replaced.push(...Object.keys(groups)) }),
    } as unknown as Search,
    catalog: {
      getEntities: async refs => refs.map(ref => entity(ref.split('/')[1]!)),
      versionsOf: async refs => refs.map(() => undefined),
    } as Pick<Catalog, 'getEntities' | 'versionsOf'> as Catalog,
    events: { subscribe: (subscription: { run: typeof run }) => void (run = subscription.run) } as unknown as Pick<Events, 'subscribe'>,
    settings: () => ({ filter }),
  })
  await run?.({ payload })
  return replaced
}

test('documents of entities that have only other relations are left alone, unless a filter could look at these', async () => {
  expect(await replacedFor(change)).toEqual(['component:default/new', 'component:default/other', 'component:default/gone'])
  expect(await replacedFor(change, { 'relations.ownedBy': 'group:default/team' })).toContain('component:default/related')
})
