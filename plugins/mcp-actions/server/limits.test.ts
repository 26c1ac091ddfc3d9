import { document } from '@portico/catalog/testing'
import { defineAction, defineServerPlugin } from '@portico/core/server'
import { eventually } from '@portico/core/testing'
import { authority, goodCertificate, serverKey } from '@portico/kubernetes/testing'
import { mcpActionsApi } from '@portico/mcp-actions/common'
import { startAgentPortal, type AgentPortal } from '@portico/mcp-actions/testing'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { hasEnded, scaffolderApi } from '@portico/scaffolder/common'
import { scaffolderPlugin } from '@portico/scaffolder/server'
import { template } from '@portico/scaffolder/testing'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

const ann = 'user:default/ann'
const redirect = 'http://127.0.0.1:4444/back'
const trusted = getCACertificates()
const documents = new Map<string, object>()
const servers: Server[] = []
let portal: AgentPortal
let known: string
let inside: string

/** A host with documents of clients, with a certificate that this process trusts. */
async function startHost(): Promise<string> {
  const server = createServer({ cert: goodCertificate, key: serverKey }, (request, response) => {
    const found = documents.get(request.url ?? '')
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(found ?? {}))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}

const greeter = (id: string) =>
  defineServerPlugin({
    id,
    setup: ({ actions }) =>
      actions.offer(async () => [
        defineAction({
          name: 'greet',
          title: `Greet as ${id}`,
          description: `Says who was called`,
          attributes: { readOnly: true },
          input: z.object({}),
          output: z.unknown(),
          run: async () => ({ from: id }),
        }),
        defineAction({
          name: `recite-${id}`,
          title: 'Recite',
          description: 'Says much',
          attributes: { readOnly: true },
          input: z.object({}),
          output: z.unknown(),
          run: async () => 'x'.repeat(20_000),
        }),
      ]),
  })

/** Its steps call another plugin: first what everybody may, then what a role takes from agents. */
const refreshing = template('refreshing', {
  owner: 'team-a',
  steps: [
    { id: 'read', action: 'catalog:fetch', input: { entityRef: 'component:default/pay' } },
    {
      id: 'refresh',
      action: 'http:backstage:request',
      input: { method: 'POST', path: 'catalog/refresh', body: { entityRef: 'component:default/pay' } },
    },
  ],
})

beforeAll(async () => {
  setDefaultCACertificates([...trusted, authority])
  known = await startHost()
  inside = await startHost()
  const port = await freePort()
  portal = await startAgentPortal({
    plugins: [greeter('first'), greeter('second'), scaffolderPlugin],
    files: { 'people.yaml': document('User', 'leaver'), 'template.yaml': refreshing },
    // Plugins call each other over HTTP, so they must know where.
    backend: { listen: { port, host: '127.0.0.1' }, reading: { allow: [{ host: new URL(known).host }] } },
    discovery: { endpoints: [{ target: { internal: `http://127.0.0.1:${port}/api/{{pluginId}}` }, plugins: ['*'] }] },
    auth: {
      // The header names the user, as behind a proxy that signs people in.
      providers: { oauth2Proxy: { signIn: { resolvers: [{ resolver: 'forwardedUserMatchingUserEntityName' }] } } },
      experimentalDynamicClientRegistration: { enabled: true, perHour: 5_000, maxClients: 100 },
      clientIdMetadataDocuments: { enabled: true, allowedClientIdPatterns: [`${known}/clients/*`, `${inside}/*`] },
    },
    mcpActions: { namespacedToolNames: false, agents: { limits: { callsPerDay: 4, runsPerDay: 1, bytesPerDay: 30_000 } } },
  })
})
afterAll(async () => {
  await portal.catalog.stop()
  setDefaultCACertificates(trusted)
  for (const server of servers) server.close()
})

const ask = async (clientId: string) => {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirect,
    code_challenge: hash('sha256', 'x'.repeat(43), 'base64url'),
    code_challenge_method: 'S256',
    scope: 'catalog:read',
  })
  const reply = await fetch(portal.path(`oauth/authorize?${query.toString()}`), { redirect: 'manual' })
  const location = reply.headers.get('location') ?? ''
  return { status: reply.status, location, id: /connect\/([^/?]+)/.exec(location)?.[1] ?? '', text: await reply.text() }
}

