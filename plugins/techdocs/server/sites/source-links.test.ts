import { silentLog } from '@portico/core/testing'
import { createIntegrations, IntegrationsSection, toReadingSettings } from '@portico/integrations/server'
import { startFakeGithub, startFakeGit, toArchive } from '@portico/integrations/testing'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTestSites, docsEntity, githubIntegrations, testRef as ref } from '../testing/docs-folder.ts'

const files = { 'catalog-info.yaml': 'x', 'README.md': '# Read me\n', 'docs/index.md': '# Home\n', 'parts/one.md': '# One\n' }
/** Two that stay in the source and three that do not. */
const links = {
  'docs/readme.md': '../README.md',
  'docs/parts': '../parts',
  'docs/secret.md': '../../secret.md',
  'docs/passwd.md': '/etc/passwd',
  'docs/loop': '..',
}

let given: ReturnType<typeof createTestSites>
beforeEach(() => {
  given = createTestSites(silentLog)
  writeFileSync(path.join(given.folder, 'secret.md'), '# Secret\n')
})
afterEach(() => given.close())

/** What a reader sees of the site, and what its owner is told. */
async function expectOnlyItsOwn({ sites, titleOf }: ReturnType<typeof given.open>): Promise<void> {
  const version = (await sites.current(ref))!
  expect([...version.opened.pages].sort()).toEqual(['', 'parts/one/', 'readme/'])
  expect([await titleOf('readme/'), await titleOf('parts/one/')]).toEqual(['Read me', 'One'])
  const told = version.opened.notices.filter(({ code }) => code === 'symlink-left-out').map(({ file }) => file)
  expect(told.sort()).toEqual(['docs/loop', 'docs/passwd.md', 'docs/secret.md'])
}

test('links of a folder are followed within it; those that lead out are left out and reported', async () => {
  for (const [name, text] of Object.entries(files)) given.write(name, text)
  mkdirSync(path.join(given.folder, 'source/docs'), { recursive: true })
  for (const [name, target] of Object.entries(links)) symlinkSync(target, path.join(given.folder, 'source', name))
  const opened = given.open()
  await opened.sites.sync(given.entity())
  await expectOnlyItsOwn(opened)
})

test('links of an archive are followed within it; those that lead out are left out and reported', async () => {
  const fake = await startFakeGithub()
  onTestFinished(() => fake.close())
  fake.model.add('acme/web', files)
  const contents = new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]))
  const archive = await toArchive(contents, 'acme-web-0000000/', links)
  fake.state.fault = (request, response) => {
    if (!request.path.includes('/tarball/')) return false
    response.writeHead(200).end(archive)
    return true
  }
  const opened = given.open({ integrations: githubIntegrations(fake) })
  await opened.sites.sync(docsEntity(`url:${fake.url}/acme/web/blob/main/catalog-info.yaml`))
  await expectOnlyItsOwn(opened)
})

test('links of a Git repository are followed within it; those that lead out are left out and reported', async () => {
  const fake = await startFakeGit()
  onTestFinished(() => fake.close())
  await fake.commit(files, { links })
  const integrations = IntegrationsSection.parse({})
  const allow = [{ host: new URL(fake.url).host }]
  const { service } = createIntegrations(toReadingSettings({ integrations, allow, folder: '/' }))
  const opened = given.open({ integrations: service })
  const entity = docsEntity(`url:${fake.url}`)
  entity.metadata.annotations!['backstage.io/techdocs-ref'] = `git:${fake.url}`
  await opened.sites.sync(entity)
  await expectOnlyItsOwn(opened)
})
