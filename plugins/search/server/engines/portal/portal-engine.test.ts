import { document, file, startCatalog } from '@portico/catalog/testing'
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
