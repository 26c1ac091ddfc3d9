import { document, file, startCatalog } from '@portico/catalog/testing'
import { defineServerPlugin } from '@portico/core/server'
import { eventually } from '@portico/core/testing'
import type { ResultSet } from '@portico/search/common'
import { searchApi } from '@portico/search/common'
import { expect, onTestFinished, test } from 'vitest'
import { createDocumentStore } from '../documents/document-store.ts'
import { searchPlugin, searchService } from '../index.ts'

const wiki = defineServerPlugin({
  id: 'wiki',
  uses: { search: searchService },
  setup(_core, { search }) {
    const schedule = { frequency: { trigger: 'manual' }, timeout: { seconds: 30 } } as const
    search.registerSource({ type: 'wiki', schedule, documents: async function* () {} })
    search.registerSource({ type: 'empty-wiki', schedule, documents: async function* () {} })
  },
})

test('a type is missing until a document of it is found, also one that another replica wrote, or until a run has ended', async () => {
  const { server, stop } = await startCatalog({ 'a.yaml': file(document('Component', 'orders')) }, { plugins: [searchPlugin, wiki] })
  onTestFinished(stop)
  const ask = async (type: string, term = '') => {
    const response = await server.fetch(`/api/search/query?types[]=${type}&term=${term}`)
    return { status: response.status, ...((await response.json()) as Partial<ResultSet> & { error?: { name: string } }) }
  }
  for (const type of ['wiki', 'empty-wiki'])
    expect(await ask(type, 'nothing')).toMatchObject({ status: 500, error: { name: 'MissingIndexError' } })

  const replica = createDocumentStore(server.database.forSchema('search'))
  const body = JSON.stringify({ title: 'Page', text: '', location: '/wiki/page' })
  await replica.replaceGroups('wiki', ['/wiki/page'], [{ location: '/wiki/page', group: '/wiki/page', hash: 'a', body }])
  await eventually(async () => expect((await ask('wiki')).numberOfResults).toBe(1))
  expect(await ask('wiki', 'nothing')).toMatchObject({ status: 200, results: [] })
  expect(await ask('empty-wiki', 'nothing')).toMatchObject({ status: 500 })

  await server.call(searchApi.runType, { params: { type: 'empty-wiki' } })
  await eventually(async () => expect(await ask('empty-wiki', 'nothing')).toMatchObject({ status: 200, results: [] }))
})
