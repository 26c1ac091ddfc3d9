import {
  createLog,
  failedJobOfVersion,
  kubeVersions,
  podOfVersion,
  putDeployment,
  startApiServer,
  type ApiServer,
  type KubeVersion,
} from '@portico/kubernetes/testing'
import { defaultObjectTypes, knownResourceTypes, listPath, type KubeObject, type RequestAuth } from '@portico/kubernetes/common'
import { createConnections } from './api/connections.ts'
import { createClusterClient } from './api/cluster-client.ts'
import { createAuth } from './auth/create-auth.ts'
import { watchObjects } from './live/watch-objects.ts'
import { fetchObjects } from './objects/fetch-objects.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** `PORTICO_TEST_KUBERNETES=https://…` and `PORTICO_TEST_KUBERNETES_TOKEN` name a real API server, on which only reading is done. */
const real = process.env['PORTICO_TEST_KUBERNETES']
const token = process.env['PORTICO_TEST_KUBERNETES_TOKEN']
const places = real === undefined ? kubeVersions : ['real']

describe.each(places)('an API server, %s', place => {
  let fake: ApiServer | undefined
  let url: string
  const connections = createConnections({ allow: [] })
  const auth = createAuth({ env: {} })
  beforeAll(async () => {
    if (real === undefined) {
      const version = place as KubeVersion
      fake = await startApiServer({ version })
      putDeployment(fake, { name: 'pay', entity: 'pay', replicas: 3 })
      fake.store.put('api/v1/pods', podOfVersion(version, { name: 'extra', entity: 'pay' }))
      fake.store.put('apis/batch/v1/jobs', failedJobOfVersion(version, 'nightly', 'pay'))
      fake.logs.set('pay-7d9f-0/app', createLog('hello\n'))
      // The history of a cluster that has run for a while is cut off.
      fake.store.compact()
    }
    url = real ?? fake!.url
  })
  afterAll(async () => {
    connections.close()
    await fake?.stop()
  })
  const client = () => {
    const cluster = { name: 'c', url, authMetadata: {}, skipTLSVerify: real !== undefined, skipMetricsLookup: false }
    const how = token === undefined ? { authProvider: 'localKubectlProxy' } : { authProvider: 'serviceAccount', serviceAccountToken: token }
    return createClusterClient({ ...cluster, ...how }, {} satisfies RequestAuth, { connections, auth, timeoutMs: 10_000 })
  }

  test('tells its version, which is one of those that are known', async () => {
    const { body } = await client().json('/version')
    expect(kubeVersions).toContain(`${String(body['major'])}.${String(body['minor']).replace(/\D+$/, '')}`)
  })

  test('says which groups it serves, among them those of every default kind', async () => {
    const { body } = await client().json('/apis')
    const served = (body['groups'] as { name: string; versions: { version: string }[] }[]).flatMap(({ name, versions }) =>
      versions.map(({ version }) => `${name}/${version}`),
    )
    expect(served).toEqual(expect.arrayContaining(['apps/v1', 'batch/v1', 'autoscaling/v2', 'networking.k8s.io/v1', 'policy/v1']))
    const resources = await client().json('/apis/apps/v1')
    expect((resources.body['resources'] as { name: string }[]).map(({ name }) => name)).toContain('deployments')
  })

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

  test('lists in chunks that lead to one another', async () => {
    const first = await client().json('/api/v1/pods', { query: { limit: '1' } })
    const token = (first.body['metadata'] as { continue?: string }).continue
    // A cluster with one pod has one chunk.
    if (token === undefined) return
    const second = await client().json('/api/v1/pods', { query: { limit: '1', continue: token } })
    const nameOf = ({ body }: typeof first) => (body['items'] as KubeObject[])[0]?.metadata?.name
    expect([second.status, nameOf(second) === nameOf(first)]).toEqual([200, false])
  })

  test('follows from the version of a list, and says when a version is too old', async () => {
    const type = knownResourceTypes.find(({ plural }) => plural === 'pods')!
    const { body } = await client().json('/api/v1/pods', { query: { limit: '1' } })
    const { resourceVersion = '' } = body['metadata'] as { resourceVersion?: string }
    const leaving = new AbortController()
    const watch = (version: string) =>
      watchObjects(client(), { type, selection: { labelSelector: '' }, resourceVersion: version, signal: leaving.signal })
    const old = await watch('1').next()
    expect(old.value).toMatchObject({ type: 'GONE' })
    const opened = await client().open('/api/v1/pods', {
      query: { watch: 'true', allowWatchBookmarks: 'true', resourceVersion, timeoutSeconds: '1' },
      signal: leaving.signal,
    })
    expect(opened.status).toBe(200)
    leaving.abort()
    opened.body.resume()
  })

  test('gives the log of a container, and refuses one that it does not know', async () => {
    const { body } = await client().json('/api/v1/pods', { query: { fieldSelector: 'status.phase=Running', limit: '1' } })
    const [pod] = body['items'] as KubeObject[]
    if (!pod) return
    const path = `/api/v1/namespaces/${pod.metadata?.namespace}/pods/${pod.metadata?.name}/log`
    const [container] = (pod.spec?.['containers'] ?? []) as { name: string }[]
    const statusOf = async (name: string) => {
      const answer = await client().open(path, { query: { container: name, tailLines: '1' } })
      answer.body.resume()
      return answer.status
    }
    expect([await statusOf(container!.name), await statusOf('no-such-container')]).toEqual([200, 400])
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
