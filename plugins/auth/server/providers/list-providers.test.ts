import { authApi } from '@portico/auth/common'
import { startAuthPortal, type AuthPortal } from '@portico/auth/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const secret = 'the-secret-nobody-may-see'
const client = { clientId: 'the-client-id', clientSecret: secret }
const resolvers = [{ resolver: 'emailMatchingUserEntityProfileEmail' }]

let portal: AuthPortal
beforeAll(async () => {
  portal = await startAuthPortal({
    auth: { environment: 'development' },
    providers: {
      guest: {},
      github: { development: { ...client, signIn: { resolvers } }, production: client },
      gitlab: { production: { ...client, signIn: { resolvers } } },
      oidc: { development: { ...client, title: 'Acme account', metadataUrl: 'http://127.0.0.1:1/x', signIn: { resolvers } } },
      oauth2Proxy: { signIn: { resolvers } },
    },
  })
})
afterAll(() => portal.stop())

describe('the sign-in providers', () => {
  const list = (env?: string) => portal.server.as(undefined).call(authApi.listProviders, { query: env === undefined ? {} : { env } })

  test('are public, by name, for one environment, with guests at the end', async () => {
    expect(await list()).toEqual({
      providers: [
        { id: 'github', title: 'GitHub', kind: 'oauth', signsIn: true },
        { id: 'oidc', title: 'Acme account', kind: 'oauth', signsIn: true },
        { id: 'oauth2Proxy', title: 'oauth2-proxy', kind: 'proxy', signsIn: true },
        { id: 'guest', title: 'Guest', kind: 'guest', signsIn: true },
      ],
    })
    expect((await list('production')).providers.map(({ id, signsIn }) => [id, signsIn])).toEqual([
      ['github', false],
      ['gitlab', true],
      ['oauth2Proxy', true],
      ['guest', true],
    ])
    expect((await list('nowhere')).providers.map(({ id }) => id)).toEqual(['oauth2Proxy', 'guest'])
  })

  test('hold nothing else of the config', async () => {
    const text = JSON.stringify(await list())
    for (const hidden of [secret, client.clientId, '127.0.0.1', 'emailMatching']) expect(text).not.toContain(hidden)
  })
})

test('guests are offered only where guest sign-in is allowed', async () => {
  const outside = await startAuthPortal({ auth: { environment: 'production' }, providers: { guest: {} } })
  expect(await outside.server.as(undefined).call(authApi.listProviders, { query: {} })).toEqual({ providers: [] })
  await outside.stop()
})
