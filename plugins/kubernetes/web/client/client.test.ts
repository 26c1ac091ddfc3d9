import type { Fetch, ProviderAuth } from '@portico/core/web'
import type { Cluster } from '@portico/kubernetes/common'
import { expect, test } from 'vitest'
import { createClusterAuth } from './cluster-auth.ts'
import { createKubernetesClient } from './kubernetes-client.ts'

interface Sent {
  readonly url: string
  readonly init: RequestInit
}

const clusters: Cluster[] = [
  { name: 'plain', authProvider: 'serviceAccount' },
  { name: 'okta', authProvider: 'oidc', oidcTokenProvider: 'okta' },
  { name: 'google', authProvider: 'google' },
]

function fakeProviders(ids: readonly string[], token = (id: string, what: string) => `${id} ${what}`) {
  const api = (id: string) =>
    ({
      getAccessToken: async (scope?: string | readonly string[]) => token(id, `access ${String(scope)}`),
      getIdToken: async () => token(id, 'id'),
    }) as unknown as ProviderAuth
  return { list: async () => ids.map(id => ({ id, title: id, icon: 'x' as never, api: api(id) })) }
}

function clientWith(answer: (sent: Sent) => Response, ids: readonly string[] = ['google', 'okta', 'microsoft', 'gitlab', 'onelogin']) {
  const sent: Sent[] = []
  const fetch: Fetch = async (url, init = {}) => {
    if (url === 'plugin://kubernetes/clusters') return Response.json({ items: clusters })
    sent.push({ url, init })
    return answer({ url, init })
  }
  return { client: createKubernetesClient({ fetch, auth: createClusterAuth(fakeProviders(ids)) }), sent }
}

const place = { cluster: 'plain', namespace: 'my ns', name: 'pay-0' }

test('calls go to the base of the plugin with the bodies that the wire names', async () => {
  const { client, sent } = clientWith(() => Response.json({ items: [] }))
  const entity = { apiVersion: 'x', kind: 'Component', metadata: { name: 'pay' } }
  await client.objectsByEntity(entity, { google: 'g' })
  await client.workloadsByEntity('component:default/pay', {})
  await client.customObjectsByEntity('component:default/pay', {}, [{ group: 'argoproj.io', apiVersion: 'v1alpha1', plural: 'rollouts' }])
  expect(sent.map(({ url, init }) => [init.method, url, JSON.parse(String(init.body)) as unknown])).toEqual([
    ['POST', 'plugin://kubernetes/services/pay', { entity, auth: { google: 'g' } }],
    ['POST', 'plugin://kubernetes/resources/workloads/query', { auth: {}, entityRef: 'component:default/pay' }],
    [
      'POST',
      'plugin://kubernetes/resources/custom/query',
      {
        entityRef: 'component:default/pay',
        auth: {},
        customResources: [{ group: 'argoproj.io', apiVersion: 'v1alpha1', plural: 'rollouts' }],
      },
    ],
  ])
})

test('a call through the proxy names the cluster and carries an auth header per provider [K8S-17]', async () => {
  const { client, sent } = clientWith(() => new Response('ok'))
  await client.proxy('plain', '/version')
  await client.proxy('okta', '/version', { method: 'POST' })
  await client.proxy('google', '/version')
  expect(sent.map(({ url, init }) => [url, init.headers])).toEqual([
    ['plugin://kubernetes/proxy/version', { 'Backstage-Kubernetes-Cluster': 'plain' }],
    [
      'plugin://kubernetes/proxy/version',
      { 'Backstage-Kubernetes-Cluster': 'okta', 'Backstage-Kubernetes-Authorization-oidc-okta': 'okta id' },
    ],
    [
      'plugin://kubernetes/proxy/version',
      {
        'Backstage-Kubernetes-Cluster': 'google',
        'Backstage-Kubernetes-Authorization-google': 'google access https://www.googleapis.com/auth/cloud-platform',
      },
    ],
  ])
})

