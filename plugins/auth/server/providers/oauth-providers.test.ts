import {
  errorOf,
  oauthCases,
  openIdCases,
  popupOutcome,
  sessionOf,
  startAuthPortal,
  startFakeOAuthServer,
  type AuthPortal,
  type ProviderCase,
} from '@portico/auth/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const cases = [...openIdCases, ...oauthCases]
const client = { id: 'portal-client', secret: 'portal-secret/+=%' }
const users = [
  {
    userEntityRef: 'user:default/jane',
    memberOf: ['group:default/team-a'],
    profile: { email: 'jane@example.org' },
    annotations: {
      'google.com/email': 'jane@example.org',
      'microsoft.com/email': 'jane@example.org',
      'graph.microsoft.com/user-id': 'oid-1',
      'okta.com/email': 'jane@example.org',
      'github.com/user-id': '101',
      'gitlab.com/user-id': '202',
      'bitbucket.org/user-id': 'account-1',
      'bitbucket.org/username': 'jane',
    },
  },
]
const fakeServers = new Map<string, Awaited<ReturnType<typeof startFakeOAuthServer>>>()
let portal: AuthPortal

beforeAll(async () => {
  for (const each of cases) {
    const redirectUri = `http://localhost:7007/api/auth/${each.id}/handler/frame`
    fakeServers.set(
      each.id,
      await startFakeOAuthServer({ client: { ...client, by: each.clientBy }, redirectUri, expiresIn: 3600, ...each.provider }),
    )
  }
  portal = await startAuthPortal({
    users,
    providers: Object.fromEntries(cases.map(each => [each.id, environments(each)])),
    options: {
      addresses: Object.fromEntries(
        cases.flatMap(each => (each.origins ?? []).map(([origin, path]) => [origin, `${fakeServerOf(each).url}${path}`])),
      ),
    },
  })
})
afterAll(async () => {
  await portal?.stop()
  for (const fakeServer of fakeServers.values()) await fakeServer.stop()
})

function fakeServerOf({ id }: ProviderCase) {
  const found = fakeServers.get(id)
  if (!found) throw new Error(`there is no fake server for ${id}`)
  return found
}

/** One environment for each resolver, under its name; the first one is the default. */
function environments(each: ProviderCase) {
  const withResolver = (resolver: string) => ({
    clientId: client.id,
    ...(each.clientBy !== 'none' && { clientSecret: client.secret }),
    ...each.settings?.(fakeServerOf(each).url),
    signIn: { resolvers: [{ resolver }] },
  })
  const [first = '', ...others] = each.resolvers
  return { development: withResolver(first), ...Object.fromEntries(others.map(resolver => [resolver, withResolver(resolver)])) }
}

describe.each(cases)('$id', each => {
  const query = { scope: each.asks ?? '' }
  const fakeServer = () => fakeServerOf(each)

  test(`signs users in, renews and ends the session ${each.shows}`, async () => {
    const browser = portal.browser()
    const outcome = popupOutcome(await browser.follow(portal.at(`${each.id}/start`, query)))
    expect(fakeServer().faults).toEqual([])
    expect(outcome).toEqual({ target: 'http://localhost:7007', response: expect.anything() })
    expect(outcome.response?.profile).toEqual(each.profile)
    expect(outcome.response?.providerInfo?.scope).toBe(each.scope)
    expect(outcome.response?.backstageIdentity?.identity).toEqual({
      type: 'user',
      userEntityRef: 'user:default/jane',
      ownershipEntityRefs: ['user:default/jane', 'group:default/team-a'],
    })

    const keptToken = () => browser.cookies().find(cookie => cookie.name === `${each.id}-refresh-token`)?.value
    const before = keptToken()
    const renewed = await portal.refresh(browser, each.id, query)
    expect(renewed.response.status).toBe(200)
    expect(sessionOf(renewed)).toMatchObject({
      profile: each.profile,
      providerInfo: { scope: each.scope },
      backstageIdentity: { identity: { userEntityRef: 'user:default/jane' } },
    })
    expect(before).toBeDefined()
    expect(before === keptToken()).toBe(each.provider.withRefreshToken === false)

    const out = await portal.signOut(browser, each.id)
    expect([out.response.status, out.text === '' ? undefined : JSON.parse(out.text)]).toEqual([200, each.logout])
    expect(browser.cookies()).toEqual([])
    expect(fakeServer().faults).toEqual([])
  })

  test('finds the user by each of its resolvers', async () => {
    for (const env of each.resolvers.slice(1)) {
      const outcome = popupOutcome(await portal.browser().follow(portal.at(`${each.id}/start`, { ...query, env })))
      expect([env, outcome.response?.backstageIdentity?.identity.userEntityRef]).toEqual([env, 'user:default/jane'])
    }
    expect(fakeServer().faults).toEqual([])
  })

  test('reports a token that is no longer valid', async () => {
    const browser = portal.browser()
    await browser.follow(portal.at(`${each.id}/start`, query))
    fakeServer().refreshTokens.clear()
    fakeServer().accessTokens.clear()
    const reply = await portal.refresh(browser, each.id)
    const cause = expect.objectContaining({ name: 'AuthenticationError', code: 'auth.provider-refused' })
    expect([reply.response.status, errorOf(reply).cause]).toEqual([401, cause])
  })
})
