import { authApi } from '@portico/auth/common'
import { mcpActionsApi } from '@portico/mcp-actions/common'
import { says, startAgentPortal, type AgentPortal } from '@portico/mcp-actions/testing'
import { hash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'

let portal: AgentPortal
beforeAll(async () => void (portal = await startAgentPortal()))
afterAll(() => portal.catalog.stop())

const form = (values: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(values) })
const register = (body: object) =>
  fetch(portal.path('oauth/register'), { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
const mine = 'http://127.0.0.1:4444/back'

async function registered(): Promise<string> {
  return ((await (await register({ client_name: 'Raw', redirect_uris: [mine] })).json()) as { client_id: string }).client_id
}

/** An authorization by hand, for what a client of the SDK never does. */
async function authorize(clientId: string, change: Record<string, string> = {}) {
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: mine,
    code_challenge: hash('sha256', verifier, 'base64url'),
    code_challenge_method: 'S256',
    scope: 'catalog:read',
    state: 'st',
    ...change,
  })
  const response = await fetch(portal.path(`oauth/authorize?${query.toString()}`), { redirect: 'manual' })
  const location = response.headers.get('location') ?? ''
  return { verifier, status: response.status, location, id: /connect\/([^/?]+)/.exec(location)?.[1] ?? '', text: await response.text() }
}

async function codeOf(user: string, clientId: string) {
  const { id, verifier } = await authorize(clientId)
  const code = new URL(await portal.allow(user, id)).searchParams.get('code') ?? ''
  return {
    code,
    verifier,
    exchange: () =>
      fetch(
        portal.path('oauth/token'),
        form({ grant_type: 'authorization_code', code, code_verifier: verifier, client_id: clientId, redirect_uri: mine }),
      ),
  }
}

test('documents for clients are where they look for them, with the address from outside', async () => {
  for (const each of ['.well-known/oauth-authorization-server', '.well-known/openid-configuration']) {
    expect(await (await fetch(portal.path(each))).json()).toMatchObject({
      issuer: `${says}/api/mcp-actions`,
      code_challenge_methods_supported: ['S256'],
    })
  }
  const at = (rest: string) => fetch(`${portal.catalog.server.url}/.well-known/${rest}`).then(async reply => reply.json())
  expect(await at('oauth-authorization-server/api/mcp-actions')).toMatchObject({
    registration_endpoint: `${says}/api/mcp-actions/oauth/register`,
  })
  expect(await at('oauth-protected-resource/api/mcp-actions/v1/looking')).toMatchObject({
    resource: `${says}/api/mcp-actions/v1/looking`,
    scopes_supported: expect.arrayContaining(['catalog:read', 'catalog:delete']) as string[],
  })
  const refused = await portal.rpc(undefined, 'tools/list')
  expect(refused.status).toBe(401)
  expect(refused.headers.get('www-authenticate')).toContain(
    `resource_metadata="${says}/api/mcp-actions/.well-known/oauth-protected-resource"`,
  )
  expect((await portal.rpc('portico_agent_nothing', 'tools/list')).headers.get('www-authenticate')).toContain('error="invalid_token"')
  expect((await fetch(portal.path('v1'))).status).toBe(405)
})

test('nobody is sent to an address that a client has not registered, and PKCE cannot be left out', async () => {
  const clientId = await registered()
  const foreign = await authorize(clientId, { redirect_uri: 'https://evil.test/back' })
  expect([foreign.status, foreign.location, foreign.text]).toEqual([400, '', expect.stringContaining('invalid_redirect_uri')])
  expect((await authorize('nobody')).status).toBe(401)
  expect(await authorize(clientId, { redirect_uri: 'http://127.0.0.1:5555/back' })).toMatchObject({ status: 302 })
  for (const change of [
    { code_challenge_method: 'plain' },
    { code_challenge: '' },
    { response_type: 'token' },
    { scope: 'catalog:all' },
    { resource: 'https://evil.test' },
  ]) {
    const { location } = await authorize(clientId, change)
    expect(new URL(location).searchParams.get('error'), JSON.stringify(change)).toMatch(/^(invalid_|unsupported_)/)
    expect(new URL(location).searchParams.get('state')).toBe('st')
  }
  for (const uri of ['https://evil.test/x', 'javascript:alert(1)', 'http://localhost.evil.test/x', 'http://user:x@localhost/'])
    expect((await register({ redirect_uris: [uri] })).status, uri).toBe(400)
  expect((await register({ redirect_uris: [mine], token_endpoint_auth_method: 'client_secret_post' })).status).toBe(400)
})

