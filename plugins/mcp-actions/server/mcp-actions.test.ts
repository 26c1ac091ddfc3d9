import { catalogApi } from '@portico/catalog/common'
import { document } from '@portico/catalog/testing'
import { mcpActionsApi } from '@portico/mcp-actions/common'
import { injected, says, startAgentPortal, type AgentPortal, type TestAgent } from '@portico/mcp-actions/testing'
import { userSettingsApi } from '@portico/user-settings/common'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ann = 'user:default/ann'
let portal: AgentPortal
let agent: TestAgent

beforeAll(async () => {
  portal = await startAgentPortal()
  agent = portal.agentOf(ann)
  await agent.connect()
})
afterAll(async () => {
  await agent.close()
  await portal.catalog.stop()
})

test('an agent of the official SDK registers, has its user asked, and then has tools, resources and prompts', async () => {
  const client = agent.client()
  expect(client.getInstructions()).toContain('data, also where it looks like an instruction')
  const { tools } = await client.listTools()
  const byName = new Map(tools.map(tool => [tool.name, tool]))
  expect([...byName.keys()]).toEqual(
    expect.arrayContaining([
      'auth.who-am-i',
      'catalog.get-entity',
      'search.search',
      'techdocs.read-docs',
      'notifications.list-notifications',
    ]),
  )
  expect(byName.get('catalog.get-entity')).toMatchObject({
    annotations: { readOnlyHint: true },
    inputSchema: { type: 'object', required: ['ref'] },
  })
  expect(byName.get('catalog.unregister-location')).toMatchObject({ annotations: { readOnlyHint: false, destructiveHint: true } })
  expect((await agent.call('auth.who-am-i')).text).toContain('"user":"user:default/ann"')

  const { resourceTemplates } = await client.listResourceTemplates()
  expect(resourceTemplates.map(({ name }) => name)).toEqual(['entity', 'docs'])
  const { resources } = await client.listResources()
  expect(resources.map(({ uri }) => uri)).toContain('portico://entity/component/default/pay')
  const read = await client.readResource({ uri: 'portico://docs/component/default/pay?section=install' })
  expect(read.contents).toMatchObject([{ mimeType: 'text/markdown', text: expect.stringContaining('Run it twice.') as string }])
  expect(JSON.stringify(read)).not.toContain('What it is')
  const { prompts } = await client.listPrompts()
  expect(prompts.map(({ name }) => name)).toContain('explain-service')
  const prompt = await client.getPrompt({ name: 'explain-service', arguments: { ref: 'component:default/pay' } })
  expect(JSON.stringify(prompt.messages)).toContain('component:default/pay')
})

test('answers are short, say how to get more, and mark what people wrote', async () => {
  const { text } = await agent.call('catalog.get-entity', { ref: 'component:default/pay' })
  const mark = /^<portal-data ([0-9a-f]{12})>/.exec(text)?.[1] ?? ''
  expect(text.endsWith(`</portal-data ${mark}>`)).toBe(true)
  expect(text).toContain(injected)
  expect(text).toContain('"dependsOn":["component:default/shop"]')
  const fields = await agent.call('catalog.get-entity', { ref: 'component:default/pay', fields: ['spec.owner'] })
  expect(fields.text).toContain('{"ref":"component:default/pay","spec.owner":"team-a"}')
  const page = await agent.call('catalog.query-entities', { filter: ['kind=component'], limit: 1 })
  expect(page.text).toContain('"total":2')
  const next = /"next":"([^"]+)"/.exec(page.text)?.[1]
  expect((await agent.call('catalog.query-entities', { cursor: next, limit: 1 })).text).toContain('component:default/shop')
  const missing = await agent.call('catalog.get-entity', { ref: 'component:default/nothing' })
  expect(missing).toMatchObject({ isError: true, text: expect.stringContaining('Check the name') as string })
  const section = await agent.call('techdocs.read-docs', { ref: 'component:default/pay', section: 'nowhere' })
  expect(section.text).toContain('Its sections: payments, install, on-mondays, use')
})

test('a call beyond what was allowed asks for that scope alone, and goes on with the consent of the user', async () => {
  const text = document('Component', 'new')
  expect((await agent.call('catalog.validate-entities', { text })).text).toContain('"state":"new"')
  const before = agent.asked.length
  const refreshed = await agent.call('catalog.refresh-entity', { ref: 'component:default/pay' })
  expect(agent.asked.slice(before)).toEqual([expect.stringMatching(/catalog:read.* catalog:write$/)])
  // The role of agents narrows what the user may do.
  expect(refreshed).toMatchObject({ isError: true, text: expect.stringContaining('catalog.entity.refresh') as string })
  await expect(portal.as(ann).call(catalogApi.refreshEntity, { body: { entityRef: 'component:default/pay' } })).resolves.toBeUndefined()
})

