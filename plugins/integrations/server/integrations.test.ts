import { authPlugin } from '@portico/auth/server'
import { defineServerPlugin, type Events } from '@portico/core/server'
import { startTestServer, type TestServer } from '@portico/core/testing'
import { integrationsApi } from '@portico/integrations/common'
import { integrationsPlugin, integrationsService, type Integrations } from '@portico/integrations/server'
import { startFakeGitea, startFakeGit, type FakeGit } from '@portico/integrations/testing'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { budgetLearnt } from './api/bridge-budgets.ts'

let fake: FakeGit
let server: TestServer
let integrations: Integrations
let events: Events
beforeEach(async () => void (fake = await startFakeGit()))
afterEach(async () => {
  await server.stop()
  await fake.close()
})

const brought = `export const createReader = ({ text }) => ({
  type: 'note', read: async target => ({ files: [{ target, text }] }), resolve: to => to, isSameRepository: () => true })`

/** A plugin that reads, and adds a reader of its own. */
const userPlugin = defineServerPlugin({
  id: 'reading-user',
  uses: { integrations: integrationsService },
  async setup({ work }, { integrations: given }) {
    integrations = given
    events = work.events
    await given.addReader({ module: `data:text/javascript,${encodeURIComponent(brought)}`, options: { text: 'brought' } })
  },
})

async function start(password?: string): Promise<void> {
  const git = password === undefined ? [] : [{ host: fake.host, password }]
  server = await startTestServer({ plugins: [authPlugin, integrationsPlugin, userPlugin], config: { integrations: { git } } })
}

test('any plugin reads with the credentials of the config, and with readers that plugins add', async () => {
  await fake.commit({ 'catalog-info.yaml': 'x' })
  fake.state.password = 'secret'
  await start('secret')
  const reading = await integrations.reading()
  expect(await reading.read('git', fake.url, {})).toMatchObject({ files: [{ text: 'x' }] })
  expect(await reading.read('note', 'any', {})).toMatchObject({ files: [{ text: 'brought' }] })
  const late = brought.replaceAll("'note'", "'late'")
  const remove = await integrations.addReader({ module: `data:text/javascript,${encodeURIComponent(late)}`, options: { text: 'late' } })
  expect(await (await integrations.reading()).read('late', 'any', {})).toMatchObject({ files: [{ text: 'late' }] })
  await remove()
  await expect(integrations.reading().then(readers => readers.read('late', 'any', {}))).rejects.toThrow(/late/)
  expect([integrations.isAllowed(new URL(fake.url)), integrations.isAllowed(new URL('https://other.test/'))]).toEqual([true, false])
})

test('a page learns of the hosts that repositories can be made at, all or some, and of nothing else', async () => {
  await start('secret')
  const { integrations: all } = await server.call(integrationsApi.listScmIntegrations)
  expect(all).toEqual(expect.arrayContaining([{ type: 'github', title: 'GitHub', host: 'github.com' }]))
  expect(all.map(({ type }) => type)).not.toContain('git')
  const { integrations: some } = await server.call(integrationsApi.listScmIntegrations, {
    query: { allowedHosts: ['gitlab.com', 'x.test'] },
  })
  expect(some.map(({ host }) => host)).toEqual(['gitlab.com'])
  await expect(server.as(undefined).call(integrationsApi.listScmIntegrations)).rejects.toMatchObject({ name: 'AuthenticationError' })
})

test('a token of a user is used in place of the credentials of the config, for the host of the address and no other', async () => {
  await fake.commit({ 'catalog-info.yaml': 'x' })
  fake.state.password = 'of-the-user'
  await start('of-the-config')
  await expect((await integrations.reading()).read('git', fake.url, {})).rejects.toThrow('may not be read')
  expect(await (await integrations.readingAs('of-the-user', fake.url)).read('git', fake.url, {})).toMatchObject({ files: [{ text: 'x' }] })
  const elsewhere = await integrations.readingAs('of-the-user', 'https://other.test/')
  await expect(elsewhere.read('git', fake.url, {})).rejects.toThrow('may not be read')
})

