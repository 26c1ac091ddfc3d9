import { silentLog } from '@portico/core/testing'
import { startFakeGithub } from '@portico/integrations/testing'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createLocalDocs } from './local-docs.ts'
import { createTestSites, docsEntity, githubIntegrations } from '../testing/docs-folder.ts'

const config =
  'site_name: T\nextra: {version: {versions: [{version: "2"}, {version: "1", branch: release-1}, {version: "0", branch: gone}]}}\n'

let given: ReturnType<typeof createTestSites>
beforeEach(() => void (given = createTestSites(silentLog)))
afterEach(() => given.close())

test('a version of a branch is read when it is opened, by the same host, and again when the branch has moved', async () => {
  const fake = await startFakeGithub()
  onTestFinished(() => fake.close())
  const repository = fake.model.add('acme/web', { 'catalog-info.yaml': 'x', 'mkdocs.yml': config, 'docs/index.md': '# Two' })
  fake.model.commit(repository, 'release-1', {
    'mkdocs.yml': 'site_name: One\n',
    'docs/index.md': '# One\n\n[a](a.md)',
    'docs/a.md': '# A',
  })
  const { sites } = given.open({ integrations: githubIntegrations(fake) })
  const docs = createLocalDocs(sites)
  const entity = docsEntity(`url:${fake.url}/acme/web/blob/main/catalog-info.yaml`)

  const main = (await docs.open(entity, 'ada'))!
  expect([main.info.version, main.info.versions?.map(({ prefix }) => prefix)]).toEqual(['2', ['', '1/', '0/']])
  expect(fake.requests.filter(request => request.includes('release-1'))).toEqual([])

  const old = (await docs.open(entity, 'ada', '1'))!
  expect([old.info.version, old.info.site.name, old.id === main.id]).toEqual(['1', 'One', false])
  const page = JSON.parse((await docs.page(old.ref, '1/', 'ada'))!) as { title: string; html: string }
  expect([page.title, page.html]).toEqual(['One', expect.stringContaining('href="portico-page:/1/a/"')])
  expect(JSON.parse((await docs.page(main.ref, '', 'ada'))!)).toMatchObject({ title: 'Two' })

  fake.model.commit(repository, 'release-1', { 'docs/index.md': '# One and a half' })
  expect(await docs.sync(entity, () => {}, 'ada', '1')).toBe(true)
  const newer = (await docs.open(entity, 'ada', '1'))!
  expect(JSON.parse((await docs.page(newer.ref, '1/', 'ada'))!)).toMatchObject({ title: 'One and a half' })

  // There is no such branch. Nobody is told that the docs of the entity are broken.
  await expect(docs.open(entity, 'ada', '0')).rejects.toThrow('gone')
  expect((await docs.open(entity, 'ada'))?.info.problem).toBeUndefined()
  expect(await docs.open(entity, 'ada', '9')).toBeUndefined()
})
