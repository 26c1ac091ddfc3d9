import { silentLog } from '@portico/core/testing'
import { startFakeGithub } from '@portico/integrations/testing'
import { expect, onTestFinished, test } from 'vitest'
import { fileTarget } from '../sources/file-target.ts'
import { createPageChanges } from './page-changes.ts'
import type { ServedSite } from './served-docs.ts'
import { docsEntity, githubIntegrations, testRef as ref } from '../testing/docs-folder.ts'

async function open() {
  const fake = await startFakeGithub()
  onTestFinished(() => fake.close())
  const repository = fake.model.add('acme/web', { 'catalog-info.yaml': 'x', 'docs/index.md': '# One\n' })
  const first = fake.model.resolve(repository, 'main')!
  fake.model.commit(repository, 'main', { 'docs/b.md': '# B\n' })
  const integrations = githubIntegrations(fake)
  const changes = createPageChanges({
    reading: () => integrations.reading(),
    page: async (_, path) => JSON.stringify(path === '' ? { source: 'docs/index.md' } : {}),
    log: silentLog,
  })
  const entity = docsEntity(`url:${fake.url}/acme/web/blob/main/catalog-info.yaml`)
  return { fake, first, of: (path: string, id = '1') => changes.of(entity, { ref, id } as ServedSite, path, 'user:default/ada') }
}

test('the last change of a page is that of its file: when and by whom, asked once for a version', async () => {
  const { fake, first, of } = await open()
  const [one, other] = await Promise.all([of(''), of('')])
  expect(one).toEqual({ at: first.date, by: 'Ada Lovelace', revision: first.sha })
  expect(other).toEqual(one)
  expect(fake.requests.filter(each => each.includes('/commits'))).toEqual([expect.stringContaining('path=docs%2Findex.md')])
  await of('', '2')
  expect(fake.requests.filter(each => each.includes('/commits'))).toHaveLength(2)
})

test('a host that fails, or a page that has no file, costs nothing but the answer', async () => {
  const { fake, of } = await open()
  expect(await of('published/')).toEqual({})
  fake.state.fault = (_, response) => (response.writeHead(404).end('{}'), true)
  expect(await of('')).toEqual({})
})

test.each([
  ['https://github.com/acme/web/tree/main/', 'docs/ü b.md', 'https://github.com/acme/web/tree/main/docs/%C3%BC%20b.md'],
  ['https://dev.azure.com/o/p/_git/r', 'docs/a.md', 'https://dev.azure.com/o/p/_git/r?path=%2Fdocs%2Fa.md'],
  ['https://dev.azure.com/o/p/_git/r?path=/x', 'a.md', 'https://dev.azure.com/o/p/_git/r?path=%2Fx%2Fa.md'],
  ['https://git.example.com/a.git#main:site', 'docs/ü.md', 'https://git.example.com/a.git#main:site/docs/ü.md'],
  ['/srv/site/', 'docs/a.md', '/srv/site/docs/a.md'],
])('below %s the file %s is %s', (folder, file, expected) => expect(fileTarget(folder, file)).toBe(expected))