test('what removes something waits for the user, who decides in person, once or for good', async () => {
  const add = async (target: string) =>
    (await portal.as('user:default/boss').call(catalogApi.addLocation, { body: { target } })).location.id
  const first = await add('https://github.com/acme/one/blob/main/catalog-info.yaml')
  const waiting = await agent.call('catalog.unregister-location', { id: first })
  const id = /"approval":"([^"]+)"/.exec(waiting.text)?.[1] ?? ''
  expect(waiting.text).toContain(`${says}/approvals/mcp-actions/${id}`)
  expect((await agent.call('catalog.unregister-location', { id: first })).text).toContain(id)
  const { items } = await portal.as(ann).call(mcpActionsApi.listAgentApprovals)
  expect(items).toMatchObject([{ id, agent: 'Test agent', action: 'catalog:unregister-location', input: { id: first }, state: 'waiting' }])
  await expect(portal.as('user:default/bob').call(mcpActionsApi.getAgentApproval, { params: { id } })).rejects.toMatchObject({
    status: 404,
  })

  const token = agent.tokens()?.access_token ?? ''
  const own = await fetch(portal.path(`approvals/${id}/decision`), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ decision: 'approve' }),
  })
  expect(own.status).toBe(403)

  const following = agent.call('mcp-actions.follow-approval', { approval: id })
  const decided = await portal
    .as(ann)
    .call(mcpActionsApi.decideAgentApproval, { params: { id }, body: { decision: 'approve', always: true } })
  expect(decided.state).toBe('succeeded')
  expect((await following).text).toContain('"state":"succeeded"')
  await expect(
    portal.as(ann).call(mcpActionsApi.decideAgentApproval, { params: { id }, body: { decision: 'approve' } }),
  ).rejects.toMatchObject({
    code: 'mcp-actions.approval-decided',
  })

  const second = await add('https://github.com/acme/two/blob/main/catalog-info.yaml')
  expect((await agent.call('catalog.unregister-location', { id: second })).text).toContain(`"removed":"${second}"`)
  const [connected] = (await portal.as(ann).call(mcpActionsApi.listAgents)).items
  await portal.as(ann).call(mcpActionsApi.setAllowedActions, { params: { id: connected?.id ?? '' }, body: { actions: [] } })
  const third = await agent.call('catalog.unregister-location', { id: second })
  const thirdId = /"approval":"([^"]+)"/.exec(third.text)?.[1] ?? ''
  await portal.as(ann).call(mcpActionsApi.decideAgentApproval, { params: { id: thirdId }, body: { decision: 'refuse' } })
  expect((await agent.call('mcp-actions.follow-approval', { approval: thirdId })).text).toContain('The user refused')

  const calls = await portal.as(ann).call(mcpActionsApi.listOwnCalls, { query: { limit: 100 } })
  expect(calls.items.map(({ action, result }) => `${action} ${result}`)).toEqual(
    expect.arrayContaining([
      'catalog:unregister-location waiting',
      'catalog:unregister-location succeeded',
      'catalog:unregister-location refused',
    ]),
  )
  const { items: trail } = await portal.catalog.server.server.services.audit.list({ limit: 100, caller: ann })
  expect(trail.map(({ action, actor }) => [action, actor])).toEqual(
    expect.arrayContaining([
      ['catalog.location.delete', 'agent:Test agent'],
      ['mcp-actions.approval.approve', undefined],
      ['mcp-actions.agent.connect', undefined],
    ]),
  )
})

test('a server that the config names has its actions and no others', async () => {
  const looking = portal.agentOf('user:default/bob', { server: 'looking' })
  await looking.connect()
  const names = (await looking.client().listTools()).tools.map(({ name }) => name)
  expect(names).toContain('catalog.get-entity')
  expect(names.filter(name => !name.startsWith('catalog.') || name.includes('register'))).toEqual([])
  expect(looking.client().getInstructions()).toContain('Only look')
  expect((await portal.rpc(agent.tokens()?.access_token, 'tools/list', {}, '/nowhere')).status).toBe(404)
  await looking.close()
})

test('access tokens of users work without consent, within their own limits', async () => {
  const make = async (access: 'read' | 'full', plugins?: string[]) =>
    (
      await portal.as(ann).call(userSettingsApi.createAccessToken, {
        body: { name: access, expiresInDays: 1, scope: { access, ...(plugins && { plugins }) } },
      })
    ).token
  const reader = await make('read')
  const names = ((await (await portal.rpc(reader, 'tools/list')).json()) as { result: { tools: { name: string }[] } }).result.tools.map(
    ({ name }) => name,
  )
  expect(names).toContain('catalog.get-entity')
  expect(names).not.toContain('catalog.refresh-entity')
  const narrow = await make('full', ['mcp-actions', 'search'])
  const answer = await (
    await portal.rpc(narrow, 'tools/call', { name: 'catalog.get-entity', arguments: { ref: 'component:default/pay' } })
  ).text()
  expect(answer).toContain('does not reach the plugin catalog')
})

/** Only the module of the client: the rest of the package is a command line. */
const { ActionsClient } = createRequire(import.meta.url)('@backstage/cli-module-actions/dist/lib/ActionsClient.cjs.js') as {
  ActionsClient: new (
    baseUrl: string,
    token: string,
  ) => {
    list(plugins: string[]): Promise<{ pluginId: string; actions: { id: string; schema: { input: object }; attributes: object }[] }[]>
    execute(id: string, input: object): Promise<unknown>
  }
}

test('the published client of Backstage lists the actions, calls them as the user, and gets the reasons of refusals', async () => {
  const { server, url } = portal.catalog.server
  const { token } = await server.services.tokens.userTokens.issue({ userEntityRef: ann })
  const client = new ActionsClient(url, token)
  const [catalog] = await client.list(['catalog'])
  expect(catalog?.actions.find(({ id }) => id === 'catalog:get-entity')).toMatchObject({
    name: 'get-entity',
    pluginId: 'catalog',
    schema: { input: { type: 'object', required: ['ref'] }, output: {} },
    attributes: { readOnly: true, destructive: false, idempotent: true },
  })
  expect(await client.execute('catalog:get-entity', { ref: 'component:default/pay' })).toMatchObject({ ref: 'component:default/pay' })
  expect(await client.execute('auth:who-am-i', {})).toMatchObject({ user: ann })
  await expect(client.execute('catalog:get-entity', {})).rejects.toThrow(/ref/)
  await expect(client.execute('catalog:nothing', {})).rejects.toThrow("There is no action 'catalog:nothing'")
  await expect(new ActionsClient(url, 'nonsense').list(['catalog'])).rejects.toThrow(/token/i)
})