test('a client whose id is an address is known by its document, where the config allows the address', async () => {
  const id = `${known}/clients/editor.json`
  documents.set('/clients/editor.json', { client_id: id, client_name: 'Editor', redirect_uris: [redirect] })
  const asked = await ask(id)
  expect(asked).toMatchObject({ status: 302 })
  expect(await portal.as(ann).call(mcpActionsApi.getAgentRequest, { params: { id: asked.id } })).toMatchObject({
    clientName: 'Editor',
    isKnownByAddress: true,
    isLocal: true,
  })
})

test('documents of other addresses, inside the network, of another client or with redirects elsewhere are refused', async () => {
  expect(await ask(`${known}/others/editor.json`)).toMatchObject({ status: 401, text: expect.stringContaining('does not allow') as string })
  expect(await ask('https://evil.test/clients/a.json')).toMatchObject({ status: 401 })
  documents.set('/a.json', { client_id: `${inside}/a.json`, redirect_uris: [redirect] })
  expect(await ask(`${inside}/a.json`)).toMatchObject({ status: 401, text: expect.stringContaining('could not be read') as string })
  documents.set('/clients/b.json', { client_id: `${known}/clients/editor.json`, redirect_uris: [redirect] })
  expect(await ask(`${known}/clients/b.json`)).toMatchObject({ status: 401, text: expect.stringContaining('another address') as string })
  documents.set('/clients/c.json', { client_id: `${known}/clients/c.json`, redirect_uris: [redirect, 'https://evil.test/back'] })
  expect(await ask(`${known}/clients/c.json`)).toMatchObject({ status: 401, text: expect.stringContaining('evil.test') as string })
  expect(await ask(`${known}/clients/none.json`)).toMatchObject({ status: 401, text: expect.stringContaining('status 404') as string })
})

test('tools of several plugins with one name keep the names of their plugins, and a day has so many calls', async () => {
  const agent = portal.agentOf(ann)
  await agent.connect()
  const names = (await agent.client().listTools()).tools.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['first.greet', 'second.greet', 'get-entity', 'who-am-i']))
  expect(new Set(names).size).toBe(names.length)
  expect((await agent.call('second.greet')).text).toContain('{"from":"second"}')
  for (let made = 1; made < 4; made += 1) expect((await agent.call('who-am-i')).isError).toBe(false)
  expect(await agent.call('who-am-i')).toMatchObject({ isError: true, text: expect.stringContaining('calls of today (4)') as string })
  expect((await portal.as(ann).call(mcpActionsApi.listOwnCalls, { query: { limit: 1 } })).items).toMatchObject([{ result: 'refused' }])
  await agent.close()
})

test('a day has so many bytes, and so many calls that change something', async () => {
  const agent = portal.agentOf('user:default/eve')
  await agent.connect()
  for (const name of ['recite-first', 'recite-second']) expect((await agent.call(name)).isError).toBe(false)
  expect(await agent.call('recite-first')).toMatchObject({
    isError: true,
    text: expect.stringContaining('bytes of today (30000)') as string,
  })
  const other = portal.agentOf('user:default/eve', { clientName: 'Other' })
  await other.connect()
  const input = { entityRef: 'component:default/pay' }
  await other.call('refresh-entity', { ref: input.entityRef })
  expect(await other.call('refresh-entity', { ref: input.entityRef })).toMatchObject({
    isError: true,
    text: expect.stringContaining('runs of today (1)') as string,
  })
  await Promise.all([agent.close(), other.close()])
})

