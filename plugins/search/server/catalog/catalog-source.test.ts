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
  return Object.keys(await versionsFor(payload, filter))
}

/** The same, with the versions that are told. */
async function versionsFor(payload: CatalogChanged, filter?: unknown): Promise<Record<string, string | undefined>> {
  const replaced: Record<string, string | undefined> = {}
  let run: ((event: { readonly payload: unknown }) => Promise<void>) | undefined
  registerCatalog({
    search: {
      registerSource: () => ({
        async replace(groups: object, versions: Readonly<Record<string, string | undefined>>) {
          for (const ref of Object.keys(groups)) replaced[ref] = versions[ref]
        },
      }),
    } as unknown as Search,
    catalog: {
      getEntities: async refs => refs.map(ref => entity(ref.split('/')[1]!)),
      versionsOf: async refs => refs.map(ref => (ref.endsWith('/gone') ? undefined : '1.1')),
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

test('live changes tell in which version an entity is, so that no run reads it again', async () => {
  expect(await versionsFor(change)).toEqual({
    'component:default/new': '1.1',
    'component:default/other': '1.1',
    'component:default/gone': undefined,
  })
})
