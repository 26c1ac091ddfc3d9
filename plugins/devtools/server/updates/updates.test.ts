import { eventually, startTestServer } from '@portico/core/testing'
import { devtoolsApi } from '@portico/devtools/common'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { devtoolsPlugin } from '../index.ts'
import { isNewer } from './versions.ts'

/** A registry of npm, as far as the newest version of a package goes. */
async function startRegistry() {
  const asked: string[] = []
  const registry = { body: JSON.stringify({ name: 'portico', version: '9.1.0' }), status: 200 }
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(registry.status).end(registry.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { asked, registry, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

async function startPortal(updates?: object) {
  const portal = await startTestServer({ plugins: [devtoolsPlugin], config: updates ? { devtools: { updates } } : {} })
  onTestFinished(() => portal.stop())
  return { ...portal, updates: async () => (await portal.call(devtoolsApi.getSystem)).updates }
}

test('nobody is asked about newer versions unless the config names a registry', async () => {
  const { updates, call } = await startPortal()
  expect(await updates()).toBeUndefined()
  expect((await call(devtoolsApi.listTasks)).items.map(({ id }) => id)).not.toContain('look-for-updates')
})

test('the registry of the config is asked for its newest version; what it says wrongly, or not at all, is told and nothing else', async () => {
  const { asked, registry, url } = await startRegistry()
  const { updates, call } = await startPortal({ registry: url, package: '@acme/portal' })
  await eventually(async () => expect(await updates()).toEqual({ askedAt: expect.any(String), newer: '9.1.0' }))
  expect(asked).toEqual(['/@acme%2fportal/latest'])
  const askAgain = () => call(devtoolsApi.triggerTask, { params: { plugin: 'devtools', task: 'look-for-updates' } })
  const told = async (body: string, status: number, failure: string) => {
    Object.assign(registry, { body, status })
    await eventually(askAgain)
    // What was known before stays known.
    await eventually(async () => expect(await updates()).toMatchObject({ newer: '9.1.0', failure: expect.stringContaining(failure) }))
  }
  await told('', 503, 'answered with status 503')
  await told('{"version": "<b>9</b>"}', 200, 'names no version')
  await told(`{"version": "1.0.0", "readme": "${'x'.repeat(1_100_000)}"}`, 200, 'more than the 1 MB')
  Object.assign(registry, { body: '{"version": "0.0.0-test"}', status: 200 })
  await eventually(askAgain)
  await eventually(async () => expect(await updates()).toEqual({ askedAt: expect.any(String) }))
})

test.each([
  ['0.10.0', '0.9.9', true],
  ['1.0.0', '1.0.0', false],
  ['1.0.0', '1.0.0-beta.1', true],
  ['1.1.0-beta.1', '1.0.0', false],
  ['0.9.0', '1.0.0', false],
  ['latest', '1.0.0', false],
])('%s after %s: %s', (version, than, expected) => expect(isNewer(version, than)).toBe(expected))