test('events are filtered by the involved object name [K8S-18]', async () => {
  const { client, sent } = clientWith(() => Response.json({ items: [{ reason: 'BackOff' }] }))
  expect(await client.events(place)).toEqual([{ reason: 'BackOff' }])
  expect(sent[0]).toMatchObject({
    url: 'plugin://kubernetes/proxy/api/v1/namespaces/my%20ns/events?fieldSelector=involvedObject.name%3Dpay-0',
    init: {},
  })
})

test('events are those of the object itself, not of another with its name; of what is in no namespace they are in default', async () => {
  const { client, sent } = clientWith(() => Response.json({ items: [] }))
  await client.events({ ...place, kind: 'Pod', uid: 'u-1' })
  await client.events({ ...place, namespace: '', kind: 'Scanner', uid: 'u-2' })
  expect(sent.map(({ url }) => decodeURIComponent(url.replace('plugin://kubernetes/proxy/api/v1/namespaces/', '')))).toEqual([
    'my ns/events?fieldSelector=involvedObject.name=pay-0,involvedObject.kind=Pod,involvedObject.uid=u-1',
    'default/events?fieldSelector=involvedObject.name=pay-0,involvedObject.kind=Scanner,involvedObject.uid=u-2',
  ])
})

test('a log takes a container and, where it is asked for, previous [K8S-19]', async () => {
  const { client, sent } = clientWith(() => new Response('line'))
  await client.log(place, { container: 'app' })
  await client.log(place, { container: 'app', previous: true })
  expect(sent.map(({ url }) => url)).toEqual([
    'plugin://kubernetes/proxy/api/v1/namespaces/my%20ns/pods/pay-0/log?container=app',
    'plugin://kubernetes/proxy/api/v1/namespaces/my%20ns/pods/pay-0/log?container=app&previous=true',
  ])
})

test('deleting a pod is DELETE without a body [K8S-20]', async () => {
  const { client, sent } = clientWith(() => Response.json({}))
  await client.deletePod(place)
  expect(sent[0]).toMatchObject({ url: 'plugin://kubernetes/proxy/api/v1/namespaces/my%20ns/pods/pay-0', init: { method: 'DELETE' } })
  expect(sent[0]?.init.body).toBeUndefined()
})

test("failures through the proxy start with 'Proxy request failed with ' [K8S-23]", async () => {
  const { client } = clientWith(() => new Response('pods "pay-0" not found', { status: 404, statusText: 'Not Found' }))
  for (const call of [client.deletePod(place), client.events(place), client.log(place, { container: 'a' })])
    await expect(call).rejects.toThrow(/^Proxy request failed with 404 Not Found, pods "pay-0" not found$/)
})

test('a failure says the sentence of the API server, or of the portal, and not its JSON', async () => {
  const refusalOf = (body: object) =>
    clientWith(() => Response.json(body, { status: 403, statusText: 'Forbidden' })).client.deletePod(place)
  await expect(refusalOf({ kind: 'Status', message: 'pods "pay-0" is forbidden' })).rejects.toThrow(/Forbidden, pods "pay-0" is forbidden$/)
  await expect(refusalOf({ error: { message: 'not for you' } })).rejects.toThrow(/Forbidden, not for you$/)
})

test("an unknown cluster gives 'Cluster {name} not found' [K8S-24]", async () => {
  const { client } = clientWith(() => new Response())
  await expect(client.cluster('nowhere')).rejects.toThrow(/^Cluster nowhere not found$/)
  await expect(client.proxy('nowhere', '/version')).rejects.toThrow(/^Cluster nowhere not found$/)
})

test('an unknown auth provider gives \'authProvider "{x}" has no KubernetesAuthProvider defined for it\' [K8S-25]', async () => {
  const auth = createClusterAuth(fakeProviders([]))
  await expect(auth.headersFor({ name: 'c', authProvider: 'magic' })).rejects.toThrow(
    /^authProvider "magic" has no KubernetesAuthProvider defined for it$/,
  )
  const { missing } = await auth.authFor([{ name: 'c', authProvider: 'constructor' }])
  expect(missing).toEqual([{ cluster: 'c', message: 'authProvider "constructor" has no KubernetesAuthProvider defined for it' }])
})

