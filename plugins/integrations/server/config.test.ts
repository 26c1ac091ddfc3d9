import { openConfig } from '@portico/core/server'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { IntegrationsSection } from './config.ts'
import { gitHeaders, requestHeaders } from './credentials.ts'
import { toReadingSettings } from './reading-settings.ts'

type Input = Parameters<typeof IntegrationsSection.parse>[0]

const settingsOf = (integrations: Input) =>
  toReadingSettings({ integrations: IntegrationsSection.parse(integrations), allow: [{ host: 'plain.test' }], folder: '/' })

function mistakes(integrations: Input): string[] {
  return (IntegrationsSection.safeParse(integrations).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
}

function headers(integrations: Input, url: string) {
  const { credentials = [] } = settingsOf(integrations)
  return { plain: requestHeaders(new URL(url), credentials), git: gitHeaders(new URL(url), credentials) }
}

const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })

describe('credentials', () => {
  test.each<[string, Input, string, object, object]>([
    [
      'github',
      { github: [{ host: 'github.com', token: 't' }] },
      'https://github.com/a/b',
      { authorization: 'Bearer t' },
      basic('x-access-token:t'),
    ],
    [
      'github, raw files',
      { github: [{ host: 'github.com', token: 't' }] },
      'https://raw.githubusercontent.com/a/b/main/c',
      { authorization: 'Bearer t' },
      basic('x-access-token:t'),
    ],
    ['gitlab', { gitlab: [{ host: 'lab.test', token: 't' }] }, 'https://lab.test/a', { 'private-token': 't' }, basic('oauth2:t')],
    ['azure', { azure: [{ credentials: [{ personalAccessToken: 't' }] }] }, 'https://dev.azure.com/org/x', basic(':t'), basic(':t')],
    ['bitbucketCloud', { bitbucketCloud: [{ username: 'u', appPassword: 'p' }] }, 'https://bitbucket.org/a/b', basic('u:p'), basic('u:p')],
    [
      'bitbucketServer',
      { bitbucketServer: [{ host: 'bb.test', token: 't' }] },
      'https://bb.test/a',
      { authorization: 'Bearer t' },
      { authorization: 'Bearer t' },
    ],
    ['gerrit', { gerrit: [{ host: 'g.test', username: 'u', password: 'p' }] }, 'https://g.test/a', basic('u:p'), basic('u:p')],
    [
      'gitea',
      { gitea: [{ host: 'tea.test', password: 't' }] },
      'https://tea.test/a',
      { authorization: 'token t' },
      basic('t:x-oauth-basic'),
    ],
    ['harness', { harness: [{ host: 'h.test', apiKey: 'k' }] }, 'https://h.test/a', { 'x-api-key': 'k' }, basic('git:k')],
    ['any git host', { git: [{ host: 'git.test:8443', password: 'p' }] }, 'https://git.test:8443/a', basic('git:p'), basic('git:p')],
  ])('of %s are sent in the form that its host expects', (_name, integrations, url, plain, git) => {
    expect(headers(integrations, url)).toEqual({ plain, git })
  })

  test('are sent to their host only, and only over https', () => {
    const integrations = { github: [{ host: 'github.com', token: 't' }] }
    for (const url of ['http://github.com/a', 'https://github.com.evil.test/a', 'https://github.com:8443/a'])
      expect(headers(integrations, url)).toEqual({ plain: {}, git: {} })
  })

  test('of Azure are chosen by organisation', () => {
    const azure = [{ credentials: [{ organizations: ['One'], personalAccessToken: '1' }, { personalAccessToken: '2' }] }]
    expect(headers({ azure }, 'https://dev.azure.com/one/x').git).toEqual(basic(':1'))
    expect(headers({ azure }, 'https://dev.azure.com/two/x').git).toEqual(basic(':2'))
  })
})