test('a worker thread reads with the portable settings of the service, and loads nothing of the server', async () => {
  await fake.commit({ 'catalog-info.yaml': 'x' })
  fake.state.password = 'secret'
  await start('secret')
  const code = `
    const { parentPort, workerData } = require('node:worker_threads')
    const { registerHooks } = require('node:module')
    const loaded = []
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
    import(workerData.module)
      .then(({ openReading }) => openReading(workerData.settings))
      .then(async reading => [await reading.read('git', workerData.url, {}), await reading.read('note', 'any', {})])
      .then(read => parentPort.postMessage({ read, loaded }))`
  const worker = new Worker(code, { eval: true, workerData: { ...integrations.portable(), url: fake.url } })
  const [message] = (await once(worker, 'message')) as [{ read: unknown; loaded: string[] }]
  await worker.terminate()
  expect(message.read).toMatchObject([{ files: [{ text: 'x' }] }, { files: [{ text: 'brought' }] }])
  const forbidden = message.loaded.filter(url => /core\/server\/index\.ts|node_modules\/(fastify|kysely|pg)\//.test(url))
  expect(message.loaded.length).toBeGreaterThan(10)
  expect(forbidden).toEqual([])
})

test('what is not in the config is not read', async () => {
  await start()
  await expect((await integrations.reading()).read('git', fake.url, {})).rejects.toMatchObject({
    name: 'NotAllowedError',
    message: expect.stringContaining('backend.reading.allow'),
  })
})

test('a rate limit that another replica was told is kept to here', async () => {
  await start()
  const told = { key: 'api.acme.test', remaining: 0, resetAt: Date.now() + 600_000, at: Date.now() }
  await integrations
    .api()
    .call('https://127.0.0.1:1/')
    .catch(() => {})
  await events.publish(budgetLearnt, { instance: 'another', budget: told })
  await expect.poll(() => integrations.budgets()).toContainEqual(told)
})

test('hosts are known by config and by default, and addresses are resolved as their hosts mean them', async () => {
  await start('secret')
  expect(integrations.byHost(fake.host)).toMatchObject({ type: 'git', hasCredentials: true })
  expect(integrations.byUrl('https://github.com/acme/web')).toEqual({
    type: 'github',
    title: 'GitHub',
    host: 'github.com',
    apiBaseUrl: 'https://api.github.com',
    hasCredentials: false,
  })
  expect(integrations.byUrl('https://other.test/')).toBeUndefined()
  const base = 'https://github.com/acme/web/blob/main/docs/index.md'
  expect(integrations.resolveUrl('/mkdocs.yml', base)).toBe('https://github.com/acme/web/blob/main/mkdocs.yml')
  expect(integrations.resolveEditUrl(base)).toBe('https://github.com/acme/web/edit/main/docs/index.md')
  expect(integrations.resolveEditUrl('https://other.test/a')).toBe('https://other.test/a')
})

test('a secret in a file is read again when it is replaced', async () => {
  const gitea = await startFakeGitea()
  gitea.model.add('acme/web', { 'a.yaml': 'x' })
  gitea.state.authorization = { authorization: 'token second' }
  await start()
  const file = path.join(path.dirname(server.configFile), 'token.txt')
  writeFileSync(file, 'first')
  const config = JSON.parse(readFileSync(server.configFile, 'utf8')) as object
  writeFileSync(
    server.configFile,
    JSON.stringify({ ...config, integrations: { gitea: [{ host: gitea.host, password: { $file: 'token.txt' } }] } }),
  )
  const target = `${gitea.url}/acme/web/src/branch/main/a.yaml`
  const read = async () => (await integrations.reading()).read('url', target, {}).catch((error: unknown) => String(error))
  await expect.poll(read).toContain('does not accept the credentials')
  writeFileSync(file, 'second')
  await expect.poll(read).toMatchObject({ files: [{ text: 'x' }] })
  await gitea.close()
})
