import type { Entity } from '@portico/catalog/common'
import { silentLog } from '@portico/core/testing'
import { createIntegrations } from '@portico/integrations/server'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRenderProcess, type RenderProcess } from '../rendering/render-process.ts'
import { createSourceCopier, type SourceCopier } from '../sources/source-copier.ts'
import { createDocsSites, type DocsSites } from './docs-sites.ts'
import { createSiteCache } from './site-cache.ts'

const ref = 'component:default/a'
let folder: string
let renderer: RenderProcess
let copier: SourceCopier
let sites: DocsSites
let copies: number

function write(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, 'source', name)), { recursive: true })
  writeFileSync(path.join(folder, 'source', name), text)
}

function entity(): Entity {
  const location = `file:${path.join(folder, 'source/catalog-info.yaml')}`
  const annotations = {
    'backstage.io/techdocs-ref': 'dir:.',
    'backstage.io/managed-by-location': location,
    'backstage.io/managed-by-origin-location': location,
  }
  return { apiVersion: 'backstage.io/v1alpha1', kind: 'Component', metadata: { name: 'a', annotations } }
}

function open({ timeoutMs = 20_000, recheckMs = 0, maxMegabytes = 256 } = {}): void {
  const { service: integrations } = createIntegrations({ folder, allow: [] })
  mkdirSync(path.join(folder, 'cache'), { recursive: true })
  renderer = createRenderProcess({ folder: path.join(folder, 'cache'), log: silentLog, timeoutMs, maxMegabytes })
  copier = createSourceCopier({ integrations, log: silentLog })
  copies = 0
  sites = createDocsSites({
    cache: createSiteCache({ folder: path.join(folder, 'cache'), maxBytes: () => 2 ** 30 }),
    copier: { ...copier, copy: request => ((copies += 1), copier.copy(request)) },
    renderer,
    log: silentLog,
    reading: () => integrations.reading(),
    limits: () => ({ maxFiles: 1000, maxBytes: 2 ** 25 }),
    siteOptions: () => ({ name: 'A' }),
    onUpdated: () => {},
    onFailed: () => {},
    recheckMs,
  })
}

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'portico-docs-')))
  write('docs/index.md', '# One\n')
})
afterEach(async () => {
  renderer.stop()
  await copier.stop()
  rmSync(folder, { recursive: true, force: true })
})

const titleOf = async (page = '') => (JSON.parse((await sites.page(ref, page)) ?? '{}') as { title?: string }).title

test('a changed source gives a new version, an unchanged one does not, and many readers cause one preparation', async () => {
  open()
  expect(await Promise.all([sites.sync(entity()), sites.sync(entity()), sites.sync(entity())])).toEqual([true, true, true])
  expect(copies).toBe(1)
  expect(await titleOf()).toBe('One')
  expect(await sites.sync(entity())).toBe(false)
  write('docs/index.md', '# Another\n')
  expect(await sites.sync(entity())).toBe(true)
  expect(await titleOf()).toBe('Another')
})

test('within the time of rest nothing is read again, and a failure is told again', async () => {
  open({ recheckMs: 60_000 })
  await sites.sync(entity())
  await sites.sync(entity())
  expect(copies).toBe(1)
})

test('a version that cannot be read leaves the last good one up, and says why', async () => {
  open()
  await sites.sync(entity())
  write('mkdocs.yml', 'site_name: ${{ values.name }}: x\n  - y')
  await expect(sites.sync(entity())).rejects.toThrow(/Could not read MkDocs YAML config mkdocs\.yml:\d+:\d+/)
  expect(await titleOf()).toBe('One')
  expect(sites.problemOf(ref)?.message).toContain('mkdocs.yml')
})

test('a page that takes too long is ended and says so; the pages beside it render', async () => {
  open({ timeoutMs: 2000 })
  write('docs/slow.md', `# Slow\n\n${'[TOC]\n\n'.repeat(20_000)}${'## a\n\n'.repeat(10_000)}`)
  write('docs/fast.md', '# Fast\n')
  await sites.sync(entity())
  const slow = JSON.parse((await sites.page(ref, 'slow/')) ?? '{}') as { html: string }
  expect(slow.html).toMatch(/It took (?:longer than 2 seconds|more than 256 MB of memory)|ran out of memory/)
  expect(await titleOf('fast/')).toBe('Fast')
}, 60_000)

test('a process that is killed while it renders costs that page, and the next one has a new process', async () => {
  open()
  await sites.sync(entity())
  write('docs/long.md', '# Long\n\n' + 'text *em* **strong** `code` [a](b.md)\n\n'.repeat(20_000))
  write('docs/next.md', '# Next\n')
  await sites.sync(entity())
  const long = sites.page(ref, 'long/')
  const next = sites.page(ref, 'next/')
  await vi.waitFor(() => expect(renderer.pid()).toBeDefined())
  process.kill(renderer.pid()!, 'SIGKILL')
  const [first, second] = await Promise.all([long, next])
  expect([first, second].filter(page => page!.includes('cannot be shown'))).toHaveLength(1)
}, 60_000)

test('a version of which files are missing, as after a crash, is not taken for one', async () => {
  open()
  await sites.sync(entity())
  const cacheFolder = path.join(folder, 'cache')
  rmSync(cacheFolder, { recursive: true })
  mkdirSync(cacheFolder)
  open()
  expect(await sites.current(ref)).toBeUndefined()
  expect(await sites.sync(entity())).toBe(true)
  expect(await titleOf()).toBe('One')
})
