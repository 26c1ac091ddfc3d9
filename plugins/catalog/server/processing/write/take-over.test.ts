import type { Entity } from '@portico/catalog/common'
import { withCatalogDatabase } from '@portico/catalog/testing'
import { silentLog } from '@portico/core/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import type { BatchItem } from './batch-item.ts'
import { createEntityServiceStore } from './entity-service-store.ts'
import { createExplainStore } from '../explain-store.ts'
import { createProviderMutations } from '../process/provider-mutations.ts'
import { partsOf } from '../read/provider.ts'
import { rootStore } from '../read/root-store.ts'
import { createTakeOver } from './take-over.ts'
import { component, createTemporaryCatalog, type TemporaryCatalog } from '../../testing/temporary-catalog.ts'

const database = withCatalogDatabase()
const ref = 'component:default/one'
let catalog: TemporaryCatalog
beforeEach(() => {
  const files = { 'a.yaml': component('one', { description: 'file' }) }
  catalog = database.closing(createTemporaryCatalog(database.db, { log: silentLog, files }))
})

function provided(description: string, name = 'one'): { entity: Entity } {
  const spec = { type: 'service', lifecycle: 'production', owner: 'team' }
  return { entity: { apiVersion: 'backstage.io/v1alpha1', kind: 'Component', metadata: { name, description }, spec } }
}

const provide = (provider: string, ...entities: { entity: Entity }[]) => catalog.provide(provider, { type: 'full', entities })
const description = async () => (await catalog.entity(ref))?.metadata.description
const sources = async () => (await createExplainStore(database.db)(ref)).sources.map(({ role, name }) => `${role} ${name}`)

describe('a provider that was refused a name', () => {
  test('has it as soon as the file that held it gives it up, without being asked', async () => {
    await catalog.add('a.yaml')
    await provide('p', provided('p'))
    expect([await description(), await sources()]).toEqual(['file', ['holder file:a.yaml', 'refused p']])
    catalog.write('a.yaml', component('other'))
    await catalog.readAgain()
    expect([await description(), await sources()]).toEqual(['p', ['holder p']])
    const { length } = await catalog.changes()
    await provide('p', provided('p'))
    expect(await catalog.changes()).toHaveLength(length)
  })

  test('has it when another provider gives it up, and the one that asked first comes first', async () => {
    await provide('p', provided('p'))
    await provide('q', provided('q'))
    await provide('r', provided('r'))
    await provide('p')
    expect([await description(), await sources()]).toEqual(['q', ['holder q', 'refused r']])
    await rootStore.removeProviders(database.db, ['p', 'r'])
    await catalog.pass()
    expect([await description(), await sources()]).toEqual(['r', ['holder r']])
  })

  test('has it with what it said last, and not if it has taken that back', async () => {
    await catalog.add('a.yaml')
    await provide('p', provided('p'))
    await provide('p', provided('p again'))
    await catalog.provide('q', { type: 'delta', added: [provided('q')], removed: [] })
    await catalog.provide('q', { type: 'delta', added: [], removed: [ref] })
    await catalog.drop('a.yaml')
    expect([await description(), await sources()]).toEqual(['p again', ['holder p']])
    await provide('p')
    expect(await catalog.refs()).toEqual([])
  })

  test('does not have it if it takes it back while it is given the name', async () => {
    const { ingest, context } = catalog
    const mutate = createProviderMutations({ ingest, context })
    const takeAway = async (provider: string) => {
      for (const part of partsOf(provider, `nothing of ${provider}`, { type: 'full', entities: [] })) await mutate(part)
    }
    await provide('p', provided('p'))
    await provide('q', provided('q'))
    await takeAway('p')
    const write = async (items: readonly BatchItem[]) => {
      await takeAway('q')
      await ingest.createWriter()(items)
    }
    await createTakeOver({ db: database.db, sources: ingest.sources, context, write })()
    expect(await catalog.refs()).toEqual([])
  })

  test('comes after a file that was refused it too', async () => {
    await provide('p', provided('p'))
    await provide('q', provided('q'))
    await catalog.add('a.yaml')
    await provide('p')
    expect([await description(), await sources()]).toEqual(['file', ['holder file:a.yaml', 'refused q']])
  })
})

describe('a name whose entity is deleted by a user', () => {
  test('stays with a file that lists it, whichever other source wants it', async () => {
    await catalog.add('a.yaml')
    await provide('p', provided('p'))
    await createEntityServiceStore(database.db).deleteByUid((await catalog.entity(ref))?.metadata.uid ?? '')
    await catalog.pass()
    expect([await description(), await sources()]).toEqual(['file', ['holder file:a.yaml', 'refused p']])
  })

  test('goes over from a provider, which does not say it again, to a file that was refused it', async () => {
    await provide('p', provided('p'))
    await catalog.add('a.yaml')
    await createEntityServiceStore(database.db).deleteByUid((await catalog.entity(ref))?.metadata.uid ?? '')
    await catalog.pass()
    expect(await description()).toBe('file')
  })
})

test('an orphan that is kept loses its name when another source wants it', async () => {
  await database.closeAll()
  const files = { 'a.yaml': component('one', { description: 'a' }), 'b.yaml': component('one', { description: 'b' }) }
  catalog = database.closing(createTemporaryCatalog(database.db, { log: silentLog, files, options: { orphanStrategy: 'keep' } }))
  await catalog.add('a.yaml')
  await catalog.add('b.yaml')
  const { uid } = (await catalog.entity(ref))?.metadata ?? {}
  catalog.write('a.yaml', component('other'))
  await catalog.readAgain()
  expect((await catalog.entity(ref))?.metadata).toMatchObject({ uid, description: 'b' })
  expect((await catalog.entity(ref))?.metadata.annotations).not.toHaveProperty('backstage.io/orphan')
})
