import { eventually, silentLog } from '@portico/core/testing'
import { startFakeGithub } from '@portico/integrations/testing'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { rendererVersion } from '../mkdocs/renderer-version.ts'
import { createTestSites, docsEntity, githubIntegrations, testRef as ref } from '../testing/docs-folder.ts'

let given: ReturnType<typeof createTestSites>
beforeEach(() => {
  given = createTestSites(silentLog)
  given.write('docs/index.md', '# One\n')
})
afterEach(() => given.close())

test('a changed source gives a new version, an unchanged one does not, and many readers cause one preparation', async () => {
  const { sites, titleOf, copies } = given.open()
  const { entity, write } = given
  expect(await Promise.all([sites.sync(entity()), sites.sync(entity()), sites.sync(entity())])).toEqual([true, true, true])
  expect(copies()).toBe(1)
  expect(await titleOf()).toBe('One')
  expect(await sites.sync(entity())).toBe(false)
  write('docs/index.md', '# Another\n')
  expect(await sites.sync(entity())).toBe(true)
  expect(await titleOf()).toBe('Another')
})

test('a site that an older server has prepared is prepared again, although its source is the same', async () => {
  await given.open().sites.sync(given.entity())
  const [file] = globSync('cache/*/current.json', { cwd: given.folder }).map(name => path.join(given.folder, name))
  const { engine, ...stored } = JSON.parse(readFileSync(file!, 'utf8')) as { engine: number }
  writeFileSync(file!, JSON.stringify(stored))
  const { sites } = given.open()
  expect([await sites.sync(given.entity()), await sites.sync(given.entity()), engine]).toEqual([true, false, rendererVersion])
})

test('a new version is announced for search, except to search, which puts it in anyway', async () => {
  const announced: string[] = []
  const { sites } = given.open({ onUpdated: updated => announced.push(updated) })
  expect(await sites.sync(given.entity(), { isIndexing: true })).toBe(true)
  expect(announced).toEqual([])
  given.write('docs/index.md', '# Another\n')
  expect(await sites.sync(given.entity())).toBe(true)
  expect(announced).toEqual([ref])
})

test('within the time of rest nothing is read again, and a failure is told again', async () => {
  const { sites, copies } = given.open({ recheckMs: 60_000 })
  await sites.sync(given.entity())
  await sites.sync(given.entity())
  expect(copies()).toBe(1)
})

const slowPage = `# Slow\n\n${'[TOC]\n\n'.repeat(20_000)}${'## a\n\n'.repeat(10_000)}`

test("a reader does not wait for the large pages of another, nor for those that are put into search; nor for the other's turn at the same page", async () => {
  const { sites, titleOf } = given.open({ timeoutMs: 60_000, maxMegabytes: 1024 })
  for (const name of ['slow', 'slower', 'indexed']) given.write(`docs/${name}.md`, slowPage)
  await sites.sync(given.entity())
  let hasEnded = false
  const slow = [
    sites.page(ref, 'slow/', 'user:default/mallory'),
    sites.page(ref, 'slower/', 'user:default/mallory'),
    sites.page(ref, 'indexed/'),
  ].map(each => each.catch(() => undefined).finally(() => void (hasEnded = true)))
  const same = sites.page(ref, '', 'user:default/mallory')
  expect(await titleOf()).toBe('One')
  await same
  expect(hasEnded).toBe(false)
  given.stopRendering()
  await Promise.all(slow)
})

test('a version that cannot be read leaves the last good one up, and says why', async () => {
  const { sites, titleOf } = given.open()
  await sites.sync(given.entity())
  given.write('mkdocs.yml', 'site_name: ${{ values.name }}: x\n  - y')
  await expect(sites.sync(given.entity())).rejects.toThrow(/Could not read MkDocs YAML config mkdocs\.yml:\d+:\d+/)
  expect(await titleOf()).toBe('One')
  expect(sites.problemOf(ref)?.message).toContain('mkdocs.yml')
})

test('a source that changes while it is read gives one commit as a whole, and the newer one with the next sync', async () => {
  const fake = await startFakeGithub()
  onTestFinished(() => fake.close())
  const repository = fake.model.add('acme/web', { 'catalog-info.yaml': 'x', 'docs/index.md': '# One\n', 'docs/b.md': '# B one\n' })
  const { sites, titleOf } = given.open({ integrations: githubIntegrations(fake) })
  const entity = docsEntity(`url:${fake.url}/acme/web/blob/main/catalog-info.yaml`)
  // The push arrives after the commit was asked for, and before its files are.
  fake.state.fault = request => {
    if (request.path.includes('/tarball/')) {
      fake.state.fault = undefined
      fake.model.commit(repository, 'main', { 'docs/index.md': '# Two\n', 'docs/b.md': '# B two\n' })
    }
    return false
  }
  expect(await sites.sync(entity)).toBe(true)
  expect([await titleOf(), await titleOf('b/')]).toEqual(['One', 'B one'])
  expect(await sites.sync(entity)).toBe(true)
  expect([await titleOf(), await titleOf('b/')]).toEqual(['Two', 'B two'])
})

test('a page that takes too long is ended and says so; the pages beside it render', async () => {
  const { sites, titleOf } = given.open({ timeoutMs: 2000 })
  given.write('docs/slow.md', `# Slow\n\n${'[TOC]\n\n'.repeat(20_000)}${'## a\n\n'.repeat(10_000)}`)
  given.write('docs/fast.md', '# Fast\n')
  await sites.sync(given.entity())
  const slow = JSON.parse((await sites.page(ref, 'slow/')) ?? '{}') as { html: string }
  expect(slow.html).toMatch(/It took (?:longer than 2 seconds|more than 256 MB of memory)|ran out of memory/)
  expect(await titleOf('fast/')).toBe('Fast')
})

test('a process that is killed while it renders costs that page, and the next one has a new process', async () => {
  const { sites, renderer } = given.open()
  await sites.sync(given.entity())
  given.write('docs/long.md', '# Long\n\n' + 'text *em* **strong** `code` [a](b.md)\n\n'.repeat(20_000))
  given.write('docs/next.md', '# Next\n')
  await sites.sync(given.entity())
  const long = sites.page(ref, 'long/')
  const hasAnswered = long.then(() => true)
  // One that is killed before it has begun is replaced, once.
  await eventually(async () => {
    for (const pid of renderer.pids()) process.kill(pid!, 'SIGKILL')
    expect(await Promise.race([hasAnswered, false])).toBe(true)
  })
  expect(await long).toContain('cannot be shown')
  expect(await sites.page(ref, 'next/')).not.toContain('cannot be shown')
})

test('a version of which files are missing, as after a crash, is not taken for one', async () => {
  await given.open().sites.sync(given.entity())
  const cacheFolder = path.join(given.folder, 'cache')
  rmSync(cacheFolder, { recursive: true })
  mkdirSync(cacheFolder)
  const { sites, titleOf } = given.open()
  expect(await sites.current(ref)).toBeUndefined()
  expect(await sites.sync(given.entity())).toBe(true)
  expect(await titleOf()).toBe('One')
})
