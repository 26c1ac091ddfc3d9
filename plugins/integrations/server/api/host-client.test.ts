import { startFakeGithub, startFakeServer, type FakeServer, type FakeHandler } from '@portico/integrations/testing'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, test } from 'vitest'
import { IntegrationsSection } from '../config.ts'
import { createHosts } from '../hosts/create-hosts.ts'
import { toReadingSettings } from '../reading/reading-settings.ts'
import { openBudgetChannel } from './budget-channel.ts'
import type { BudgetChannel, HostBudget } from './budgets.ts'

const fakes: FakeServer[] = []
afterEach(async () => {
  for (const fake of fakes.splice(0)) await fake.close()
})

async function start(handle: FakeHandler): Promise<FakeServer> {
  const fake = await startFakeServer(handle)
  fakes.push(fake)
  return fake
}

const apiOf = ({ host }: FakeServer, channel?: BudgetChannel, maxWaitMs?: number) =>
  createHosts({ allow: [{ host }], retryMs: 1, budgets: { channel, maxWaitMs } })

describe('the API of a host', () => {
  test('is asked again with backoff when it fails, and not when that would repeat a write', async () => {
    let failures = 2
    const fake = await start(() => (failures-- > 0 ? { status: 502, body: '<html>' } : { json: { fine: true } }))
    expect(await apiOf(fake).api.json(`${fake.url}/x`)).toEqual({ fine: true })
    expect(fake.requests).toHaveLength(3)
    failures = 9
    await expect(apiOf(fake).api.json(`${fake.url}/x`, { method: 'POST', json: {} })).rejects.toMatchObject({
      name: 'ServiceUnavailableError',
      message: expect.stringContaining('answered with status 502'),
    })
    expect(fake.requests).toHaveLength(4)
  })

  test.each([
    [401, 'ServiceUnavailableError', /does not accept the credentials in integrations .*Bad thing/],
    [403, 'ServiceUnavailableError', /may not do this .*Bad thing/],
    [404, 'NotFoundError', /was not found: Bad thing/],
    [409, 'ConflictError', /Bad thing/],
    [422, 'InputError', /Bad thing/],
  ])('that answers %i fails with an error of its own kind and the words of the host', async (status, name, message) => {
    const fake = await start(() => ({ status, json: { message: 'Bad thing' } }))
    await expect(apiOf(fake).api.json(`${fake.url}/x?token=hidden`)).rejects.toMatchObject({
      name,
      message: expect.stringMatching(message),
    })
    await expect(apiOf(fake).api.json(`${fake.url}/x?token=hidden`)).rejects.not.toMatchObject({
      message: expect.stringContaining('hidden'),
    })
  })

  test('that answers with a page in place of JSON is told so', async () => {
    const fake = await start(() => ({ body: '<!doctype html><title>Sign in</title>' }))
    await expect(apiOf(fake).api.json(`${fake.url}/x`)).rejects.toMatchObject({
      message: expect.stringContaining('answered with a page that is not JSON'),
    })
  })

  test('that hangs, before its answer or within it, fails in time', async () => {
    const fake = await start(() => ({ json: {} }))
    const { api } = createHosts({ allow: [{ host: fake.host }], retryMs: 1, timeoutMs: 50 })
    fake.state.fault = () => true
    await expect(api.json(`${fake.url}/x`)).rejects.toMatchObject({ name: 'ServiceUnavailableError' })
    fake.state.fault = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"a":')
      return true
    }
    await expect(api.json(`${fake.url}/x`)).rejects.toMatchObject({ name: 'ServiceUnavailableError' })
  })

  test('whose pages repeat for ever, or lead to another host, ends', async () => {
    const fake = await start(({ url }) => ({ json: [1], headers: { link: `<${url.origin}/a>; rel="next"` } }))
    const collect = async (path: string) => {
      const found: unknown[] = []
      for await (const page of apiOf(fake).api.pages(`${fake.url}${path}`)) found.push(page)
      return found
    }
    await expect(collect('/a')).rejects.toMatchObject({ message: expect.stringContaining('repeat without end') })
    const leading = await start(() => ({ json: [1], headers: { link: '<http://other.test/a>; rel="next"' } }))
    fakes.push(leading)
    const found: unknown[] = []
    for await (const page of apiOf(leading).api.pages(`${leading.url}/a`)) found.push(page)
    expect(found).toEqual([[1]])
  })

  test('is asked conditionally for what is kept', async () => {
    const fake = await start(() => ({ json: { a: 1 } }))
    const { api } = apiOf(fake)
    for (let round = 0; round < 2; round += 1) expect(await api.json(`${fake.url}/x`, { isCached: true })).toEqual({ a: 1 })
    const conditions: (string | undefined)[] = []
    fake.state.fault = ({ headers }) => {
      conditions.push(headers['if-none-match'])
      return false
    }
    await api.json(`${fake.url}/x`, { isCached: true })
    expect(conditions[0]).toMatch(/^"/)
  })
})

