import { document, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { eventually } from '@portico/core/testing'
import { kubernetesApi } from '@portico/kubernetes/common'
import { podShape, startApiServer, type ApiServer } from '@portico/kubernetes/testing'
import { permissionPlugin } from '@portico/permission/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kubernetesPlugin } from '../index.ts'
import type { LiveEvent } from '../live/create-live.ts'

let main: ApiServer
let catalog: TestCatalog
const limited = 'user:default/limited'
const body = { entityRef: 'component:default/pay', auth: {} }

beforeAll(async () => {
  main = await startApiServer()
  for (const namespace of ['shop', 'shop-test', 'secret']) {
    main.store.put('api/v1/pods', podShape({ name: `in-${namespace}`, namespace, entity: 'pay' }))
    main.usage.set(`in-${namespace}`, { cpu: '1', memory: '1Mi' })
  }
  const inShop = { rule: 'IS_IN_NAMESPACE', params: { namespaces: ['shop*'] } }
  catalog = await startCatalog(
    { 'pay.yaml': document('Component', 'pay', { metadata: { annotations: { 'backstage.io/kubernetes-id': 'pay' } } }) },
    {
      plugins: [kubernetesPlugin, permissionPlugin],
      config: {
        kubernetes: {
          namespacePermissions: true,
          objectTypes: ['pods'],
          clusterLocatorMethods: [{ type: 'config', clusters: [{ name: 'main', url: main.url, authProvider: 'localKubectlProxy' }] }],
        },
        permission: {
          enabled: true,
          policy: {
            defaultRoles: false,
            roles: {
              reader: {
                members: [limited],
                permissions: [
                  'catalog.entity.read',
                  'kubernetes.resources.read',
                  { permission: 'kubernetes.namespace.read', conditions: inShop },
                ],
              },
              blind: { members: ['user:default/blind'], permissions: ['catalog.entity.read', 'kubernetes.clusters.read'] },
              stranger: { members: ['user:default/stranger'], permissions: ['kubernetes.*'] },
            },
          },
        },
      },
    },
  )
  await catalog.until('kind=component', 1)
})
afterAll(async () => {
  await catalog.stop()
  await main.stop()
})

const namesIn = (value: unknown) => [...new Set(JSON.stringify(value).match(/in-[a-z-]+/g))].toSorted()

test('objects, their usage and live changes are those of namespaces that the caller may see', async () => {
  const { items } = await catalog.server.as(limited).call(kubernetesApi.queryWorkloads, { body })
  expect(namesIn(items[0]?.resources)).toEqual(['in-shop', 'in-shop-test'])
  expect(namesIn(items[0]?.podMetrics)).toEqual(['in-shop', 'in-shop-test'])
  const events: LiveEvent[] = []
  const gone = new AbortController()
  const read = async () => {
    for await (const event of catalog.server.as(limited).stream(kubernetesApi.followObjects, { body }, { signal: gone.signal }))
      events.push(event)
  }
  read().catch(() => undefined)
  await eventually(() => expect(events.some(({ event }) => event === 'objects')).toBe(true))
  main.store.put('api/v1/pods', podShape({ name: 'in-secret-later', namespace: 'secret', entity: 'pay' }))
  main.store.put('api/v1/pods', podShape({ name: 'in-shop-later', namespace: 'shop', entity: 'pay' }))
  await eventually(() => expect(namesIn(events)).toEqual(['in-shop', 'in-shop-later', 'in-shop-test']))
  gone.abort()
})

test('who may not read resources, or not the entity, gets neither', async () => {
  const status = (user: string) =>
    catalog.server
      .as(user)
      .call(kubernetesApi.queryWorkloads, { body })
      .then(
        () => 200,
        (error: { status: number }) => error.status,
      )
  expect([await status('user:default/blind'), await status('user:default/stranger')]).toEqual([403, 400])
  expect((await catalog.server.as('user:default/blind').call(kubernetesApi.listClusters)).items).toHaveLength(1)
  await expect(catalog.server.as(limited).call(kubernetesApi.listClusters)).rejects.toMatchObject({ status: 403 })
})
