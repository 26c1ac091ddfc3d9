import { document, file, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { eventually } from '@portico/core/testing'
import type { ResultFacets, ResultSet } from '@portico/search/common'
import { searchPlugin } from '@portico/search/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { techdocsPlugin } from '../index.ts'

const withDocs = (name: string) => document('Component', name, { metadata: { annotations: { 'backstage.io/techdocs-ref': 'dir:.' } } })
const names = ['port', 'gone', 'bare']
const pages = {
  home: '# Harbour\n\nHow the quay works.\n\n```mermaid\ngraph LR; quay-->crane\n```\n\n## Tides\n\nThe quay at low tide.\n',
  cranes:
    '# Cranes\n\n## Quay cranes\n\nThey lift.\n\n```plantuml\ncrane -> ship\n```\n\n$$\n\\frac{a}{b}\n$$\n\n```sh\nhoist --all\n```\n',
}

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog(
    { 'catalog-info.yaml': file(...names.map(withDocs)), 'docs/index.md': pages.home, 'docs/cranes.md': pages.cranes },
    { plugins: [searchPlugin, techdocsPlugin] },
  )
  await catalog.until('kind=component', 3)
  await lookAtAll()
})
afterAll(() => catalog.stop())

/** What the schedule does from time to time. */
async function lookAtAll(): Promise<void> {
  const path = '/api/techdocs/.backstage/scheduler/v1/tasks/index-docs/trigger'
  await eventually(async () => expect((await catalog.server.as({ plugin: 'devtools' }).fetch(path, { method: 'POST' })).status).toBe(200))
}

async function find(term: string): Promise<ResultSet> {
  const answer = await catalog.server.fetch(`/api/search/query?types[0]=techdocs&term=${encodeURIComponent(term)}`)
  return (await answer.json()) as ResultSet
}
const locations = async (term: string) => (await find(term)).results.map(({ document: found }) => found.location)
const at = (name: string, path: string) => `/docs/default/component/${name}/${path}`

test('a page is one result: its best section, or the page itself, also in the numbers', async () => {
  await eventually(async () => expect(await locations('quay name:port')).toEqual([at('port', 'cranes/#quay-cranes'), at('port', '')]))
  expect((await find('quay name:port')).numberOfResults).toBe(2)
  expect(await locations('tide name:port')).toEqual([at('port', '#tides')])
  expect(await locations('harbour name:port')).toEqual([at('port', '')])
  const facets = await catalog.server.fetch('/api/search/facets?types[0]=techdocs&term=quay+name:port')
  expect(((await facets.json()) as ResultFacets).types).toEqual([{ type: 'techdocs', count: 2 }])
})

test('a page is found by its introduction; the sources of diagrams are no text, code is', async () => {
  const { results } = await find('harbour name:port')
  expect(results[0]?.document).toMatchObject({ title: 'Harbour', text: 'How the quay works.' })
  const [crane] = (await find('hoist name:port')).results
  expect(crane?.document).toMatchObject({ title: 'Quay cranes', text: 'They lift. hoist --all' })
  expect(await locations('graph')).toEqual([])
})

test('docs of an entity that goes, or has no docs any more, are found no longer; they are again when they come back', async () => {
  await eventually(async () => expect(await locations('tide name:gone')).toEqual([at('gone', '#tides')]))
  await eventually(async () => expect(await locations('tide name:bare')).toEqual([at('bare', '#tides')]))
  catalog.write('catalog-info.yaml', file(withDocs('port'), document('Component', 'bare')))
  await eventually(async () => expect(await locations('tide name:bare')).toEqual([]))
  await eventually(async () => expect(await locations('tide name:gone')).toEqual([]))
  expect(await locations('tide name:port')).toEqual([at('port', '#tides')])
  catalog.write('catalog-info.yaml', file(...names.map(withDocs)))
  await catalog.until(`metadata.annotations.backstage.io/techdocs-ref=dir:.`, 3)
  await lookAtAll()
  await eventually(async () => expect(await locations('tide name:gone')).toEqual([at('gone', '#tides')]))
  await eventually(async () => expect(await locations('tide name:bare')).toEqual([at('bare', '#tides')]))
})
