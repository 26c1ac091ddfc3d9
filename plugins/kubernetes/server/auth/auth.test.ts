import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ClusterDetails } from '../clusters/cluster.ts'
import { findGkeClusters } from '../clusters/gke-clusters.ts'
import { createAuth } from './create-auth.ts'

interface Asked {
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly form: URLSearchParams
}

/** The clouds' token servers, which check what they are asked. */
let cloud: Server
let url: string
let asked: Asked[]
let folder: string
const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-auth-'))
  cloud = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request as AsyncIterable<Buffer>) body += chunk.toString()
    asked.push({ url: request.url!, headers: request.headers, form: new URLSearchParams(body) })
    answer(request.url!, response)
  }).listen(0, '127.0.0.1')
  await once(cloud, 'listening')
  url = `http://127.0.0.1:${(cloud.address() as AddressInfo).port}`
})
afterAll(() => {
  cloud.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => void (asked = []))

function answer(path: string, response: ServerResponse): void {
  const json = (value: unknown) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  if (path.includes('/clusters')) return void json({ clusters: gke })
  if (path.includes('/sts'))
    return void json({
      AssumeRoleWithWebIdentityResponse: {
        AssumeRoleWithWebIdentityResult: {
          Credentials: { AccessKeyId: 'AKIAPOD', SecretAccessKey: 's', SessionToken: 'session', Expiration: Date.now() / 1000 + 3600 },
        },
      },
    })
  json({ access_token: `token-${asked.length}`, expires_in: 3600 })
}

const gke = [
  {
    name: 'one',
    endpoint: '10.0.0.1',
    location: 'europe-west1',
    resourceLabels: { team: 'a' },
    masterAuth: { clusterCaCertificate: 'Q0E=' },
    controlPlaneEndpointsConfig: { dnsEndpointConfig: { endpoint: 'gke-1.example' } },
  },
  { name: 'two', endpoint: '10.0.0.2', location: 'europe-west1', resourceLabels: {} },
  { name: 'broken' },
]

const cluster = (more: Partial<ClusterDetails>): ClusterDetails => ({
  name: 'c',
  url: 'https://c.example',
  authProvider: 'aws',
  authMetadata: {},
  skipTLSVerify: false,
  skipMetricsLookup: false,
  ...more,
})
const file = (name: string, text: string) => {
  writeFileSync(path.join(folder, name), text)
  return path.join(folder, name)
}

test('the token of the pod is read again when it was replaced; one of the config goes before it; clusters of the catalog never get it', async () => {
  const auth = createAuth({ env: {}, podFolder: folder })
  const own = cluster({ authProvider: 'serviceAccount' })
  await expect(auth.tokenFor(own, {})).rejects.toThrow('the portal does not run in a cluster')
  file('token', 'first\n')
  expect(await auth.tokenFor(own, {})).toBe('first')
  file('token', 'second\n')
  expect(await auth.tokenFor(own, {}, true)).toBe('second')
  expect(await auth.tokenFor({ ...own, serviceAccountToken: 'given' }, {})).toBe('given')
  await expect(auth.tokenFor({ ...own, isFromCatalog: true }, {})).rejects.toThrow("the portal's own service account is not sent to it")
})

test('aws signs a request to STS for the cluster, with the keys of the environment', async () => {
  const env = { AWS_ACCESS_KEY_ID: 'AKIA1', AWS_SECRET_ACCESS_KEY: 'secret', AWS_REGION: 'eu-central-1' }
  const auth = createAuth({ env })
  const token = await auth.tokenFor(cluster({ authMetadata: { 'kubernetes.io/x-k8s-aws-id': 'main' } }), {})
  expect(token).toMatch(/^k8s-aws-v1\.[\w-]+$/)
  const signed = new URL(Buffer.from(token!.slice('k8s-aws-v1.'.length), 'base64url').toString())
  expect(signed.origin).toBe('https://sts.eu-central-1.amazonaws.com')
  expect(Object.fromEntries(signed.searchParams)).toMatchObject({
    Action: 'GetCallerIdentity',
    'X-Amz-Expires': '60',
    'X-Amz-SignedHeaders': 'host;x-k8s-aws-id',
    'X-Amz-Credential': expect.stringMatching(/^AKIA1\/\d{8}\/eu-central-1\/sts\/aws4_request$/),
    'X-Amz-Signature': expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(await auth.tokenFor(cluster({ authMetadata: { 'kubernetes.io/x-k8s-aws-id': 'main' } }), {})).toBe(token)
  await expect(createAuth({ env: {} }).tokenFor(cluster({}), {})).rejects.toThrow('There are no credentials for AWS')
})

test('aws takes the role of the pod by its token file', async () => {
  const env = {
    AWS_ROLE_ARN: 'arn:aws:iam::1:role/portal',
    AWS_WEB_IDENTITY_TOKEN_FILE: file('web-identity', 'jwt'),
    AWS_ENDPOINT_URL_STS: `${url}/sts`,
    AWS_REGION: 'us-east-1',
  }
  const token = await createAuth({ env }).tokenFor(cluster({}), {})
  const signed = new URL(Buffer.from(token!.slice('k8s-aws-v1.'.length), 'base64url').toString())
  expect(signed.searchParams.get('X-Amz-Credential')).toMatch(/^AKIAPOD\//)
  expect(signed.searchParams.get('X-Amz-Security-Token')).toBe('session')
  expect(Object.fromEntries(asked[0]!.form)).toMatchObject({
    Action: 'AssumeRoleWithWebIdentity',
    RoleArn: env.AWS_ROLE_ARN,
    WebIdentityToken: 'jwt',
  })
})

test('azure takes a client secret, a federated token file or the identity of the machine', async () => {
  const aks = cluster({ authProvider: 'azure' })
  const base = { AZURE_AUTHORITY_HOST: url, AZURE_TENANT_ID: 't', AZURE_CLIENT_ID: 'id', AZURE_POD_IDENTITY_AUTHORITY_HOST: url }
  expect(await createAuth({ env: { ...base, AZURE_CLIENT_SECRET: 's' } }).tokenFor(aks, {})).toBe('token-1')
  expect(await createAuth({ env: { ...base, AZURE_FEDERATED_TOKEN_FILE: file('federated', 'proof') } }).tokenFor(aks, {})).toBe('token-2')
  expect(await createAuth({ env: { AZURE_POD_IDENTITY_AUTHORITY_HOST: url } }).tokenFor(aks, {})).toBe('token-3')
  expect(asked[0]).toMatchObject({ url: '/t/oauth2/v2.0/token' })
  expect(Object.fromEntries(asked[0]!.form)).toMatchObject({ client_secret: 's', scope: '6dae42f8-4368-4678-94ff-3960e28e3630/.default' })
  expect(Object.fromEntries(asked[1]!.form)).toMatchObject({ client_assertion: 'proof' })
  expect(asked[2]?.url).toContain('resource=6dae42f8-4368-4678-94ff-3960e28e3630')
  expect(asked[2]?.headers['metadata']).toBe('true')
})

test('googleServiceAccount takes the key file of the environment, or the metadata server', async () => {
  const google = cluster({ authProvider: 'googleServiceAccount' })
  const keyFile = file(
    'google.json',
    JSON.stringify({ type: 'service_account', client_email: 'portal@p.example', private_key: key, token_uri: `${url}/token` }),
  )
  expect(await createAuth({ env: { GOOGLE_APPLICATION_CREDENTIALS: keyFile } }).tokenFor(google, {})).toBe('token-1')
  const claims = asked[0]!.form.get('assertion')!.split('.')[1]!
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    iss: 'portal@p.example',
    scope: 'https://www.googleapis.com/auth/cloud-platform',
  })
  expect(await createAuth({ env: { GCE_METADATA_HOST: new URL(url).host } }).tokenFor(google, {})).toBe('token-2')
  expect(asked[1]?.headers['metadata-flavor']).toBe('Google')
})

test('tokens of users are taken for their own provider only; unknown providers say so', async () => {
  const auth = createAuth({ env: {} })
  const all = { google: 'g', aks: 'a', oidc: { okta: 'o' } }
  expect(await auth.tokenFor(cluster({ authProvider: 'google' }), all)).toBe('g')
  expect(await auth.tokenFor(cluster({ authProvider: 'aks' }), all)).toBe('a')
  expect(await auth.tokenFor(cluster({ authProvider: 'oidc', oidcTokenProvider: 'okta' }), all)).toBe('o')
  expect(await auth.tokenFor(cluster({ authProvider: 'localKubectlProxy' }), all)).toBeUndefined()
  await expect(auth.tokenFor(cluster({ authProvider: 'google' }), { aks: 'a' })).rejects.toThrow('sign in with Google')
  await expect(auth.tokenFor(cluster({ authProvider: 'oidc' }), all)).rejects.toThrow('no oidcTokenProvider')
  await expect(auth.tokenFor(cluster({ authProvider: '__proto__' }), all)).rejects.toThrow(
    'authProvider "__proto__" has no KubernetesAuthProvider defined for it',
  )
})

test('clusters of GKE are found by project and labels, with their certificate authority and dashboard', async () => {
  const config: Parameters<typeof findGkeClusters>[0] = {
    type: 'gke',
    projectId: 'shop',
    region: '-',
    authProvider: 'google',
    skipTLSVerify: false,
    skipMetricsLookup: false,
    exposeDashboard: true,
    matchingResourceLabels: [{ key: 'team', value: 'a' }],
    endpointType: 'publicOrPrivate',
  }
  const options = { token: async () => 'gcp', env: { CLOUDSDK_API_ENDPOINT_OVERRIDES_CONTAINER: `${url}/` }, timeoutMs: 5000 }
  expect(await findGkeClusters(config, options)).toEqual([
    {
      name: 'one',
      url: 'https://10.0.0.1',
      authProvider: 'google',
      authMetadata: {},
      skipTLSVerify: false,
      skipMetricsLookup: false,
      caData: 'Q0E=',
      dashboardApp: 'gke',
      dashboardParameters: { projectId: 'shop', region: 'europe-west1', clusterName: 'one' },
    },
  ])
  expect(asked[0]).toMatchObject({ url: '/v1/projects/shop/locations/-/clusters', headers: { authorization: 'Bearer gcp' } })
  const byName = await findGkeClusters({ ...config, matchingResourceLabels: [], endpointType: 'dns', exposeDashboard: false }, options)
  expect(byName.map(({ url: found }) => found)).toEqual(['https://gke-1.example'])
})
