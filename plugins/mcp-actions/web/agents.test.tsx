import { catalogApi } from '@portico/catalog/common'
import { catalogWeb } from '@portico/catalog/web'
import { answer, renderPage, testSession, type RenderPageOptions } from '@portico/core/testing/web'
import { createMemoryStorage, type SignInProvider } from '@portico/core/web'
import { mcpActionsApi, type AgentApproval, type AgentCall, type ConnectedAgent } from '@portico/mcp-actions/common'
import { notificationsWeb } from '@portico/notifications/web'
import { userSettingsWeb } from '@portico/user-settings/web'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mcpActionsWeb } from './index.tsx'

const ann = 'user:default/ann'
const day = '2027-01-01T00:00:00.000Z'
const titles: Readonly<Record<string, string>> = { 'template:default/library': 'Shared library', [ann]: 'Ann Lee' }
const agent = (id: string, calls: number): ConnectedAgent => ({
  id,
  user: ann,
  clientId: id,
  name: `Agent ${id}`,
  scopes: ['catalog:read'],
  allowedActions: [],
  createdAt: day,
  expiresAt: day,
  today: { calls, bytes: 10, runs: 0 },
})
const call: AgentCall = {
  id: '1',
  at: day,
  user: ann,
  agent: 'Agent a',
  action: 'scaffolder:run-template',
  result: 'failed',
  bytes: 0,
  durationMs: 1,
  detail: "The role of user:default/ann denies 'template:default/library'",
}
const approval: AgentApproval = {
  id: '7',
  agent: 'Agent a',
  action: 'scaffolder:run-template',
  title: 'Run a template',
  input: { templateRef: 'template:default/library', values: { name: 'postcodes' } },
  createdAt: day,
  expiresAt: day,
  state: 'waiting',
}

function open(path: string, more: Partial<RenderPageOptions> = {}) {
  return renderPage({
    plugins: [catalogWeb, notificationsWeb, userSettingsWeb, mcpActionsWeb],
    path,
    ...more,
    answers: [
      answer(catalogApi.getEntitiesByRefs, ({ body }) => ({
        items: (body as { entityRefs: string[] }).entityRefs.map(ref => {
          const [kind = '', name = ''] = ref.split(/:default\//)
          return titles[ref] === undefined ? null : { apiVersion: 'v1', kind, metadata: { name, title: titles[ref] } }
        }),
      })),
      answer(mcpActionsApi.listAgents, { items: [agent('a', 1), agent('b', 2)] }),
      answer(mcpActionsApi.listOwnCalls, { items: [call] }),
      answer(mcpActionsApi.listAgentApprovals, { items: [approval] }),
      answer(mcpActionsApi.getOffer, {
        servers: [{ id: '', name: 'Portal', url: 'https://portal.test/api/mcp-actions/v1', tools: 1 }],
        tools: [],
        scopes: [],
        canRegister: true,
        hasMetadataDocuments: false,
      }),
    ],
  })
}

test('what agents did, and what they want to do, names people and entities by their titles, with links', async () => {
  const { screen } = open('/settings/agents')
  const did = within(await screen.findByRole('table', { name: 'What agents did' }))
  expect((await did.findByRole('link', { name: 'Ann Lee' })).getAttribute('href')).toBe('/catalog/default/user/ann')
  expect(did.getByRole('link', { name: 'Shared library' }).getAttribute('href')).toBe('/catalog/default/template/library')
  const waiting = within(await screen.findByRole('list', { name: 'Waiting for you' }))
  expect(await waiting.findByRole('link', { name: 'Shared library' })).toBeTruthy()
  expect(waiting.getByRole('listitem').textContent).toContain('Agent a wants this as you: Shared library, postcodes')
  const rows = within(screen.getByRole('table', { name: 'Connected agents' })).getAllByRole('row')
  expect(rows.map(({ textContent }) => /\d calls?/.exec(textContent)?.[0])).toEqual([undefined, '1 call', '2 calls'])
})

test('guests are told that they have no access tokens, and others are led to theirs', async () => {
  const guest = open('/agents')
  expect(await guest.screen.findByText('Guests have no access tokens: sign in as yourself to make one.')).toBeTruthy()
  expect(guest.screen.queryByRole('link', { name: 'Make an access token' })).toBeNull()
  expect(guest.screen.getByText('Portal · 1 tool')).toBeTruthy()
  const signIn: SignInProvider = { id: 'company', title: 'Company', message: '', action: 'Go', signIn: async () => testSession(ann) }
  const storage = createMemoryStorage()
  storage.setItem('@backstage/core:SignInPage:provider', 'company')
  const { screen } = open('/agents', { signIn: [signIn], storage, user: undefined })
  expect((await screen.findByRole('link', { name: 'Make an access token' })).getAttribute('href')).toBe('/settings/access-tokens')
})
