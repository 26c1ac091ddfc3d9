import { openConfig, sectionClaims } from '@portico/core/server'
import { runCommandLine } from '@portico/core/server/command-line'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { authSections, guestConfig, isDevelopment } from './config.ts'
import { authPlugin } from './index.ts'

const providersOf = (value?: unknown) => authSections['auth.providers'].parse(value)

describe('the guest provider', () => {
  test('is available in a new portal, with its default user', () => {
    expect(guestConfig(providersOf(), true)).toEqual({ userEntityRef: 'user:development/guest', dangerouslyAllowOutsideDevelopment: false })
  })

  test('is not available by default outside development, or beside another provider', () => {
    expect(guestConfig(providersOf(), false)).toBeUndefined()
    expect(guestConfig(providersOf({ github: { development: { clientId: 'x', clientSecret: 'y' } } }), true)).toBeUndefined()
  })

  test('is available wherever it is configured', () => {
    expect(guestConfig(providersOf({ guest: {}, github: {} }), false)).toMatchObject({ userEntityRef: 'user:development/guest' })
  })

  test('refuses names that are not full refs and settings it does not know', () => {
    const accepts = (guest: object) => authSections['auth.providers'].safeParse({ guest }).success
    expect(accepts({ userEntityRef: 'user:default/jane', ownershipEntityRefs: ['group:default/a'] })).toBe(true)
    for (const guest of [{ userEntityRef: 'jane' }, { ownershipEntityRefs: 'group:default/a' }, { userentityref: 'user:default/jane' }])
      expect(accepts(guest)).toBe(false)
  })
})

test('a portal is for development unless its environment or NODE_ENV says otherwise', () => {
  expect(isDevelopment(authSections['auth.environment'].parse(undefined), undefined)).toBe(true)
  expect([
    isDevelopment('development', 'test'),
    isDevelopment('development', 'production'),
    isDevelopment('production', undefined),
  ]).toEqual([true, false, false])
})

describe('the other providers', () => {
  const problems = (value: unknown) =>
    (authSections['auth.providers'].safeParse(value).error?.issues ?? []).map(issue => `${issue.path.join('.')}: ${issue.code}`)

  test('need their required settings, in every environment', () => {
    const account = { clientId: 'id', clientSecret: 'secret' }
    expect(
      problems({ github: { development: account, production: { ...account, enterpriseInstanceUrl: 'https://ghe.example.org' } } }),
    ).toEqual([])
    expect(problems({ github: { development: { clientId: 'id' } } })).toEqual(['github.development.clientSecret: invalid_type'])
    expect(problems({ microsoft: { development: account } })).toEqual(['microsoft.development.tenantId: invalid_type'])
    expect(problems({ oidc: { development: { ...account, metadataUrl: 'ftp://x' } } })).toEqual(['oidc.development.metadataUrl: custom'])
    expect(problems({ vmwareCloud: { development: { clientId: 'id', organizationId: 'org' } } })).toEqual([])
  })

  test('that are proxies have no environments, and need a resolver', () => {
    const signIn = { resolvers: [{ resolver: 'emailMatchingUserEntityProfileEmail' }] }
    expect(problems({ gcpIap: { audience: '/projects/1', signIn }, oauth2Proxy: { signIn }, azureEasyAuth: { signIn } })).toEqual([])
    expect(problems({ gcpIap: { signIn } })).toEqual(['gcpIap.audience: invalid_type'])
    expect(problems({ oauth2Proxy: {} })).toEqual(['oauth2Proxy.signIn: invalid_type'])
  })

  test('whose name is unknown are told of with the nearest known, and config without its environment level in these words', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'portico-auth-config-'))
    const check = async (providers: unknown) => {
      writeFileSync(path.join(folder, 'app-config.yaml'), JSON.stringify({ auth: { providers } }))
      const lines: string[] = []
      const warn = (line: string) => lines.push(line)
      const exit = await runCommandLine(['config', 'check'], { plugins: [authPlugin], cwd: folder, env: {}, print: () => {}, warn })
      return [exit, ...lines]
    }
    const account = { clientId: 'id', clientSecret: 'hidden-secret' }
    expect(await check({ gogle: { development: account } })).toEqual([
      0,
      "warning: auth.providers.gogle: this portal has no sign-in provider of this name, did you mean 'google'? (app-config.yaml:1)",
    ])
    const signIn = { resolvers: [{ resolver: 'usernameMatchingUserEntityName' }] }
    expect((await check({ github: { ...account, signIn } })).slice(0, 2)).toEqual([
      1,
      expect.stringMatching(/^mistake: auth\.providers\.github: is provider config without its environment level: put the settings/),
    ])
    expect(await check({ github: { development: account } })).toEqual([0])
    rmSync(folder, { recursive: true })
  })

  test('take scopes as a text or as a list', () => {
    const scopesOf = (additionalScopes: unknown) =>
      providersOf({ github: { development: { clientId: 'id', clientSecret: 'secret', additionalScopes } } }).github?.['development']
        ?.additionalScopes
    expect([scopesOf(undefined), scopesOf('a b'), scopesOf('a,b'), scopesOf(['a', 'b'])]).toEqual([[], ['a', 'b'], ['a', 'b'], ['a', 'b']])
  })

  test('have secrets that neither the page nor the printed config shows', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'portico-auth-config-'))
    const file = path.join(folder, 'app-config.yaml')
    const serviceTokens = [{ token: 'secret-of-cloudflare', subject: 'robot@example.org' }]
    const signIn = { resolvers: [{ resolver: 'emailLocalPartMatchingUserEntityName', allowedDomains: ['example.org'] }] }
    const providers = {
      github: { development: { clientId: 'public-id', clientSecret: 'secret-of-github', signIn } },
      cfaccess: { teamName: 'team', serviceTokens, signIn },
      somebodyElse: { key: 'secret-of-somebody' },
    }
    writeFileSync(file, JSON.stringify({ auth: { session: { secret: 'secret-of-session' }, providers } }))
    const config = await openConfig({ cwd: folder, env: {}, args: [file], sections: sectionClaims([authPlugin]) })
    config.close()
    rmSync(folder, { recursive: true })
    expect(JSON.stringify(config.frontend())).not.toMatch(/secret-of|public-id/)
    expect(config.secrets()).toEqual(
      expect.arrayContaining(['secret-of-github', 'secret-of-cloudflare', 'secret-of-session', 'secret-of-somebody']),
    )
    expect(config.warnings.filter(warning => warning.includes('auth'))).toEqual([
      expect.stringContaining('auth.providers.somebodyElse: this portal has no sign-in provider of this name'),
    ])
  })
})
