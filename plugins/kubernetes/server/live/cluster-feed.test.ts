import { silentLog, eventually } from '@portico/core/testing'
import { knownResourceTypes, type ResourceType } from '@portico/kubernetes/common'
import { podShape, putDeployment, startApiServer, type ApiServer } from '@portico/kubernetes/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClusterClient } from '../api/cluster-client.ts'
import { createConnections } from '../api/connections.ts'
import { createAuth } from '../auth/create-auth.ts'
import { createClusterFeed, type FeedEvent } from './cluster-feed.ts'

const plurals = new Set(['pods', 'deployments', 'replicasets'])
const types = knownResourceTypes.filter(({ plural }) => plurals.has(plural))
const rollouts: ResourceType = { objectType: 'customresources', group: 'argoproj.io', apiVersion: 'v1alpha1', plural: 'rollouts' }
const rolloutPath = 'apis/argoproj.io/v1alpha1/rollouts'
const timeoutMs = 60_000
let server: ApiServer
const ends: (() => void)[] = []

beforeEach(async () => void (server = await startApiServer()))
afterEach(async () => {
  for (const end of ends.splice(0)) end()
  await server.stop()
})

/** The feed of an entity in the cluster, and what it has told. */
function follow(given: readonly ResourceType[] = types) {
  const connections = createConnections({ allow: [] })
  const cluster = {
    name: 'c',
    url: server.url,
    authProvider: 'localKubectlProxy',
    authMetadata: {},
    skipTLSVerify: false,
    skipMetricsLookup: true,
  }
  const client = createClusterClient(cluster, {}, { connections, auth: createAuth({ env: {} }), timeoutMs })
  const selection = { labelSelector: 'backstage.io/kubernetes-id=pay' }
  const feed = createClusterFeed({ client, types: given, selection, withMetrics: false, timeoutMs, log: silentLog, retryMs: 10 })
  const events: FeedEvent[] = []
  feed.subscribe(event => void events.push(event))
  ends.push(feed.close, connections.close)
  return {
    feed,
    events,
    names: () => feed.snapshot().groups.flatMap(({ resources }) => resources.map(({ metadata }) => metadata?.name)),
    states: () => events.flatMap(each => (each.event === 'state' ? [each] : [])),
  }
}

const watches = () => server.seen.filter(({ url }) => url.includes('watch=true')).length

/** Answers some requests with a status and nothing else. */
function refuse(isRefused: (url: string) => boolean, status: number): void {
  server.interfere((request, response) => {
    if (!isRefused(request.url ?? '')) return false
    response.writeHead(status).end()
    return true
  })
}

test('a cluster that could not be read is asked again soon; one that cannot be read any more keeps what is known of it', async () => {
  putDeployment(server, { name: 'pay', entity: 'pay' })
  const isList = (url: string) => !url.includes('watch=true')
  refuse(isList, 500)
  const { feed, events, names, states } = follow()
  await feed.ready
  expect([names(), feed.snapshot().errors.length]).toEqual([[], 3])
  server.interfere(() => false)
  await eventually(() => expect(names()).toEqual(['pay-7d9f-0', 'pay', 'pay-7d9f']))
  await eventually(() => expect([feed.snapshot().errors, events.some(({ event }) => event === 'objects')]).toEqual([[], true]))

  refuse(isList, 500)
  server.store.compact()
  server.closeWatches()
  await eventually(() => expect(states().at(-1)).toMatchObject({ isLive: false, message: 'the API server answered with status 500' }))
  expect(names()).toEqual(['pay-7d9f-0', 'pay', 'pay-7d9f'])
  server.store.put('api/v1/pods', podShape({ name: 'later', entity: 'pay' }))
  server.interfere(() => false)
  await eventually(() => expect([names().includes('later'), states().at(-1)?.isLive]).toEqual([true, true]))

  // An hour later the token is not good any more.
  refuse(() => true, 401)
  server.closeWatches()
  await eventually(() => expect(states().at(-1)).toMatchObject({ isLive: false, isUnauthorized: true }))
  expect(names()).toContain('later')
})

test('a connection that is cut is opened again, and counts as followed as soon as it is answered, though nothing changes', async () => {
  putDeployment(server, { name: 'pay', entity: 'pay' })
  const { feed, events, states } = follow()
  await feed.ready
  await eventually(() => expect(watches()).toBe(3))
  server.closeWatches()
  await eventually(() => expect(watches()).toBe(6))
  expect([states(), feed.state()]).toEqual([[], { isLive: true }])

  server.interfere((request, response) => request.url?.includes('watch=true') === true && !!response.destroy())
  server.closeWatches()
  await eventually(() => expect(states().map(({ isLive }) => isLive)).toEqual([false]))
  expect(states()[0]?.message).toMatch(/^c \(127\.0\.0\.1:\d+\) cannot be reached: the connection was closed$/)
  server.interfere(() => false)
  await eventually(() => expect(states().map(({ isLive }) => isLive)).toEqual([false, true]))
  expect(events.filter(({ event }) => event !== 'state')).toEqual([])
})

test('the first object of a kind is told as it comes, also of a kind that was empty', async () => {
  const { feed, names } = follow()
  await feed.ready
  expect(names()).toEqual([])
  putDeployment(server, { name: 'pay', entity: 'pay' })
  await eventually(() => expect(names()).toEqual(['pay-7d9f-0', 'pay', 'pay-7d9f']))
  expect(watches()).toBe(3)
})

test('a kind whose definition is deleted is gone and says so, while the cluster is followed as before', async () => {
  const rollout = { kind: 'Rollout', metadata: { name: 'canary', namespace: 'default', labels: { 'backstage.io/kubernetes-id': 'pay' } } }
  server.store.put(rolloutPath, rollout)
  const { feed, names, states } = follow([...types, rollouts])
  await feed.ready
  expect(names()).toEqual(['canary'])
  await eventually(() => expect(watches()).toBe(4))
  server.removeKind(rolloutPath)
  await eventually(() => expect(feed.snapshot().errors).toMatchObject([{ statusCode: 404 }]))
  expect(names()).toEqual([])
  await eventually(() => expect(feed.state()).toEqual({ isLive: true }))
  server.store.put('api/v1/pods', podShape({ name: 'pay-0', entity: 'pay' }))
  await eventually(() => expect(names()).toEqual(['pay-0']))
  expect(states().filter(({ message }) => message !== undefined && !message.includes('rollouts'))).toEqual([])
  server.store.put(rolloutPath, rollout)
  await eventually(() => expect([names(), feed.snapshot().errors]).toEqual([['pay-0', 'canary'], []]))
})

test('a role that may list but not watch is said in the words of the API server', async () => {
  server.forbiddenVerbs.add('watch')
  const { feed, states } = follow()
  await feed.ready
  await eventually(() => expect(states().at(-1)?.message).toMatch(/cannot watch resource/))
  server.forbiddenVerbs.clear()
  await eventually(() => expect(states().at(-1)?.isLive).toBe(true))
})
