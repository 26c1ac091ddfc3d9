import { ConfigError } from '@portico/core/server'
import { runCommandLine } from '@portico/core/server/command-line'
import { startTestServer } from '@portico/core/testing'
import { startAuthPortal } from '@portico/auth/testing'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as requestHttp } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { authPlugin } from './index.ts'

const publicUrl = 'https://portal.example.com'
const others = { github: { development: { clientId: 'id', clientSecret: 'secret' } } }
const folder = mkdtempSync(path.join(tmpdir(), 'portico-guests-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Case {
  readonly auth?: object
  readonly baseUrl?: string
  readonly listen?: string
}

const configOf = ({ auth = {}, baseUrl = 'http://localhost:7007', listen }: Case) => ({
  app: { baseUrl },
  backend: { baseUrl, ...(listen !== undefined && { listen }) },
  auth,
})

/** The exit code of `config check`, and its lines up to the second colon. */
async function check(given: Case): Promise<unknown[]> {
  writeFileSync(path.join(folder, 'app-config.yaml'), JSON.stringify(configOf(given)))
  const lines: string[] = []
  const warn = (line: string) => lines.push(line)
  const exit = await runCommandLine(['config', 'check'], { plugins: [authPlugin], cwd: folder, env: {}, print: () => {}, warn })
  return [exit, ...lines.map(line => line.split(': ').slice(0, 2).join(': '))]
}

const refused = [1, 'mistake: auth.providers.guest']
const warned = [0, 'warning: auth.providers.guest']

describe('a portal that others than its own machine can reach', () => {
  test('does not start with guests unless the config says that it is for development, or that everybody is welcome', async () => {
    const guest = {}
    for (const reach of [
      { baseUrl: publicUrl },
      { listen: '0.0.0.0:7007' },
      { baseUrl: 'http://10.0.0.7:7007', listen: '127.0.0.1:7007' },
    ]) {
      expect(await check({ ...reach, auth: { providers: { guest } } })).toEqual(refused)
      expect(await check({ ...reach, auth: { providers: { guest, ...others } } })).toEqual(refused)
      expect(await check({ ...reach, auth: { environment: 'production', providers: { guest } } })).toEqual(refused)
      expect(await check({ ...reach, auth: { environment: 'development', providers: { guest } } })).toEqual(warned)
      const welcome = { dangerouslyAllowOutsideDevelopment: true }
      expect(await check({ ...reach, auth: { environment: 'production', providers: { guest: welcome } } })).toEqual(warned)
    }
    const starting = startTestServer({ plugins: [authPlugin], config: configOf({ baseUrl: publicUrl, auth: { providers: { guest } } }) })
    await expect(starting).rejects.toBeInstanceOf(ConfigError)
    await expect(starting).rejects.toThrow(/without a password.*app\.baseUrl.*dangerouslyAllowOutsideDevelopment/s)
  })

  test('has no guests by default, and its check says that nobody can sign in', async () => {
    expect(await check({ baseUrl: publicUrl })).toEqual([0, 'warning: auth.providers'])
    const portal = await startTestServer({ plugins: [authPlugin], config: configOf({ baseUrl: publicUrl }) })
    const { status } = await portal.as(undefined).fetch('/api/auth/guest/refresh')
    expect(status).toBe(404)
    await portal.stop()
  })

  test('tells in its log and on the system page that anyone gets in, and the browser that the guest is such a one', async () => {
    const portal = await startAuthPortal({ providers: { guest: {} }, baseUrl: publicUrl })
    const sentence = 'anyone who can reach this portal is let in as user:development/guest, without a password'
    expect(portal.lines.join('')).toContain(sentence)
    expect(portal.server.server.inspection.configWarnings().join('')).toContain(sentence)
    const session = await portal.server.as(undefined).fetch('/api/auth/guest/refresh')
    expect(await session.json()).toMatchObject({ backstageIdentity: { guest: 'exposed' } })
    await portal.stop()
  })
})

describe('a portal for its own machine', () => {
  test('has guests without a word, with loopback in any spelling', async () => {
    for (const baseUrl of ['http://localhost:7007', 'http://127.0.0.1:7007', 'http://[::1]:7007'])
      for (const auth of [{}, { providers: { guest: {} } }, { environment: 'development', providers: { guest: {} } }])
        expect(await check({ baseUrl, auth })).toEqual([0])
    expect(await check({ listen: '127.0.0.1:7007', auth: { providers: { guest: {} } } })).toEqual([0])
  })

  test('lets guests in who ask for localhost, and none who ask by another name: a page of another site, or a proxy', async () => {
    const portal = await startTestServer({ plugins: [authPlugin], config: configOf({}) })
    const knock = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const request = requestHttp(`${portal.url}/api/auth/guest/refresh`, { headers }, ({ statusCode }) => resolve(statusCode))
        request.on('error', reject).end()
      })
    expect(await knock({ host: 'localhost:7007' })).toBe(200)
    expect(await knock({ host: '127.0.0.1' })).toBe(200)
    expect(await knock({ host: 'evil.example:7007' })).toBe(403)
    expect(await knock({ host: 'localhost', 'x-forwarded-host': 'portal.example.com' })).toBe(403)
    const local = await portal.as(undefined).fetch('/api/auth/guest/refresh')
    expect(JSON.stringify(await local.json())).not.toContain('exposed')
    await portal.stop()
  })
})
