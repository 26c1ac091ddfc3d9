import { document, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { eventually } from '@portico/core/testing'
import { kubernetesApi } from '@portico/kubernetes/common'
import { podShape, putDeployment, startApiServer, type ApiServer } from '@portico/kubernetes/testing'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kubernetesPlugin } from '../index.ts'
import type { LiveEvent } from './create-live.ts'

const hangingNames = Array.from({ length: 6 }, (_, index) => `hanging-${index}`)
let main: ApiServer
let hanging: Server
let catalog: TestCatalog
const leaving: AbortController[] = []

beforeAll(async () => {
  main = await startApiServer()
  hanging = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(hanging, 'listening')
  putDeployment(main, { name: 'pay', entity: 'pay', replicas: 2 })
  const clusters = [
    // More than are asked at once, before the one that answers.
    ...hangingNames.map(name => ({
      name,
      url: `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`,
      authProvider: 'localKubectlProxy',
    })),
    { name: 'main', url: main.url, authProvider: 'localKubectlProxy' },
  ]
  catalog = await startCatalog(
    { 'pay/catalog-info.yaml': document('Component', 'pay', { metadata: { annotations: { 'backstage.io/kubernetes-id': 'pay' } } }) },
    {
      plugins: [kubernetesPlugin],
      config: {
        kubernetes: { timeout: '60s', objectTypes: ['pods', 'deployments', 'jobs'], clusterLocatorMethods: [{ type: 'config', clusters }] },
      },
    },
  )
  await catalog.until('kind=component', 1)
})
afterAll(async () => {
  for (const each of leaving) each.abort()
  await catalog.stop()
  await main.stop()
  hanging.close()
})

/** Reads a stream in the background. */
function follow() {
  const events: LiveEvent[] = []
  const gone = new AbortController()
  leaving.push(gone)
  async function read() {
    const stream = catalog.server.stream(
      kubernetesApi.followObjects,
      { body: { entityRef: 'component:default/pay', auth: {} } },
      { signal: gone.signal },
    )
    for await (const event of stream) events.push(event)
  }
  const state = { isOver: false }
  read()
    .catch(() => undefined)
    .finally(() => (state.isOver = true))
  const changes = () =>
    events.flatMap(each =>
      each.event === 'changes'
        ? each.data.items.map(item => `${item.isDeleted ? '-' : '+'}${(item.object as { metadata: { name: string } }).metadata.name}`)
        : [],
    )
  const lists = () => events.filter(each => each.event === 'objects').length
  return { events, changes, lists, state, leave: () => gone.abort() }
}

const watches = () => main.seen.filter(({ url }) => url.includes('watch=true'))

test('a reader gets the clusters, then each when it has answered, then changes; readers share the watches', async () => {
  const one = follow()
  await eventually(() => expect(one.lists()).toBe(1))
  expect(one.events[0]).toEqual({ event: 'clusters', data: { items: [...hangingNames, 'main'].map(name => ({ name })) } })
  await eventually(() => expect(watches().length).toBe(2))
  expect(watches().every(({ url }) => url.includes('allowWatchBookmarks=true') && /resourceVersion=\d+/.test(url))).toBe(true)
  const two = follow()
  await eventually(() => expect(two.lists()).toBe(1))
  main.store.put('api/v1/pods', podShape({ name: 'late', entity: 'pay' }))
  main.store.put('api/v1/pods', podShape({ name: 'foreign', entity: 'another' }))
  main.store.remove('api/v1/pods', 'default', 'late')
  for (const reader of [one, two]) await eventually(() => expect(reader.changes()).toEqual(['+late', '-late']))
  expect(watches().length).toBe(2)
  expect(JSON.stringify(one.events)).not.toContain('managedFields')
  one.leave()
  two.leave()
})

test('after 410 Gone everything is listed again; a watch that is cut goes on where it was', async () => {
  const reader = follow()
  await eventually(() => expect(reader.lists()).toBe(1))
  main.store.put('api/v1/pods', podShape({ name: 'first', entity: 'pay' }))
  await eventually(() => expect(reader.changes()).toContain('+first'))
  let isCut = false
  main.interfere((request, response) => {
    if (isCut || !request.url?.includes('watch=true')) return false
    isCut = true
    response.writeHead(200).write('{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"1"}}}\n')
    return true
  })
  // Compacted while the next watch says that it is at version 1: that is too old.
  main.store.compact()
  main.closeWatches()
  await eventually(() => expect(isCut).toBe(true))
  main.closeWatches()
  await eventually(() => expect(reader.lists()).toBeGreaterThan(1))
  main.interfere(() => false)
  main.store.put('api/v1/pods', podShape({ name: 'second', entity: 'pay' }))
  await eventually(() => expect(reader.changes()).toContain('+second'))
  reader.leave()
})

test('a lost connection is told, and told again when it is back', async () => {
  const reader = follow()
  await eventually(() => expect(reader.lists()).toBe(1))
  main.interfere((request, response) => {
    if (!request.url?.includes('watch=true')) return false
    response.writeHead(500).end()
    return true
  })
  main.closeWatches()
  await eventually(() =>
    expect(reader.events.filter(each => each.event === 'state').at(0)?.data).toMatchObject({ cluster: 'main', isLive: false }),
  )
  main.interfere(() => false)
  await eventually(() =>
    expect(reader.events.filter(each => each.event === 'state').at(-1)?.data).toEqual({ cluster: 'main', isLive: true }),
  )
  reader.leave()
})

test('readers are cut off when the config has other clusters, and find those when they come back', async () => {
  const reader = follow()
  await eventually(() => expect(reader.lists()).toBe(1))
  const { configFile } = catalog.server
  const config = JSON.parse(readFileSync(configFile, 'utf8')) as { kubernetes: object }
  const clusters = [{ name: 'renamed', url: main.url, authProvider: 'localKubectlProxy' }]
  const kubernetes = { ...config.kubernetes, clusterLocatorMethods: [{ type: 'config', clusters }] }
  writeFileSync(configFile, JSON.stringify({ ...config, kubernetes }))
  await eventually(() => expect(reader.state.isOver).toBe(true))
  const next = follow()
  await eventually(() => expect(next.lists()).toBe(1))
  expect(next.events[0]).toEqual({ event: 'clusters', data: { items: [{ name: 'renamed' }] } })
  next.leave()
})
