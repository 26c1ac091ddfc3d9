import {
  attachServerLog,
  checkAccessibility,
  checkColors,
  expect as baseExpect,
  startPortalProcess,
  watchProblems,
  withServerLog,
  type PortalProcess,
} from '@portico/core/testing/browser'
import { test } from '@playwright/test'
import { hash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const expect = baseExpect.configure({ timeout: 30_000 })
const entity = (kind: string, name: string, spec: object) =>
  JSON.stringify({ apiVersion: 'backstage.io/v1alpha1', kind, metadata: { name }, spec })
const back = 'http://127.0.0.1:4455/back'
const verifier = 'v'.repeat(43)

let portal: PortalProcess
let folder: string
test.beforeAll(async () => {
  test.setTimeout(120_000)
  folder = mkdtempSync(path.join(tmpdir(), 'portico-agents-'))
  const file = path.join(folder, 'all.yaml')
  writeFileSync(
    file,
    [entity('User', 'ann', { memberOf: [] }), entity('Component', 'shop', { type: 'service', lifecycle: 'production', owner: 'ann' })].join(
      '\n---\n',
    ),
  )
  portal = await startPortalProcess({
    auth: {
      environment: 'development',
      experimentalDynamicClientRegistration: { enabled: true },
      // The header names the user, as behind a proxy that signs people in.
      providers: { oauth2Proxy: { signIn: { resolvers: [{ resolver: 'forwardedUserMatchingUserEntityName' }] } } },
    },
    catalog: { rules: [{ allow: ['Component', 'User'] }], locations: [{ type: 'file', target: file }] },
  })
  const enters = async () => (await fetch(`${portal.url}/api/auth/oauth2Proxy/refresh`, { headers: { 'x-forwarded-user': 'ann' } })).ok
  await withServerLog(portal, () => baseExpect.poll(enters, { timeout: 60_000 }).toBe(true))
})
test.afterAll(async () => {
  await portal.stop()
  rmSync(folder, { recursive: true, force: true })
})
// oxlint-disable-next-line no-empty-pattern -- Playwright reads what it needs from its first parameter
test.afterEach(({}, testInfo) => attachServerLog(testInfo, portal))

const at = (rest: string) => `${portal.url}/api/mcp-actions/${rest}`
const json = async (reply: Promise<Response>) => (await (await reply).json()) as Record<string, string>
const post = (rest: string, body: object, headers: Record<string, string> = {}) =>
  fetch(at(rest), { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })

/** A call of the agent, as text. */
async function call(token: string, name: string, input: object): Promise<string> {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }
  return (await post('v1', body, { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' })).text()
}

test('a user lets an agent in, sees what it did, approves what it wants to remove, and disconnects it', async ({ browser }) => {
  test.setTimeout(300_000)
  const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-user': 'ann' } })
  const page = await context.newPage()
  const problems = watchProblems(page)
  await page.goto(`${portal.url}/agents`)
  await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible()
  await expect(page.getByText(`${portal.url}/api/mcp-actions/v1`).first()).toBeVisible()
  await checkAccessibility(page)

  const { client_id: clientId = '' } = await json(post('oauth/register', { client_name: 'Helper', redirect_uris: [back] }))
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: back,
    code_challenge: hash('sha256', verifier, 'base64url'),
    code_challenge_method: 'S256',
    scope: 'catalog:read catalog:delete catalog:write',
  })
  const consent = await page.goto(at(`oauth/authorize?${query.toString()}`))
  // Nothing can be laid over the buttons by a page around this one.
  expect(consent?.headers()).toMatchObject({ 'x-frame-options': 'DENY' })
  expect(consent?.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
  await expect(page.getByRole('heading', { name: 'Let Helper use the portal as you?' })).toBeVisible()
  await expect(page.getByText('Anybody can give a program this name')).toBeVisible()
  await page.getByRole('checkbox', { name: /catalog:write/ }).uncheck()
  await checkAccessibility(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await checkColors(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.route(`${back}*`, route => route.fulfill({ body: 'You can go back to the agent' }))
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(page.getByText('You can go back to the agent')).toBeVisible()
  const code = new URL(page.url()).searchParams.get('code') ?? ''
  const form = { grant_type: 'authorization_code', code, code_verifier: verifier, client_id: clientId, redirect_uri: back }
  const { access_token: token = '', scope } = await json(fetch(at('oauth/token'), { method: 'POST', body: new URLSearchParams(form) }))
  expect(scope?.split(' ').toSorted()).toEqual(['catalog:delete', 'catalog:read'])

  expect(await call(token, 'catalog.get-entity', { ref: 'component:default/shop' })).toContain('component:default/shop')
  expect(await call(token, 'catalog.unregister-location', { id: 'none' })).toContain('waiting')

  await page.goto(`${portal.url}/settings/agents`)
  await expect(page.getByRole('table', { name: 'Connected agents' }).getByRole('row').nth(1)).toContainText('Helper')
  await expect(page.getByRole('table', { name: 'What agents did' })).toContainText('catalog:get-entity')
  await checkAccessibility(page)
  await page.getByRole('list', { name: 'Waiting for you' }).getByRole('link', { name: 'Remove a location' }).click()
  await expect(page.getByText('Nothing has been done yet')).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Approve and run' }).click()
  await expect(page.getByText(/You approved/)).toBeVisible()

  await page.getByRole('link', { name: 'Connected agents' }).last().click()
  await page.getByRole('button', { name: 'Disconnect Helper' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('No agent is connected')).toBeVisible()
  expect((await post('v1', {}, { authorization: `Bearer ${token}` })).status).toBe(401)
  expect(problems).toEqual([])
  await context.close()
})
