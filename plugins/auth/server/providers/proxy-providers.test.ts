import { errorOf, sessionOf, startAuthPortal, startFakeServer, type AuthPortal, type FakeServer } from '@portico/auth/testing'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type CryptoKey } from 'jose'
import { KeyObject, sign as signBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const signer = 'arn:aws:elasticloadbalancing:eu-central-1:1:loadbalancer/app/portal/1'
const users = [
  {
    userEntityRef: 'user:default/jane',
    memberOf: ['group:default/team-a'],
    profile: { email: 'jane@example.org', displayName: 'Jane of the catalog' },
    annotations: { 'google.com/email': 'jane@example.org', 'google.com/user-id': '42', 'graph.microsoft.com/user-id': 'oid-1' },
  },
  { userEntityRef: 'user:default/robot', memberOf: [], profile: { email: 'robot@example.org' } },
]
const byEmail = { resolvers: [{ resolver: 'emailMatchingUserEntityProfileEmail' }] }
let elliptic: { publicKey: CryptoKey; privateKey: CryptoKey }
let rsa: { publicKey: CryptoKey; privateKey: CryptoKey }
let stranger: { publicKey: CryptoKey; privateKey: CryptoKey }
let fakeServer: FakeServer
let portal: AuthPortal

beforeAll(async () => {
  elliptic = await generateKeyPair('ES256', { extractable: true })
  rsa = await generateKeyPair('RS256', { extractable: true })
  stranger = await generateKeyPair('ES256', { extractable: true })
  const jwk = async (key: CryptoKey, alg: string) => ({ ...(await exportJWK(key)), kid: 'key-1', alg, use: 'sig' })
  const ellipticKeys = { keys: [await jwk(elliptic.publicKey, 'ES256')] }
  const rsaKeys = { keys: [await jwk(rsa.publicKey, 'RS256')] }
  const pem = await exportSPKI(elliptic.publicKey)
  fakeServer = await startFakeServer({
    'GET /gstatic/iap/verify/public_key-jwk': () => ({ json: ellipticKeys }),
    'GET /alb/key-1': () => ({ text: pem }),
    'GET /cf/cdn-cgi/access/certs': () => ({ json: rsaKeys }),
    'GET /cf/cdn-cgi/access/get-identity': ({ headers }) =>
      headers['cookie']?.startsWith('CF_Authorization=ey') ? { json: { name: 'Jane Doe' } } : { status: 400 },
    'GET /login/common/discovery/v2.0/keys': () => ({ json: rsaKeys }),
  })
  portal = await startAuthPortal({
    users,
    providers: {
      gcpIap: { audience: '/projects/1', signIn: { resolvers: [{ resolver: 'idMatchingUserEntityAnnotation' }, ...byEmail.resolvers] } },
      awsalb: { issuer: 'https://idp.example.org', signer, region: 'eu-central-1', signIn: byEmail },
      cfaccess: {
        teamName: 'team',
        audience: 'tag-1',
        serviceTokens: [{ token: 'robot.access', subject: 'robot@example.org' }],
        signIn: byEmail,
      },
      azureEasyAuth: { signIn: { resolvers: [{ resolver: 'idMatchingUserEntityAnnotation' }] } },
      oauth2Proxy: {
        signIn: {
          resolvers: [
            { resolver: 'forwardedUserMatchingUserEntityName' },
            { resolver: 'forwardedPreferredUsernameMatchingUserEntityName' },
          ],
        },
      },
    },
    options: {
      environment: { WEBSITE_AUTH_ENABLED: 'True', WEBSITE_AUTH_CLIENT_ID: 'app-1' },
      addresses: {
        'https://www.gstatic.com': `${fakeServer.url}/gstatic`,
        'https://public-keys.auth.elb.eu-central-1.amazonaws.com': `${fakeServer.url}/alb`,
        'https://team.cloudflareaccess.com': `${fakeServer.url}/cf`,
        'https://login.microsoftonline.com': `${fakeServer.url}/login`,
      },
    },
  })
})
afterAll(async () => {
  await portal?.stop()
  await fakeServer?.stop()
})

interface TokenOptions {
  readonly key?: CryptoKey
  readonly alg?: string
  readonly header?: Readonly<Record<string, unknown>>
}

function sign(
  claims: Readonly<Record<string, unknown>>,
  { key = elliptic.privateKey, alg = 'ES256', header }: TokenOptions = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({ iat: now, exp: now + 300, ...claims }).setProtectedHeader({ alg, kid: 'key-1', ...header }).sign(key)
}

/** Refreshes as a browser behind the proxy: without any header of its own. */
async function refresh(provider: string, headers: Record<string, string> = {}) {
  return portal.browser().open(portal.at(`${provider}/refresh`), { headers })
}

async function refusal(provider: string, headers: Record<string, string>) {
  const visit = await refresh(provider, headers)
  return [visit.response.status, errorOf(visit).code]
}

const identity = (userEntityRef: string) => ({ backstageIdentity: { identity: { userEntityRef } } })
const iap = { iss: 'https://cloud.google.com/iap', aud: '/projects/1', sub: 'accounts.google.com:42', email: 'jane@example.org' }

describe('Google IAP', () => {
  const header = 'x-goog-iap-jwt-assertion'

  test('signs in the user of its token', async () => {
    expect(sessionOf(await refresh('gcpIap', { [header]: await sign(iap) }))).toMatchObject({
      profile: { email: 'jane@example.org', displayName: 'Jane of the catalog' },
      ...identity('user:default/jane'),
    })
  })

  test('without a token, or with an invalid one, is a 401', async () => {
    expect(await refusal('gcpIap', {})).toEqual([401, 'auth.proxy-header-missing'])
    const now = Math.floor(Date.now() / 1000)
    const bad = [
      await sign({ ...iap, aud: '/projects/2' }),
      await sign({ ...iap, iss: 'https://evil.test' }),
      await sign({ ...iap, iat: now - 900, exp: now - 600 }),
      await sign({ ...iap, exp: undefined }),
      await sign(iap, { key: stranger.privateKey }),
      await sign(iap, { key: rsa.privateKey, alg: 'RS256' }),
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(iap)).toString('base64url')}.`,
      'nonsense',
    ]
    for (const token of bad) expect(await refusal('gcpIap', { [header]: token })).toEqual([401, 'auth.proxy-token-invalid'])
  })

  test('tolerates clocks that differ a little', async () => {
    const now = Math.floor(Date.now() / 1000)
    expect((await refresh('gcpIap', { [header]: await sign({ ...iap, exp: now - 20 }) })).response.status).toBe(200)
  })
})

describe('AWS ALB', () => {
  const claims = {
    iss: 'https://idp.example.org',
    sub: '1',
    email: 'jane@example.org',
    name: 'Jane Doe',
    picture: 'https://example.org/jane.png',
  }
  const headersWith = async (data: string) => ({ 'x-amzn-oidc-data': data, 'x-amzn-oidc-accesstoken': 'access-of-jane' })

  test('signs in the user of its token, with the access token', async () => {
    const token = await sign(claims, { header: { signer } })
    expect(sessionOf(await refresh('awsalb', await headersWith(token)))).toMatchObject({
      profile: { email: 'jane@example.org', displayName: 'Jane Doe', picture: 'https://example.org/jane.png' },
      providerInfo: { accessToken: 'access-of-jane', expiresInSeconds: expect.any(Number) },
      ...identity('user:default/jane'),
    })
  })

  test('pads its base64url, which the standard does not, and is accepted', async () => {
    const padded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64').replaceAll('+', '-').replaceAll('/', '_')
    const exp = Math.floor(Date.now() / 1000) + 300
    const text = `${padded({ alg: 'ES256', kid: 'key-1', signer, pad: '' })}.${padded({ ...claims, exp })}`
    expect(text).toContain('=')
    const signature = signBytes('sha256', Buffer.from(text), { key: KeyObject.from(elliptic.privateKey), dsaEncoding: 'ieee-p1363' })
    const token = `${text}.${signature.toString('base64').replaceAll('+', '-').replaceAll('/', '_')}`
    expect((await refresh('awsalb', await headersWith(token))).response.status).toBe(200)
  })

  test('refuses another signer, another issuer, an unknown key, and a missing access token', async () => {
    const tokens = [
      await sign(claims, { header: { signer: 'arn:of:another' } }),
      await sign(claims),
      await sign({ ...claims, iss: 'https://evil.test' }, { header: { signer } }),
      await sign(claims, { header: { signer, kid: 'key-2' } }),
      await sign(claims, { header: { signer, kid: '../key-1' } }),
      await sign(claims, { key: stranger.privateKey, header: { signer } }),
    ]
    for (const token of tokens) expect(await refusal('awsalb', await headersWith(token))).toEqual([401, 'auth.proxy-token-invalid'])
    expect(await refusal('awsalb', { 'x-amzn-oidc-data': await sign(claims, { header: { signer } }) })).toEqual([
      401,
      'auth.proxy-header-missing',
    ])
  })
})

describe('Cloudflare Access', () => {
  const claims = { iss: 'https://team.cloudflareaccess.com', aud: ['tag-1'], sub: '1', email: 'jane@example.org' }
  const byRsa = { alg: 'RS256' }
  const signed = (more: object = {}) => sign({ ...claims, ...more }, { ...byRsa, key: rsa.privateKey })

  test('signs users in by header and by cookie, and fetches their name', async () => {
    const token = await signed()
    for (const headers of [{ 'cf-access-jwt-assertion': token }, { cookie: `CF_Authorization=${token}` }])
      expect(sessionOf(await refresh('cfaccess', headers))).toMatchObject({
        profile: { displayName: 'Jane Doe' },
        ...identity('user:default/jane'),
      })
  })

  test('signs a program in by a configured service token, and no other', async () => {
    const robot = await signed({ email: undefined, common_name: 'robot.access' })
    expect(sessionOf(await refresh('cfaccess', { 'cf-access-jwt-assertion': robot }))).toMatchObject(identity('user:default/robot'))
    const other = await signed({ email: undefined, common_name: 'other.access' })
    expect(await refusal('cfaccess', { 'cf-access-jwt-assertion': other })).toEqual([401, 'auth.proxy-token-invalid'])
    expect(await refusal('cfaccess', { 'cf-access-jwt-assertion': await signed({ aud: ['tag-2'] }) })).toEqual([
      401,
      'auth.proxy-token-invalid',
    ])
    expect(await refusal('cfaccess', {})).toEqual([401, 'auth.proxy-header-missing'])
  })
})

describe('Azure EasyAuth', () => {
  const claims = { iss: 'https://login.microsoftonline.com/tenant-1/v2.0', tid: 'tenant-1', aud: 'app-1', oid: 'oid-1', name: 'Jane Doe' }
  const signed = (more: object = {}) => sign({ ...claims, ...more }, { alg: 'RS256', key: rsa.privateKey })

  test('signs in the user whom the platform names', async () => {
    const headers = { 'x-ms-token-aad-id-token': await signed(), 'x-ms-token-aad-access-token': 'graph-token' }
    expect(sessionOf(await refresh('azureEasyAuth', headers))).toMatchObject({
      profile: { displayName: 'Jane Doe' },
      providerInfo: { accessToken: 'graph-token' },
      ...identity('user:default/jane'),
    })
  })

  test('refuses tokens for other apps, of other issuers, and texts that are not tokens', async () => {
    for (const token of [await signed({ aud: 'app-2' }), await signed({ tid: 'tenant-2' }), 'nonsense'])
      expect(await refusal('azureEasyAuth', { 'x-ms-token-aad-id-token': token })).toEqual([401, 'auth.proxy-token-invalid'])
  })

  test('is refused where the platform does not authenticate', async () => {
    const bare = await startAuthPortal({
      providers: { azureEasyAuth: { signIn: { resolvers: [{ resolver: 'idMatchingUserEntityAnnotation' }] } } },
      options: { environment: {} },
    })
    const visit = await bare.browser().open(bare.at('azureEasyAuth/refresh'), { headers: { 'x-ms-token-aad-id-token': await signed() } })
    await bare.stop()
    expect([visit.response.status, errorOf(visit).code]).toEqual([403, 'auth.proxy-absent'])
  })
})

test('oauth2-proxy: signs in the user whom its headers name, in the order of the resolvers', async () => {
  expect(sessionOf(await refresh('oauth2Proxy', { 'x-forwarded-user': 'Jane', 'x-forwarded-email': 'j@example.org' }))).toMatchObject({
    profile: { email: 'j@example.org' },
    ...identity('user:default/jane'),
  })
  const preferred = { 'x-forwarded-user': 'id-of-jane', 'x-forwarded-preferred-username': 'jane' }
  expect(sessionOf(await refresh('oauth2Proxy', preferred))).toMatchObject(identity('user:default/jane'))
  expect(await refusal('oauth2Proxy', { 'x-forwarded-user': 'nobody' })).toEqual([404, 'auth.nobody-matches'])
  expect(await refusal('oauth2Proxy', { 'x-forwarded-user': 'default/jane' })).toEqual([404, 'auth.nobody-matches'])
  expect(await refusal('oauth2Proxy', {})).toEqual([401, 'auth.proxy-header-missing'])
})

test('a proxy has no page to visit and no session to end', async () => {
  for (const provider of ['gcpIap', 'awsalb', 'cfaccess', 'azureEasyAuth', 'oauth2Proxy']) {
    const paths = await Promise.all(['start', 'handler/frame'].map(path => portal.browser().open(portal.at(`${provider}/${path}`))))
    expect(paths.map(({ response }) => response.status)).toEqual([501, 501])
    expect((await portal.signOut(portal.browser(), provider)).response.status).toBe(404)
  }
})