test('a code or a refresh token that is used twice ends all that came of it', async () => {
  const clientId = await registered()
  const { exchange } = await codeOf('user:default/bob', clientId)
  const first = (await (await exchange()).json()) as { access_token: string; refresh_token: string }
  expect((await portal.rpc(first.access_token, 'tools/list')).status).toBe(200)
  expect((await exchange()).status).toBe(400)
  expect((await portal.rpc(first.access_token, 'tools/list')).status).toBe(401)

  const again = (await (await (await codeOf('user:default/bob', clientId)).exchange()).json()) as {
    access_token: string
    refresh_token: string
  }
  const refresh = (more: Record<string, string> = {}) =>
    fetch(
      portal.path('oauth/token'),
      form({ grant_type: 'refresh_token', refresh_token: again.refresh_token, client_id: clientId, ...more }),
    )
  const next = (await (await refresh()).json()) as { access_token: string; refresh_token: string }
  expect((await portal.rpc(next.access_token, 'tools/list')).status).toBe(200)
  expect((await refresh()).status).toBe(400)
  expect((await portal.rpc(next.access_token, 'tools/list')).status).toBe(401)

  const other = await codeOf('user:default/bob', clientId)
  const body = {
    grant_type: 'authorization_code',
    code: other.code,
    client_id: clientId,
    redirect_uri: mine,
    code_verifier: 'x'.repeat(43),
  }
  expect(await (await fetch(portal.path('oauth/token'), form(body))).json()).toMatchObject({ error: 'invalid_grant' })
})

test('a scope does not grow by a refresh, and an agent reaches nothing but its tools', async () => {
  const clientId = await registered()
  const { exchange } = await codeOf('user:default/bob', clientId)
  const { access_token: token, refresh_token: refreshToken } = (await (await exchange()).json()) as {
    access_token: string
    refresh_token: string
  }
  const grown = form({
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: clientId,
    scope: 'catalog:read catalog:delete',
  })
  expect(await (await fetch(portal.path('oauth/token'), grown)).json()).toMatchObject({ error: 'invalid_scope' })
  const call = await portal.rpc(token, 'tools/call', { name: 'catalog.unregister-location', arguments: { id: 'x' } })
  expect(call.status).toBe(403)
  expect(call.headers.get('www-authenticate')).toContain('error="insufficient_scope"')
  const headers = { authorization: `Bearer ${token}` }
  expect((await fetch(`${portal.catalog.server.url}/api/catalog/entities`, { headers })).status).toBe(403)
  for (const rest of ['agents', 'calls', 'approvals', 'all/agents'])
    expect((await fetch(portal.path(rest), { headers })).status, rest).toBe(403)
  const large = await portal.rpc(token, 'tools/call', { name: 'catalog.query-entities', arguments: { text: 'x'.repeat(300_000) } })
  expect(await large.text()).toContain('longer than 200000 bytes')
  expect((await portal.rpc(token, 'tools/call', { name: 'nowhere.nothing' })).status).toBe(200)
  expect(
    (
      await fetch(portal.path('v1'), {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', origin: 'https://evil.test' },
        body: '{}',
      })
    ).status,
  ).toBe(403)
})

test('a user who disconnects an agent, is blocked or leaves stops it with the next call', async () => {
  const eve = 'user:default/eve'
  const other = portal.agentOf(eve, { clientName: 'Other' })
  await other.connect()
  const [connected] = (await portal.as(eve).call(mcpActionsApi.listAgents)).items
  const all = await portal.as('user:default/boss').call(mcpActionsApi.listAllAgents)
  expect(all.items.map(({ name }) => name)).toContain('Other')
  await portal.as(eve).call(mcpActionsApi.revokeAgent, { params: { id: connected?.id ?? '' } })
  const token = other.tokens()?.access_token
  expect((await portal.rpc(token, 'tools/list')).status).toBe(401)

  const again = portal.agentOf(eve, { clientName: 'Again' })
  await again.connect()
  await portal.as('user:default/boss').call(authApi.blockUser, { body: { user: eve } })
  expect((await portal.rpc(again.tokens()?.access_token, 'tools/list')).status).toBe(401)
  const refreshed = form({ grant_type: 'refresh_token', refresh_token: again.tokens()?.refresh_token ?? '', client_id: again.clientId() })
  expect(await (await fetch(portal.path('oauth/token'), refreshed)).json()).toMatchObject({ error: 'invalid_grant' })
})

test('clients that register themselves are limited', async () => {
  const replies = await Promise.all(Array.from({ length: 60 }, async () => (await register({ redirect_uris: [mine] })).status))
  expect(replies.filter(status => status === 429).length).toBeGreaterThan(10)
})
