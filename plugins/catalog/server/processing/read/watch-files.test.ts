import { eventually } from '@portico/core/testing'
import { catalogApi } from '@portico/catalog/common'
import { document, file, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { afterEach, expect, test, vi } from 'vitest'

// Whole servers, each with a thread that loads what it needs.
vi.setConfig({ testTimeout: 60_000 })

let catalog: TestCatalog
afterEach(() => catalog.stop())

// Nothing is read by itself, so whatever is seen was seen by watching.
const start = (files: Readonly<Record<string, string>>, more: (folder: string) => object = () => ({})) =>
  startCatalog(files, { catalog: folder => ({ processingInterval: false, watchFiles: true, ...more(folder) }) })

async function descriptionOf(name: string): Promise<unknown> {
  const response = await catalog.server.as({ plugin: 'test' }).fetch(`/api/catalog/entities/by-name/component/default/${name}`)
  return response.ok ? ((await response.json()) as { metadata: { description?: string } }).metadata.description : response.status
}

const until = (name: string, description: unknown) => eventually(async () => expect(await descriptionOf(name)).toBe(description))

const component = (name: string, description: string) => document('Component', name, { metadata: { description } })

test('in development a file is read again when it is written, and so is what it leads to and what it includes', async () => {
  const lead = document('Location', 'lead', { spec: { targets: ['./more.yaml', './late.yaml'] } })
  catalog = await start({ 'all.yaml': file(component('one', 'first'), lead) })
  await until('one', 'first')
  catalog.write('all.yaml', file(component('one', 'second'), lead))
  await until('one', 'second')
  catalog.write('more.yaml', component('two', 'led to'))
  await until('two', 'led to')
  catalog.write('text.txt', 'included')
  catalog.write('more.yaml', component('two', 'led to').replace('"led to"', '{"$text":"./text.txt"}'))
  await until('two', 'included')
  catalog.write('text.txt', 'included anew')
  await until('two', 'included anew')
  expect(await descriptionOf('one')).toBe('second')
})

test('in development files that come to fit a pattern are taken in, and those that go are taken out', async () => {
  catalog = await start({ 'parts/a/one.yaml': component('one', 'first') }, folder => ({
    locations: [{ type: 'file', target: `${folder}/parts/**/*.yaml` }],
  }))
  await until('one', 'first')
  catalog.write('parts/b/c/two.yaml', component('two', 'new'))
  await until('two', 'new')
  catalog.write('parts/b/c/two.yaml', component('two', 'changed'))
  await until('two', 'changed')
  catalog.remove('parts/a/one.yaml')
  await until('one', 404)
  expect(await descriptionOf('two')).toBe('changed')
})

test('elsewhere nothing is watched', async () => {
  catalog = await start({ 'a.yaml': component('one', 'first'), 'b.yaml': component('two', 'first') }, () => ({ watchFiles: false }))
  await until('one', 'first')
  await until('two', 'first')
  catalog.write('a.yaml', component('one', 'second'))
  catalog.write('b.yaml', component('two', 'second'))
  await catalog.server.as({ plugin: 'test' }).call(catalogApi.refreshEntity, { body: { entityRef: 'component:two' } })
  await until('two', 'second')
  expect(await descriptionOf('one')).toBe('first')
})