describe('a rate limit', () => {
  test.each([
    ['429 with a time', { status: 429, headers: { 'retry-after': '0.05' } }],
    ['403 with a time, as for secondary limits', { status: 403, headers: { 'retry-after': '0.05' } }],
    ['403 with a budget of 0', { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '0.05' } }],
  ])('told by %s is waited for', async (_name, refusal) => {
    let isRefused = true
    const fake = await start(() => {
      const answer = isRefused ? { ...refusal, json: { message: 'slow down' } } : { json: { fine: true } }
      isRefused = false
      return answer
    })
    expect(await apiOf(fake).api.json(`${fake.url}/x`, { method: 'POST', json: {} })).toEqual({ fine: true })
    expect(fake.requests).toHaveLength(2)
  })

  test('that lasts long is told at once, with the time, and nobody else asks meanwhile', async () => {
    // The clock of the host is an hour behind ours.
    const theirs = Date.now() - 3_600_000
    const headers = {
      'x-ratelimit-remaining': '0',
      'x-ratelimit-limit': '60',
      'x-ratelimit-reset': String(Math.floor(theirs / 1000) + 600),
    }
    const fake = await start(() => ({
      status: 403,
      json: { message: 'API rate limit exceeded' },
      headers: { ...headers, date: new Date(theirs).toUTCString() },
    }))
    const hosts = apiOf(fake)
    for (let round = 0; round < 2; round += 1) {
      const failure = await hosts.api.json(`${fake.url}/x`).catch((error: unknown) => error)
      expect(failure).toMatchObject({ name: 'ServiceUnavailableError', message: expect.stringContaining('rate limit') })
      const { retryAfterMs } = (failure as { details: { retryAfterMs: number } }).details
      expect(retryAfterMs).toBeGreaterThan(550_000)
      expect(retryAfterMs).toBeLessThan(620_000)
    }
    expect(fake.requests).toHaveLength(1)
    expect(hosts.budgets.list()).toMatchObject([{ key: fake.host, limit: 60, remaining: 0 }])
  })

  test('that is none, but a refusal, is not waited for', async () => {
    const fake = await start(() => ({ status: 403, json: { message: 'Resource not accessible' } }))
    await expect(apiOf(fake).api.json(`${fake.url}/x`)).rejects.toMatchObject({
      message: expect.stringContaining('Resource not accessible'),
    })
    expect(fake.requests).toHaveLength(1)
  })

  test('that one thread is told holds for the others', async () => {
    const name = `portico.test.${Math.random()}`
    const fake = await start(() => ({ json: {} }))
    const channel = openBudgetChannel(name)
    const hosts = apiOf(fake, channel)
    await hosts.api.json(`${fake.url}/x`)
    const told: HostBudget = {
      key: fake.host,
      remaining: 0,
      resetAt: Date.now() + 500_000,
      blockedUntil: Date.now() + 500_000,
      at: Date.now(),
    }
    const code = `const { BroadcastChannel, workerData } = require('node:worker_threads')
      const channel = new BroadcastChannel(workerData.name)
      channel.postMessage(workerData.told)
      channel.close()`
    const worker = new Worker(code, { eval: true, workerData: { name, told } })
    await once(worker, 'exit')
    await expect.poll(() => hosts.budgets.list()).toEqual([told])
    await expect(hosts.api.json(`${fake.url}/x`)).rejects.toMatchObject({ message: expect.stringContaining('is used up until') })
    channel.close()
  })
})

