import { document, file, startCatalog } from '@portico/catalog/testing'
import { defineServerPlugin, type Inspection } from '@portico/core/server'
import { eventually } from '@portico/core/testing'
import { searchApi } from '@portico/search/common'
import { searchPlugin } from '@portico/search/server'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

test('the index of a small portal is opened when its page is requested, and not before', async () => {
  const webFolder = mkdtempSync(path.join(tmpdir(), 'portico-search-'))
  mkdirSync(path.join(webFolder, 'static'))
  writeFileSync(path.join(webFolder, 'index.html'), '<!doctype html><html><head></head><body></body></html>')
  const { server, stop } = await startCatalog({ 'a.yaml': file(document('Component', 'orders')) }, { plugins: [searchPlugin], webFolder })
  onTestFinished(async () => {
    await stop()
    rmSync(webFolder, { recursive: true })
  })
  const indexBytes = async () => (await server.call(searchApi.getStatus)).indexBytes
  expect((await server.as(undefined).fetch('/catalog')).status).toBe(200)
  expect(await indexBytes()).toBeUndefined()
  expect((await server.as(undefined).fetch('/search?query=ord')).status).toBe(200)
  await eventually(async () => expect(await indexBytes()).toBeGreaterThan(0))
})

test('operators see what the threads of search and of the catalog ask of the database', async () => {
  let performance: Inspection['performance']
  const operations = defineServerPlugin({
    id: 'operations',
    setup: ({ server: { inspection } }) => void ({ performance } = inspection),
  })
  // So many that their statements are among the slowest, which alone are listed.
  const many = Array.from({ length: 500 }, (_, at) => document('Component', `payments-${at}`))
  const files = { 'a.yaml': file(document('Component', 'orders'), ...many) }
  const { server, stop } = await startCatalog(files, { plugins: [searchPlugin, operations] })
  onTestFinished(stop)
  await eventually(async () => expect((await server.call(searchApi.getStatus)).types[0]?.documents).toBeGreaterThan(many.length))
  expect((await server.call(searchApi.query, { query: { term: 'orders' } })).results).toHaveLength(1)
  await eventually(async () => {
    const { statements } = await performance()
    const recorded = statements.map(({ schema, statement }) => `${schema}: ${statement.trim()}`)
    expect(recorded).toContainEqual(expect.stringMatching(/^catalog: insert into entity /))
    expect(recorded).toContainEqual(expect.stringMatching(/^search: select id, type, body, revision from document where id > \$1/))
  })
})
