import { withCatalogDatabase } from '@portico/catalog/testing'
import { expect, test } from 'vitest'
import { createExplainStore } from '../explain-store.ts'
import { createLocationStore } from './location-store.ts'
import { createUnprocessedStore } from '../write/unprocessed-store.ts'

const database = withCatalogDatabase()
const target = 'https://ann:secret@host.test/a.yaml'
const shown = 'https://***@host.test/a.yaml'

test('what was registered with a password before that was refused is shown without it, and can be moved and removed', async () => {
  const store = createLocationStore(database.db)
  await store.add({ type: 'url', target }, 'location:default/old')
  const [old] = await store.list()
  expect(old).toMatchObject({ target: shown, entityRef: 'location:default/old' })
  expect(await store.find(old!.id)).toMatchObject({ target: shown })
  const unprocessed = createUnprocessedStore(database.db)
  const [pending] = await unprocessed.pending()
  expect(pending).toMatchObject({ location_key: `url:${shown}`, unprocessed_entity: { spec: { target: shown } } })

  await database.query(`update catalog.source set error = '{"name": "E", "message": "${target} is wrong"}'`)
  const failed = await unprocessed.failed()
  expect(failed).toMatchObject([{ location_key: `url:${shown}`, errors: [{ message: `${shown} is wrong` }] }])
  expect(failed[0]?.entity_ref).toBe(pending?.entity_ref)

  await database.query(`
    insert into catalog.unprocessed (source_id, ref, errors, document)
    select id, 'component:default/a', '[]', '{"spec":{"target":"${target}"}}' from catalog.source`)
  const { sources } = await createExplainStore(database.db)('component:default/a')
  expect(sources).toMatchObject([{ name: `url:${shown}`, origin: `url:${shown}` }])

  expect(await store.update(old!.id, { type: 'url', target: 'https://host.test/a.yaml' })).toMatchObject({
    location: { id: old!.id, target: 'https://host.test/a.yaml' },
  })
  expect(await database.count(`source where target like '%secret%'`)).toBe(0)
})