test('a missing oidc provider says which one, and what to add [K8S-26]', async () => {
  const auth = createClusterAuth(fakeProviders(['google']))
  await expect(auth.headersFor({ name: 'c', authProvider: 'oidc', oidcTokenProvider: 'okta' })).rejects.toThrow(
    'The cluster c needs a sign-in with okta, which this portal does not offer: add auth.providers.okta to its config',
  )
  await expect(auth.headersFor({ name: 'c', authProvider: 'oidc' })).rejects.toThrow(
    'The cluster c has the auth provider oidc, but no oidcTokenProvider',
  )
})

test('the auth providers google, serviceAccount, googleServiceAccount, aws, azure, localKubectlProxy and aks exist [K8S-28]', async () => {
  const auth = createClusterAuth(fakeProviders(['google', 'microsoft']))
  const names = ['google', 'serviceAccount', 'googleServiceAccount', 'aws', 'azure', 'localKubectlProxy', 'aks']
  const { auth: found, missing } = await auth.authFor(names.map(authProvider => ({ name: authProvider, authProvider })))
  expect(missing).toEqual([])
  expect(found).toEqual({
    google: 'google access https://www.googleapis.com/auth/cloud-platform',
    aks: 'microsoft access 6dae42f8-4368-4678-94ff-3960e28e3630/user.read',
  })
})

test('the auth providers oidc.gitlab, oidc.google, oidc.microsoft, oidc.okta and oidc.onelogin exist [K8S-29]', async () => {
  const providers = ['gitlab', 'google', 'microsoft', 'okta', 'onelogin']
  const auth = createClusterAuth(fakeProviders(providers))
  const keys = ['oidc.gitlab', 'oidc.google', 'oidc.microsoft', 'oidc.okta', 'oidc.onelogin']
  const byKey = keys.map(authProvider => ({ name: authProvider, authProvider }))
  const byName = providers.map(oidcTokenProvider => ({ name: oidcTokenProvider, authProvider: 'oidc', oidcTokenProvider }))
  for (const clusters of [byKey, byName]) {
    const { auth: found, missing } = await auth.authFor(clusters)
    expect(missing).toEqual([])
    expect(found).toEqual({ oidc: Object.fromEntries(providers.map(id => [id, `${id} id`])) })
  }
})

test('a user who is not signed in with a provider is not asked at once: the cluster says so', async () => {
  const auth = createClusterAuth(fakeProviders(['google'], () => ''))
  const { auth: found, missing } = await auth.authFor([
    { name: 'c', authProvider: 'google' },
    { name: 'd', authProvider: 'aws' },
  ])
  expect(found).toEqual({})
  expect(missing).toMatchObject([{ cluster: 'c', provider: { id: 'google' } }])
})

test('a call whose token the cluster refuses is made again once, with a new token of the user', async () => {
  let version = 1
  const renewed: unknown[] = []
  const api = {
    getIdToken: async () => `token ${version}`,
    getSession: async (options: unknown) => {
      renewed.push(options)
      version += 1
    },
  } as unknown as ProviderAuth
  const auth = createClusterAuth({ list: async () => [{ id: 'okta', title: 'okta', icon: 'x' as never, api }] })
  const tokens: (string | undefined)[] = []
  let taken = 'token 2'
  const fetch: Fetch = async (url, init = {}) => {
    if (url === 'plugin://kubernetes/clusters') return Response.json({ items: clusters })
    const token = (init.headers as Record<string, string>)['Backstage-Kubernetes-Authorization-oidc-okta']
    tokens.push(token)
    return token === taken ? Response.json({ items: [] }) : new Response('expired', { status: 401, statusText: 'Unauthorized' })
  }
  const client = createKubernetesClient({ fetch, auth })
  const events = (cluster: string) => client.events({ ...place, cluster })
  expect(await events('okta')).toEqual([])
  expect([tokens, renewed]).toEqual([['token 1', 'token 2'], [{ optional: true, renew: true }]])
  // What is refused twice is told, and who has no token of their own is not asked for another.
  taken = 'none'
  await expect(events('okta')).rejects.toThrow('Proxy request failed with 401 Unauthorized, expired')
  expect(tokens.slice(2)).toEqual(['token 2', 'token 3'])
  await expect(events('plain')).rejects.toThrow('Proxy request failed with 401')
  expect(tokens.slice(4)).toEqual([undefined])
})
