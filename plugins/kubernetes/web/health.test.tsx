import { catalogApi, type Entity } from '@portico/catalog/common'
import type { EntityRow } from '@portico/catalog/web'
import { answer, renderPage, type AnsweredRequest } from '@portico/core/testing/web'
import { authProvidersApiRef, defineApi, type AuthProviders, type ProviderAuth } from '@portico/core/web'
import { kubernetesApi, type Cluster, type KubernetesHealth } from '@portico/kubernetes/common'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { catalogWeb } from '@portico/catalog/web'
import { entity } from './testing/kubernetes-fixture.ts'
import { kubernetesWeb } from './index.tsx'
import { loadHealth } from './live/load-health.ts'

const health: KubernetesHealth = { state: 'warning', pods: 3, readyPods: 2, workloads: 1, problems: 1 }
const clusters: Cluster[] = [
  { name: 'plain', authProvider: 'serviceAccount' },
  { name: 'okta', authProvider: 'oidc', oidcTokenProvider: 'okta' },
  { name: 'google', authProvider: 'google' },
]

/** Sign-in providers whose tokens are there, but for those of Google. */
function providers(): Pick<AuthProviders, 'list'> {
  const api = (id: string) =>
    ({
      getAccessToken: async () => (id === 'google' ? '' : `${id} access`),
      getIdToken: async ({ optional }: { optional?: boolean } = {}) =>
        optional ? `${id} id` : Promise.reject(new Error('asked to sign in')),
    }) as unknown as ProviderAuth
  return { list: async () => ['okta', 'google'].map(id => ({ id, title: id, icon: 'x' as never, api: api(id) })) }
}
const auth = defineApi({ api: authProvidersApiRef, create: () => providers() as AuthProviders })

test('the card asks with the tokens of the user where clusters need them, and asks nobody to sign in', async () => {
  const asked: unknown[] = []
  const { screen } = renderPage({
    plugins: [catalogWeb, kubernetesWeb],
    path: '/catalog/default/component/pay',
    apis: [auth],
    answers: [
      answer(catalogApi.getEntityByName, entity),
      answer(kubernetesApi.listClusters, { items: clusters }),
      answer(kubernetesApi.queryHealth, ({ body }: AnsweredRequest) => {
        asked.push(body)
        return { items: [{ entityRef: 'component:default/pay', health, errors: 1 }] }
      }),
    ],
  })
  const card = within(await screen.findByRole('region', { name: 'Kubernetes' }))
  expect(await card.findByText('Workloads: 1, pods ready: 2/3')).toBeDefined()
  expect(card.getByText('Needs attention')).toBeDefined()
  expect(card.getByText('Clusters that could not be read: 1')).toBeDefined()
  expect(asked).toEqual([{ entityRefs: ['component:default/pay'], auth: { oidc: { okta: 'okta id' } } }])
})

test('the column is exported with the state of each entity that runs in Kubernetes, a hundred in a request', async () => {
  const asked: { entityRefs: string[]; auth: unknown }[] = []
  const row = (name: string, isThere = true): EntityRow => {
    const own: Entity = { ...entity, metadata: { name, ...(isThere && { annotations: entity.metadata.annotations! }) } }
    return { entity: own, resolved: { name, entityRef: `component:default/${name}`, owners: [], systems: [] } }
  }
  const rows = [row('elsewhere', false), ...Array.from({ length: 130 }, (_, at) => row(`c${at}`))]
  const states = await loadHealth(rows, {
    client: {
      call: async (_route: unknown, { body }: { body: (typeof asked)[number] }) => {
        asked.push(body)
        const none = { ...health, pods: 0, workloads: 0 }
        return { items: body.entityRefs.map(entityRef => ({ entityRef, errors: 0, health: entityRef.endsWith('c1') ? none : health })) }
      },
    } as never,
    cache: { fetch: async () => ({ items: clusters }) } as never,
    api: (() => providers()) as never,
    signal: new AbortController().signal,
  })
  expect(asked.map(({ entityRefs }) => entityRefs.length)).toEqual([100, 30])
  expect(asked[0]?.auth).toEqual({ oidc: { okta: 'okta id' } })
  expect([states.get('component:default/c0'), states.get('component:default/c1'), states.size]).toEqual(['warning', undefined, 129])
})
