import { silentLog, eventually } from '@portico/core/testing'
import { knownResourceTypes } from '@portico/kubernetes/common'
import { podShape, putDeployment, startApiServer } from '@portico/kubernetes/testing'
import { expect, test } from 'vitest'
import { createClusterClient } from '../api/cluster-client.ts'
import { createConnections } from '../api/connections.ts'
import { createAuth } from '../auth/create-auth.ts'
import { fetchObjects } from '../objects/fetch-objects.ts'
import { createClusterFeed, type FeedEvent } from './cluster-feed.ts'

const types = knownResourceTypes.filter(({ plural }) => plural === 'pods' || plural === 'deployments')
const selection = { labelSelector: 'app=pay' }
const timeoutMs = 60_000

test('a cluster that could not be read is asked again soon; one that cannot be read any more keeps what is known of it', async () => {
  const server = await startApiServer()
  putDeployment(server, { name: 'pay', entity: 'pay' })
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
  const goAway = () =>
    server.interfere((request, response) => {
      if (request.url?.includes('watch=true')) return false
      response.writeHead(500).end()
      return true
    })
  goAway()
  const feed = createClusterFeed({
    client,
    selection,
    withMetrics: false,
    fetch: signal => fetchObjects(client, { types, selection, withMetrics: false, timeoutMs, signal }),
    timeoutMs,
    log: silentLog,
    retryMs: 10,
  })
  const events: FeedEvent[] = []
  feed.subscribe(event => void events.push(event))
  await feed.ready
  const names = () => feed.snapshot().groups.flatMap(({ resources }) => resources.map(({ metadata }) => metadata?.name))
  const states = () => events.flatMap(each => (each.event === 'state' ? [each.isLive] : []))
  expect([names(), feed.snapshot().errors.length]).toEqual([[], 2])
  server.interfere(() => false)
  await eventually(() => expect(names()).toEqual(['pay-7d9f-0', 'pay']))
  expect([feed.snapshot().errors, events.some(({ event }) => event === 'objects')]).toEqual([[], true])

  goAway()
  server.store.compact()
  server.closeWatches()
  await eventually(() => expect(states().at(-1)).toBe(false))
  expect(names()).toEqual(['pay-7d9f-0', 'pay'])
  server.store.put('api/v1/pods', podShape({ name: 'later', entity: 'pay' }))
  server.interfere(() => false)
  await eventually(() => expect([names(), states().at(-1)]).toEqual([['pay-7d9f-0', 'later', 'pay'], true]))

  // An hour later the token is not good any more.
  server.interfere((_request, response) => {
    response.writeHead(401).end()
    return true
  })
  server.closeWatches()
  await eventually(() => expect(events.findLast(({ event }) => event === 'state')).toMatchObject({ isLive: false, isUnauthorized: true }))
  expect(names()).toEqual(['pay-7d9f-0', 'later', 'pay'])
  feed.close()
  connections.close()
  await server.stop()
})
