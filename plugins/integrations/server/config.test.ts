import { describe, expect, test } from 'vitest'
import { entriesOf, IntegrationsSection } from './config.ts'
import { createCredentials } from './tokens/credentials.ts'
import { toReadingSettings } from './reading/reading-settings.ts'
import { createTokens } from './tokens/create-tokens.ts'

type Input = Parameters<typeof IntegrationsSection.parse>[0]

const settingsOf = (integrations: Input, env = {}) =>
  toReadingSettings({ integrations: IntegrationsSection.parse(integrations), allow: [{ host: 'plain.test' }], folder: '/', env })

function mistakes(integrations: Input): string[] {
  return (IntegrationsSection.safeParse(integrations).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
}

async function headers(integrations: Input, url: string) {
  const credentials = createCredentials(settingsOf(integrations).credentials ?? [], createTokens())
  return { plain: await credentials.plain(new URL(url)), git: await credentials.git(new URL(url)) }
}

const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('credentials', () => {
  test.each<[string, Input, string, object, object]>([
    ['GitHub', { github: [{ host: 'github.com', token: 't' }] }, 'https://github.com/a/b', bearer('t'), basic('x-access-token:t')],
    [
      'GitHub, raw files',
      { github: [{ host: 'github.com', token: 't' }] },
      'https://raw.githubusercontent.com/a/b/main/c',
      bearer('t'),
      basic('x-access-token:t'),
    ],
    ['GitLab', { gitlab: [{ host: 'lab.test', token: 't' }] }, 'https://lab.test/a', { 'private-token': 't' }, basic('oauth2:t')],
    ['Azure DevOps', { azure: [{ credentials: [{ personalAccessToken: 't' }] }] }, 'https://dev.azure.com/org/x', basic(':t'), basic(':t')],
    ['Bitbucket Cloud', { bitbucketCloud: [{ username: 'u', appPassword: 'p' }] }, 'https://bitbucket.org/a/b', basic('u:p'), basic('u:p')],
    [
      'Bitbucket Cloud with an API token',
      { bitbucketCloud: [{ username: 'u@x.test', token: 't' }] },
      'https://api.bitbucket.org/2.0/a',
      basic('u@x.test:t'),
      basic('x-bitbucket-api-token-auth:t'),
    ],
    ['Bitbucket Server', { bitbucketServer: [{ host: 'bb.test', token: 't' }] }, 'https://bb.test/a', bearer('t'), bearer('t')],
    ['Gerrit', { gerrit: [{ host: 'g.test', username: 'u', password: 'p' }] }, 'https://g.test/a', basic('u:p'), basic('u:p')],
    [
      'Gitea',
      { gitea: [{ host: 'tea.test', password: 't' }] },
      'https://tea.test/a',
      { authorization: 'token t' },
      basic('t:x-oauth-basic'),
    ],
    ['Harness', { harness: [{ host: 'h.test', apiKey: 'k' }] }, 'https://h.test/a', { 'x-api-key': 'k' }, basic('git:k')],
    ['any git host', { git: [{ host: 'git.test:8443', password: 'p' }] }, 'https://git.test:8443/a', basic('git:p'), basic('git:p')],
  ])('of %s are sent in the form that its host expects', async (_name, integrations, url, plain, git) => {
    expect(await headers(integrations, url)).toEqual({ plain, git })
  })

  test('are sent to their host only, and only over https', async () => {
    const integrations = { github: [{ host: 'github.com', token: 't' }] }
    for (const url of [
      'http://github.com/a',
      'https://github.com.evil.test/a',
      'https://github.com:8443/a',
      'https://codeload.github.com/a',
    ])
      expect(await headers(integrations, url)).toEqual({ plain: {}, git: {} })
  })

  test('of Azure are chosen by organisation', async () => {
    const azure = [{ credentials: [{ organizations: ['One'], personalAccessToken: '1' }, { personalAccessToken: '2' }] }]
    expect((await headers({ azure }, 'https://dev.azure.com/one/x')).git).toEqual(basic(':1'))
    expect((await headers({ azure }, 'https://dev.azure.com/two/x')).git).toEqual(basic(':2'))
  })
})

const pem = '-----BEGIN PRIVATE KEY-----'

test('an entry has host, apiBaseUrl, rawBaseUrl, token, username and appPassword [INTEG-01]', () => {
  const github = { host: 'git.acme.test', apiBaseUrl: 'https://git.acme.test/api/v3', rawBaseUrl: 'https://git.acme.test/raw', token: 't' }
  const bitbucketCloud = { username: 'u', appPassword: 'p' }
  const parsed = IntegrationsSection.parse({ github: [github], bitbucketCloud: [bitbucketCloud] })
  expect(parsed.github).toEqual([github])
  expect(parsed.bitbucketCloud[0]).toMatchObject(bitbucketCloud)
})

test('apps of GitHub have appId, clientId, clientSecret, webhookSecret, privateKey and allowedInstallationOwners [INTEG-02]', () => {
  const app = { appId: 1, clientId: 'c', clientSecret: 's', webhookSecret: 'w', privateKey: pem, allowedInstallationOwners: ['acme'] }
  expect(IntegrationsSection.parse({ github: [{ host: 'github.com', apps: [app] }] }).github[0]?.apps).toEqual([app])
  const { credentials } = settingsOf({ github: [{ host: 'github.com', apps: [app] }] })
  expect(credentials).toContainEqual(
    expect.objectContaining({
      host: 'api.github.com',
      source: expect.objectContaining({ kind: 'github-app', appId: '1', privateKey: pem, allowedOwners: ['acme'] }),
    }),
  )
  expect(mistakes({ github: [{ host: 'github.com', apps: [{ appId: 1 } as never] }] }).join()).toContain('privateKey')
})

test.each<[string, Input, string, string, string]>([
  [
    'INTEG-03',
    {
      awsS3: [
        { endpoint: 'https://s3.acme.test', accessKeyId: 'a', secretAccessKey: 'b', roleArn: 'r', externalId: 'x', s3ForcePathStyle: true },
      ],
    },
    'awsS3',
    's3.acme.test',
    'https://s3.acme.test',
  ],
  [
    'INTEG-04',
    { awsCodeCommit: [{ region: 'eu-west-1', accessKeyId: 'a', secretAccessKey: 'b' }] },
    'awsCodeCommit',
    'eu-west-1.console.aws.amazon.com',
    'https://codecommit.eu-west-1.amazonaws.com',
  ],
  [
    'INTEG-05',
    { azure: [{ host: 'dev.azure.com', credentials: [{ organizations: ['acme'], personalAccessToken: 't' }] }] },
    'azure',
    'dev.azure.com',
    'https://dev.azure.com',
  ],
  [
    'INTEG-06',
    { azureBlobStorage: [{ accountName: 'acme', accountKey: 'aw==' }] },
    'azureBlobStorage',
    'acme.blob.core.windows.net',
    'https://acme.blob.core.windows.net',
  ],
  [
    'INTEG-07',
    { bitbucketCloud: [{ username: 'u', appPassword: 'p' }] },
    'bitbucketCloud',
    'bitbucket.org',
    'https://api.bitbucket.org/2.0',
  ],
  ['INTEG-08', { bitbucketServer: [{ host: 'bb.test', token: 't' }] }, 'bitbucketServer', 'bb.test', 'https://bb.test/rest/api/1.0'],
  ['INTEG-09', { gerrit: [{ host: 'g.test', username: 'u', password: 'p' }] }, 'gerrit', 'g.test', 'https://g.test'],
  ['INTEG-10', { github: [{ host: 'git.test', token: 't' }] }, 'github', 'git.test', 'https://git.test/api/v3'],
  ['INTEG-11', { gitlab: [{ host: 'lab.test', token: 't' }] }, 'gitlab', 'lab.test', 'https://lab.test/api/v4'],
  ['INTEG-12', { gitea: [{ host: 'tea.test', username: 'u', password: 'p' }] }, 'gitea', 'tea.test', 'https://tea.test/api/v1'],
  [
    'INTEG-13',
    { harness: [{ host: 'app.harness.io', apiKey: 'k' }] },
    'harness',
    'app.harness.io',
    'https://app.harness.io/gateway/code/api/v1',
  ],
])('config covers the hosts of [%s]', (_id, integrations, type, host, apiBaseUrl) => {
  expect(mistakes(integrations)).toEqual([])
  const { hosts = [], allow } = settingsOf(integrations)
  expect(hosts).toContainEqual(expect.objectContaining({ type, host, apiBaseUrl }))
  expect(allow.some(each => each.host === new URL(apiBaseUrl).host)).toBe(true)
})

test('hosts of integrations may be read besides those that are allowed, in addition to public ones', () => {
  const { allow } = settingsOf({ gitlab: [{ host: 'lab.test' }], gitea: [{ host: 'tea.test', baseUrl: 'https://web.tea.test/x' }] })
  const hosts = allow.map(({ host }) => host)
  expect(hosts.slice(0, 4)).toEqual(['plain.test', 'lab.test', 'tea.test', 'web.tea.test'])
})

test('github.com, gitlab.com and bitbucket.org are known without any config, and an entry takes the place of its default [INTEG-25]', () => {
  const known = settingsOf({}).hosts?.map(({ type, host, apiBaseUrl }) => [type, host, apiBaseUrl]) ?? []
  expect(known).toContainEqual(['github', 'github.com', 'https://api.github.com'])
  expect(known).toContainEqual(['gitlab', 'gitlab.com', 'https://gitlab.com/api/v4'])
  expect(known).toContainEqual(['bitbucketCloud', 'bitbucket.org', 'https://api.bitbucket.org/2.0'])
  const given = entriesOf(IntegrationsSection.parse({ github: [{ host: 'github.com', token: 't' }], gitlab: [{ host: 'lab.test' }] }))
  expect(given.filter(({ type }) => type.type === 'github').map(({ entry }) => entry)).toEqual([{ host: 'github.com', token: 't' }])
  expect(given.filter(({ type }) => type.type === 'gitlab').map(({ type, entry }) => type.hostOf(entry))).toEqual([
    'lab.test',
    'gitlab.com',
  ])
})

test('dev.azure.com is known without any config, and is the host of an entry that names none [INTEG-24]', () => {
  expect(settingsOf({}).hosts).toContainEqual(expect.objectContaining({ type: 'azure', host: 'dev.azure.com' }))
  expect(IntegrationsSection.parse({ azure: [{}] }).azure[0]?.host).toBe('dev.azure.com')
})

test.each([
  ['https://git.test', 'expected a host'],
  ['git.test/path', 'expected a host'],
  ['', 'expected a host'],
  ['a b', 'expected a host'],
])("the host '%s' is refused [INTEG-14]", (host, message) => {
  for (const key of ['github', 'gitlab', 'azure', 'bitbucketServer', 'gerrit', 'gitea', 'harness', 'awsS3', 'azureBlobStorage'])
    expect(mistakes({ [key]: [{ host }] } as Input).join(), key).toContain(message)
  expect(mistakes({ git: [{ host, password: 'p' }], awsCodeCommit: [{ host, region: 'r' }] }).join()).toContain(message)
})

test.each<[string, Input]>([
  ['bitbucketServer', { bitbucketServer: [{ host: 'a.test', token: 't', username: 'u', password: 'p' }] }],
  ['bitbucketCloud', { bitbucketCloud: [{ username: 'u', token: 't', appPassword: 'p' }] }],
  ['azure', { azure: [{ credentials: [{ personalAccessToken: 't', clientId: 'a', clientSecret: 'b', tenantId: 'c' }] }] }],
  ['azure', { azure: [{ credentials: [{ managedIdentityClientId: 'm', personalAccessToken: 't' }] }] }],
  ['azure', { azure: [{ credentials: [{ clientId: 'a', clientSecret: 'b', tenantId: 'c', managedIdentityClientAssertion: 'm' }] }] }],
  ['harness', { harness: [{ host: 'a.test', token: 't', apiKey: 'k' }] }],
  ['azureBlobStorage', { azureBlobStorage: [{ connectionString: 'AccountName=a', accountName: 'a', accountKey: 'k' }] }],
])('credentials of %s that cannot be mixed are refused [INTEG-15]', (_name, integrations) => {
  expect(mistakes(integrations).join()).toContain('together: use one kind of credentials')
})

test.each<[Input, string]>([
  [{ bitbucketServer: [{ host: 'a.test', username: 'u' }] }, 'a username and password is incomplete: password is missing'],
  [{ azure: [{ credentials: [{ clientSecret: 'a' }] }] }, 'a service principal is incomplete: clientId, tenantId is missing'],
  [{ azure: [{ credentials: [{ organizations: ['a'] }] }] }, 'a credential is empty'],
  [{ bitbucketCloud: [{ appPassword: 'p' }] }, 'an app password needs a username'],
  [{ gitea: [{ host: 'a.test', username: 'u' }] }, 'a username needs a password'],
  [{ awsS3: [{ accessKeyId: 'a' }] }, 'an access key is incomplete: secretAccessKey is missing'],
  [{ azureBlobStorage: [{ accountKey: 'k' }] }, 'credentials need an accountName'],
  [{ googleGcs: { clientEmail: 'e' } }, 'a service account is incomplete: privateKey is missing'],
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

test('hosts of Azure DevOps other than dev.azure.com take personal access tokens only [INTEG-17]', () => {
  const azure = (credential: object) => mistakes({ azure: [{ host: 'tfs.acme.test', credentials: [credential as never] }] })
  expect(azure({ personalAccessToken: 't' })).toEqual([])
  for (const credential of [{ clientId: 'a', clientSecret: 'b', tenantId: 'c' }, { managedIdentityClientId: 'm' }, { clientId: 'a' }])
    expect(azure(credential).join()).toContain('works with dev.azure.com only: other hosts of Azure DevOps take personal access tokens')
})

test('an account key of Azure Blob Storage cannot be combined with a SAS token [INTEG-18]', () => {
  expect(mistakes({ azureBlobStorage: [{ accountName: 'a', accountKey: 'k', sasToken: 's' }] }).join()).toContain(
    'cannot have an account key and a SAS token together',
  )
})

test('an account key of Azure Blob Storage cannot be combined with AAD credentials [INTEG-19]', () => {
  const aadCredential = { clientId: 'c', tenantId: 't', clientSecret: 's' }
  expect(mistakes({ azureBlobStorage: [{ accountName: 'a', accountKey: 'k', aadCredential }] }).join()).toContain(
    'cannot have an account key and AAD credentials together',
  )
})

test('the endpoint of S3 is an address without a path [INTEG-20]', () => {
  for (const endpoint of ['https://s3.acme.test/bucket', 's3.acme.test', 'https://s3.acme.test/?a=b', 'ftp://s3.acme.test', ''])
    expect(mistakes({ awsS3: [{ endpoint }] }).join(), endpoint).toContain('expected an address without a path')
  expect(mistakes({ awsS3: [{ endpoint: 'https://s3.acme.test' }] })).toEqual([])
  expect(mistakes({ awsS3: [{ endpoint: 'http://127.0.0.1:9000/' }] })).toEqual([])
})