describe('tokens that expire', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  // GitHub hands out keys in this older form.
  const pem = String(privateKey.export({ type: 'pkcs1', format: 'pem' }))

  test('of a GitHub app are requested for the owner, kept, and not for owners that are not allowed', async () => {
    const fake = await startFakeGithub()
    fakes.push(fake)
    fake.apps.push({
      id: '7',
      installations: [
        ...Array.from({ length: 100 }, (_, index) => ({ id: 1000 + index, owner: `other-${index}` })),
        { id: 1, owner: 'Acme' },
        { id: 2, owner: 'secret' },
        { id: 3, owner: 'asleep', suspended: true },
      ],
    })
    const app = { appId: 7, privateKey: pem, allowedInstallationOwners: ['acme', 'asleep'] }
    const integrations = IntegrationsSection.parse({
      github: [{ host: fake.host, apiBaseUrl: fake.apiBaseUrl, apps: [app], token: 'fallback' }],
    })
    const { credentials } = createHosts(toReadingSettings({ integrations, allow: [], folder: '/' }))
    const of = async (path: string) => (await credentials.plain(new URL(`${fake.apiBaseUrl}${path}`)))['authorization']
    expect(await Promise.all([of('/repos/acme/web'), of('/orgs/ACME')])).toEqual(['Bearer ghs_1_1', 'Bearer ghs_1_1'])
    expect(await of('/repos/secret/web')).toBe('Bearer fallback')
    expect(await of('/repos/asleep/web')).toBe('Bearer fallback')
    expect(await credentials.git(new URL(`${fake.url}/acme/web.git`))).toEqual({
      authorization: `Basic ${Buffer.from('x-access-token:ghs_1_1').toString('base64')}`,
    })
    expect(fake.appTokens).toHaveLength(1)
    expect(fake.requests.filter(each => each.includes('/app/installations?'))).toHaveLength(2)
  })

  test('of Azure come from a service principal, a managed identity, or one that proves the other', async () => {
    const forms: Record<string, string>[] = []
    const fake = await start(({ path, url, headers, body }) => {
      if (path === '/metadata/identity/oauth2/token') {
        if (headers['metadata'] !== 'true') return { status: 400, json: { error: 'no metadata' } }
        return {
          json: {
            access_token: `identity of ${url.searchParams.get('client_id')} for ${url.searchParams.get('resource')}`,
            expires_in: '3600',
          },
        }
      }
      forms.push(Object.fromEntries(new URLSearchParams(String(body))))
      return { json: { access_token: `entra ${forms.length}`, expires_in: 3600 } }
    })
    const env = { AZURE_AUTHORITY_HOST: fake.url, AZURE_POD_IDENTITY_AUTHORITY_HOST: fake.url }
    const integrations = IntegrationsSection.parse({
      azure: [
        {
          credentials: [
            { organizations: ['principal'], clientId: 'c', clientSecret: 's', tenantId: 't' },
            { organizations: ['identity'], managedIdentityClientId: 'm' },
            { organizations: ['proof'], clientId: 'c', tenantId: 't', managedIdentityClientAssertion: 'm' },
            { organizations: ['token'], personalAccessToken: 'p' },
          ],
        },
      ],
    })
    const { credentials } = createHosts(toReadingSettings({ integrations, allow: [], folder: '/', env }))
    const of = async (organisation: string) =>
      (await credentials.plain(new URL(`https://dev.azure.com/${organisation}/x`)))['authorization']
    const resource = '499b84ac-1321-427f-aa17-267ca6975798'
    expect(await of('principal')).toBe('Bearer entra 1')
    expect(await of('identity')).toBe(`Bearer identity of m for ${resource}`)
    expect(await of('proof')).toBe('Bearer entra 2')
    expect(await of('token')).toBe(`Basic ${Buffer.from(':p').toString('base64')}`)
    expect(await of('another')).toBeUndefined()
    expect(forms).toMatchObject([
      { grant_type: 'client_credentials', client_id: 'c', client_secret: 's', scope: `${resource}/.default` },
      { client_id: 'c', client_assertion: 'identity of m for api://AzureADTokenExchange' },
    ])
    expect(fake.requests[0]).toBe('POST /t/oauth2/v2.0/token')
  })

  test('that are not given say why, without the secret', async () => {
    const fake = await start(() => ({
      status: 401,
      json: { error: 'invalid_client', error_description: 'The secret has expired.\nTrace ID: 1' },
    }))
    const entry = { host: fake.host, apiBaseUrl: `${fake.url}/2.0`, clientId: 'c', clientSecret: 'very-hidden' }
    const integrations = IntegrationsSection.parse({ bitbucketCloud: [entry] })
    const { credentials } = createHosts(toReadingSettings({ integrations, allow: [], folder: '/' }))
    const failure = await credentials.plain(new URL(`${fake.url}/2.0/x`)).catch((error: unknown) => String(error))
    expect(failure).toContain('The secret has expired.')
    expect(failure).not.toContain('very-hidden')
  })
})
