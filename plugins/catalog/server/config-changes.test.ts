import { eventually } from '@portico/core/testing'
import { catalogApi } from '@portico/catalog/common'
import { document, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog(
    { 'one.yaml': document('Component', 'one'), 'two.yaml': document('Component', 'two') },
    { catalog: (folder: string) => ({ processingInterval: false, locations: [{ type: 'file', target: path.join(folder, 'one.yaml') }] }) },
  )
  await catalog.until('kind=component', 1)
})
afterAll(() => catalog.stop())

/** Changes the section as an administrator does, in the file. */
function change(section: object): void {
  const { configFile } = catalog.server
  const config = JSON.parse(readFileSync(configFile, 'utf8')) as { catalog: object }
  writeFileSync(configFile, JSON.stringify({ ...config, catalog: { ...config.catalog, ...section } }))
}

const at = (name: string) => ({ type: 'file', target: path.join(catalog.folder, name) })
const changes = () => catalog.server.server.inspection.configChanges()

async function names(): Promise<string[]> {
  const { items } = await catalog.server.call(catalogApi.queryEntities, { query: { filter: ['kind=component,kind=api'] } })
  return (items as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name).toSorted()
}

const namesBecome = (expected: readonly string[]) => eventually(async () => expect(await names()).toEqual(expected))

test('locations that are added to the config are read at once, and what only a removed one led to goes', async () => {
  change({ locations: [at('one.yaml'), at('two.yaml')] })
  await namesBecome(['one', 'two'])
  change({ locations: [at('two.yaml')] })
  await namesBecome(['two'])
  expect(changes()).toEqual({ inForce: ['catalog.locations'], needsRestart: [] })
})

test('rules that change hold for what was refused before', async () => {
  catalog.write('api.yaml', document('API', 'four'))
  change({ rules: [{ allow: ['Component', 'Location'] }], locations: [at('two.yaml'), at('api.yaml')] })
  await eventually(async () => {
    const response = await catalog.server.fetch('/api/catalog/explain/api/default/four')
    expect(await response.text()).toContain('kind-not-allowed')
  })
  expect(await names()).toEqual(['two'])
  change({ rules: [{ allow: ['Component', 'API', 'Location'] }] })
  await namesBecome(['four', 'two'])
})

test('kinds that are added to the config can be read at once', async () => {
  catalog.write('three.yaml', JSON.stringify({ apiVersion: 'example.com/v1', kind: 'Dataset', metadata: { name: 'three' }, spec: {} }))
  change({
    rules: [{ allow: ['Component', 'Dataset', 'Location'] }],
    locations: [at('two.yaml'), at('three.yaml')],
    kinds: [{ kind: 'Dataset', apiVersions: ['example.com/v1'], schema: { type: 'object' } }],
  })
  await catalog.until('kind=dataset', 1)
  expect(changes().inForce).toContain('catalog.kinds')
})

test('users are kept from registering locations as soon as the config says so', async () => {
  const add = () =>
    catalog.server
      .as({ plugin: 'test' })
      .call(catalogApi.addLocation, { body: { type: 'url', target: 'http://127.0.0.1:1/catalog-info.yaml' } })
  change({ readonly: true })
  await eventually(async () => expect(await add().catch((error: unknown) => error)).toMatchObject({ code: 'catalog.read-only' }))
  change({ readonly: false })
})

test('what pages read is in force, and settings without a listener are named as needing a restart', async () => {
  change({ index: { pageSize: 50 }, watchFiles: true, processorOptions: { x: { disabled: true } } })
  await eventually(() => expect(changes().needsRestart).toEqual(['catalog.watchFiles', 'catalog.processorOptions.x.disabled']))
  expect(changes().inForce).toContain('catalog.index.pageSize')
})
