import { kubeVersions, podShape, putDeployment, startApiServer, type ApiServer } from '@portico/kubernetes/testing'
import { defaultObjectTypes, knownResourceTypes, listPath, type RequestAuth } from '@portico/kubernetes/common'
import { createConnections } from './api/connections.ts'
import { createClusterClient } from './api/cluster-client.ts'
import { createAuth } from './auth/create-auth.ts'
import { fetchObjects } from './objects/fetch-objects.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** `PORTICO_TEST_KUBERNETES=https://…` and `PORTICO_TEST_KUBERNETES_TOKEN` name a real API server, on which only reading is done. */
const real = process.env['PORTICO_TEST_KUBERNETES']
const token = process.env['PORTICO_TEST_KUBERNETES_TOKEN']
const places = real === undefined ? kubeVersions : ['real']

describe.each(places)('an API server, %s', place => {
  let standIn: ApiServer | undefined
  let url: string
  const connections = createConnections({ allow: [] })
  const auth = createAuth({ env: {} })
  beforeAll(async () => {
    if (real === undefined) {
      standIn = await startApiServer({ version: place as (typeof kubeVersions)[number] })
      putDeployment(standIn, { name: 'pay', entity: 'pay', replicas: 3 })
      standIn.store.put('api/v1/pods', podShape({ name: 'extra', entity: 'pay', phase: 'Succeeded' }))
    }
    url = real ?? standIn!.url
  })
  afterAll(async () => {
    connections.close()
    await standIn?.stop()
  })
  const client = () => {
    const cluster = { name: 'c', url, authMetadata: {}, skipTLSVerify: real !== undefined, skipMetricsLookup: false }
    const how = token === undefined ? { authProvider: 'localKubectlProxy' } : { authProvider: 'serviceAccount', serviceAccountToken: token }
    return createClusterClient({ ...cluster, ...how }, {} satisfies RequestAuth, { connections, auth, timeoutMs: 10_000 })
  }

  test('serves every default kind at the path that is asked, as JSON', async () => {
    for (const type of knownResourceTypes.filter(({ objectType }) => defaultObjectTypes.includes(objectType))) {
      const { status, body } = await client().json(listPath(type), { query: { limit: '1' } })
      expect([type.plural, status, String(body['kind']).endsWith('List')]).toEqual([type.plural, 200, true])
    }
  })

  test('answers a selector of nothing with nothing, and one of everything within the limits', async () => {
    const types = knownResourceTypes.filter(({ objectType }) => defaultObjectTypes.includes(objectType))
    const fetched = (labelSelector: string) =>
      fetchObjects(client(), { types, selection: { labelSelector }, withMetrics: true, timeoutMs: 10_000 })
    const none = await fetched('portico.example/none=x')
    expect([none.errors, none.types.flatMap(({ items }) => items)]).toEqual([[], []])
    const all = await fetched('')
    expect(all.errors).toEqual([])
    expect(all.types.find(({ type }) => type.objectType === 'pods')?.items.every(({ kind }) => kind === 'Pod')).toBe(true)
  })

  test('refuses what it does not serve in the shapes that the client knows', async () => {
    const missing = await client().json('/apis/portico.example/v1/unicorns')
    expect(missing.status).toBe(404)
    const odd = await client().json('/api/v1/pods', { query: { labelSelector: '!!!(' } })
    expect([odd.status, odd.body['kind']]).toEqual([400, 'Status'])
    const protobuf = await client().open('/api/v1/pods', { headers: { accept: 'application/vnd.portico.protobuf' } })
    protobuf.body.resume()
    expect(protobuf.status).toBe(406)
  })
})