test('what a role takes from agents it takes from the steps of their runs too, approved or not, and from nobody else', async () => {
  const templateRef = 'template:default/refreshing'
  await eventually(async () => {
    const found = await portal.as(ann).fetch('/api/catalog/entities/by-name/template/default/refreshing')
    expect(found.status).toBe(200)
  })
  const endOf = async (user: string, taskId: string) => {
    const task = await eventually(async () => {
      const found = await portal.as(user).call(scaffolderApi.getTask, { params: { taskId } })
      expect(hasEnded(found.status)).toBe(true)
      return found
    })
    const events = await portal.as(user).call(scaffolderApi.listTaskEvents, { params: { taskId }, query: {} })
    return `${task.status}: ${JSON.stringify(events)}`
  }
  const denied = /^failed: .*Finished step catalog:fetch.*403.*deniedBy.*agents/
  const [asked, allowed] = ['user:default/bob', 'user:default/boss'] as const

  const agent = portal.agentOf(asked, { clientName: 'Asking' })
  await agent.connect()
  const waiting = await agent.call('run-template', { templateRef })
  const id = /"approval":"([^"]+)"/.exec(waiting.text)?.[1] ?? ''
  await portal.as(asked).call(mcpActionsApi.decideAgentApproval, { params: { id }, body: { decision: 'approve' } })
  const followed = (await agent.call('follow-approval', { approval: id })).text
  expect(await endOf(asked, /[0-9a-f-]{36}/.exec(followed.split('output')[1] ?? '')?.[0] ?? '')).toMatch(denied)
  await agent.close()

  const trusted = portal.agentOf(allowed, { clientName: 'Trusted' })
  await trusted.connect()
  const [connected] = (await portal.as(allowed).call(mcpActionsApi.listAgents)).items
  const actions = ['scaffolder:run-template']
  await portal.as(allowed).call(mcpActionsApi.setAllowedActions, { params: { id: connected?.id ?? '' }, body: { actions } })
  const started = (await trusted.call('run-template', { templateRef })).text
  expect(await endOf(allowed, /[0-9a-f-]{36}/.exec(started)?.[0] ?? '')).toMatch(denied)
  await trusted.close()

  const own = await portal.as(ann).call(scaffolderApi.createTask, { body: { templateRef, values: {} } })
  expect(await endOf(ann, own.id)).toMatch(/^completed/)
})

test('a user who is taken out of the catalog takes the agent along, at once', async () => {
  const signedIn = await portal.as(undefined).fetch('/api/auth/oauth2Proxy/refresh', { headers: { 'x-forwarded-user': 'leaver' } })
  expect(signedIn.status).toBe(200)
  const agent = portal.agentOf('user:default/leaver')
  await agent.connect()
  const token = agent.tokens()?.access_token
  expect((await portal.rpc(token, 'tools/list')).status).toBe(200)
  portal.catalog.write('people.yaml', document('Group', 'nobody'))
  await eventually(async () => {
    const found = await portal.as(ann).fetch('/api/catalog/entities/by-name/user/default/leaver')
    expect(found.status).toBe(404)
  })
  await eventually(async () => expect((await portal.rpc(token, 'tools/list')).status).toBe(401))
  const form = { grant_type: 'refresh_token', refresh_token: agent.tokens()?.refresh_token ?? '', client_id: agent.clientId() }
  const refreshed = await fetch(portal.path('oauth/token'), { method: 'POST', body: new URLSearchParams(form) })
  expect(await refreshed.json()).toMatchObject({ error: 'invalid_grant' })
  await agent.close()
})

test('a client that registers a thousand times fills a small space, and those that users have let in still work', async () => {
  const agent = portal.agentOf('user:default/bob')
  await agent.connect()
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ redirect_uris: [redirect] }) }
  const { client_id: unseen } = (await (await fetch(portal.path('oauth/register'), init)).json()) as { client_id: string }
  let registered = 0
  for (let batch = 0; batch < 50; batch += 1) {
    const replies = await Promise.all(Array.from({ length: 20 }, () => fetch(portal.path('oauth/register'), init)))
    registered += replies.filter(({ status }) => status === 201).length
  }
  expect(registered).toBeLessThan(130)
  // Asking a thousand users at once, none of whom ever comes, is no way to fill it either.
  const flood: string[] = []
  for (let batch = 0; batch < 11; batch += 1)
    flood.push(...(await Promise.all(Array.from({ length: 100 }, async () => (await ask(unseen)).location))))
  expect(flood.filter(location => location.includes('error=temporarily_unavailable')).length).toBeGreaterThanOrEqual(100)
  expect((await agent.call('who-am-i')).isError).toBe(false)
  await agent.close()
})