test('credentials that are accepted and not used yet are told of at the start', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-integrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const integrations = {
    azure: [
      {
        credentials: [
          { organizations: ['a'], clientId: 'i', clientSecret: 'hidden', tenantId: 't' },
          { organizations: ['b'], managedIdentityClientId: 'm' },
          { personalAccessToken: 'used' },
        ],
      },
    ],
    bitbucketCloud: [{ clientId: 'i', clientSecret: 'hidden' }],
    github: [{ host: 'github.com', apps: [{ appId: 1, privateKey: 'hidden' }] }],
  }
  writeFileSync(path.join(folder, 'app-config.yaml'), JSON.stringify({ integrations }))
  const sections = [{ owner: 'integrations', section: 'integrations', schema: IntegrationsSection }]
  const config = await openConfig({ cwd: folder, env: {}, sections })
  config.close()
  const place = '(app-config.yaml:1)'
  expect([...config.warnings].sort()).toEqual([
    `integrations.azure[0].credentials[0].clientId: has no effect yet: tokens of service principals are not requested ${place}`,
    `integrations.azure[0].credentials[1].managedIdentityClientId: has no effect yet: tokens of managed identities are not requested ${place}`,
    `integrations.bitbucketCloud[0].clientId: has no effect yet: tokens of clients are not requested ${place}`,
    `integrations.github[0].apps: has no effect yet: tokens of GitHub apps are not requested ${place}`,
  ])
})

test('hosts of integrations may be read besides those that are allowed', () => {
  const { allow } = settingsOf({ gitlab: [{ host: 'lab.test' }], gitea: [{ host: 'tea.test', baseUrl: 'https://web.tea.test/x' }] })
  expect(allow.map(({ host }) => host)).toEqual(['plain.test', 'lab.test', 'tea.test', 'web.tea.test'])
})

test.each([
  ['https://git.test', 'expected a host'],
  ['git.test/path', 'expected a host'],
  ['', 'expected a host'],
  ['a b', 'expected a host'],
])("the host '%s' is refused [INTEG-14]", (host, message) => {
  for (const key of ['github', 'gitlab', 'azure', 'bitbucketServer', 'gerrit', 'gitea', 'harness'])
    expect(mistakes({ [key]: [{ host }] } as Input).join(), key).toContain(message)
  expect(mistakes({ git: [{ host, password: 'p' }] }).join()).toContain(message)
})

test.each<[string, Input]>([
  ['bitbucketServer', { bitbucketServer: [{ host: 'a.test', token: 't', username: 'u', password: 'p' }] }],
  ['bitbucketCloud', { bitbucketCloud: [{ username: 'u', token: 't', appPassword: 'p' }] }],
  ['azure', { azure: [{ credentials: [{ personalAccessToken: 't', clientId: 'a', clientSecret: 'b', tenantId: 'c' }] }] }],
  ['harness', { harness: [{ host: 'a.test', token: 't', apiKey: 'k' }] }],
])('credentials of %s that cannot be mixed are refused [INTEG-15]', (_name, integrations) => {
  expect(mistakes(integrations).join()).toContain('together: use one kind of credentials')
})

test.each<[Input, string]>([
  [{ bitbucketServer: [{ host: 'a.test', username: 'u' }] }, 'a username and password is incomplete: password is missing'],
  [{ azure: [{ credentials: [{ clientId: 'a' }] }] }, 'a service principal is incomplete: clientSecret, tenantId is missing'],
  [{ bitbucketCloud: [{ appPassword: 'p' }] }, 'an app password needs a username'],
  [{ gitea: [{ host: 'a.test', username: 'u' }] }, 'a username needs a password'],
])('incomplete credentials are refused: %j', (integrations, message) => {
  expect(mistakes(integrations).join()).toContain(message)
})

test('an organisation that appears twice is refused, in whatever letter case, and so is a host [INTEG-16]', () => {
  const credentials = [
    { organizations: ['acme'], personalAccessToken: '1' },
    { organizations: ['other', 'ACME'], personalAccessToken: '2' },
  ]
  expect(mistakes({ azure: [{ credentials }] }).join()).toContain("the organisation 'acme' appears twice")
  const open = [{ personalAccessToken: '1' }, { personalAccessToken: '2' }]
  expect(mistakes({ azure: [{ credentials: open }] }).join()).toContain('only one credential can be without organizations')
  expect(mistakes({ gitea: [{ host: 'a.test' }], gerrit: [{ host: 'A.test' }] }).join()).toContain("the host 'a.test' appears twice")
})
