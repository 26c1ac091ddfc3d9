import { authPlugin } from '@portico/auth/server'
import { defineServerPlugin } from '@portico/core/server'
import { startTestServer, type TestServer } from '@portico/core/testing'
import { integrationsPlugin, integrationsService, type Integrations } from '@portico/integrations/server'
import { startGitPeer, type GitPeer } from '@portico/integrations/testing'
import { Worker } from 'node:worker_threads'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'

let peer: GitPeer
let server: TestServer
let integrations: Integrations
beforeEach(async () => void (peer = await startGitPeer()))
afterEach(async () => {
  await server.stop()
  await peer.close()
})

const brought = `export const createReader = ({ text }) => ({
  type: 'note', read: async target => ({ files: [{ target, text }] }), resolve: to => to, isSameRepository: () => true })`

/** A plugin that reads, and adds a reader of its own. */
const userPlugin = defineServerPlugin({
  id: 'reading-user',
  uses: { integrations: integrationsService },
  setup(_core, { integrations: given }) {
    integrations = given
    given.addReader({ module: `data:text/javascript,${encodeURIComponent(brought)}`, options: { text: 'brought' } })
  },
})

async function start(password?: string): Promise<void> {
  const git = password === undefined ? [] : [{ host: peer.host, password }]
  server = await startTestServer({ plugins: [authPlugin, integrationsPlugin, userPlugin], config: { integrations: { git } } })
}

test('any plugin reads with the credentials of the config, and with readers that plugins add', async () => {
  await peer.commit({ 'catalog-info.yaml': 'x' })
  peer.state.password = 'secret'
  await start('secret')
  const reading = await integrations.reading()
  expect(await reading.read('git', peer.url, {})).toMatchObject({ files: [{ text: 'x' }] })
  expect(await reading.read('note', 'any', {})).toMatchObject({ files: [{ text: 'brought' }] })
  expect(() => integrations.addReader({ module: 'late' })).toThrow('added too late')
  expect([integrations.isAllowed(new URL(peer.url)), integrations.isAllowed(new URL('https://other.test/'))]).toEqual([true, false])
})

test('a worker thread reads with the portable settings of the service, and loads nothing of the server', async () => {
  await peer.commit({ 'catalog-info.yaml': 'x' })
  peer.state.password = 'secret'
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
  const worker = new Worker(code, { eval: true, workerData: { ...integrations.portable(), url: peer.url } })
  const [message] = (await once(worker, 'message')) as [{ read: unknown; loaded: string[] }]
  await worker.terminate()
  expect(message.read).toMatchObject([{ files: [{ text: 'x' }] }, { files: [{ text: 'brought' }] }])
  const forbidden = message.loaded.filter(url => /core\/server\/index\.ts|node_modules\/(fastify|kysely|pg)\//.test(url))
  expect(message.loaded.length).toBeGreaterThan(10)
  expect(forbidden).toEqual([])
})

test('what is not in the config is not read', async () => {
  await start()
  await expect((await integrations.reading()).read('git', peer.url, {})).rejects.toMatchObject({
    name: 'NotAllowedError',
    message: expect.stringContaining('backend.reading.allow'),
  })
})
