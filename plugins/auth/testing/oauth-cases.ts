import { emailResolvers, janeClaims, janeProfile, type ProviderCase } from './provider-case.ts'

/** Providers that support only OAuth 2: their API identifies the user. */
export const oauthCases: readonly ProviderCase[] = [
  {
    id: 'github',
    shows: '[AUTH-083]',
    clientBy: 'post',
    provider: {
      authorizePath: '/login/oauth/authorize',
      tokenPath: '/login/oauth/access_token',
      pkce: true,
      asked: { scope: 'repo read:user' },
      scope: () => 'repo,read:user',
      withRefreshToken: false,
      api: {
        'GET /api/user': () => ({
          json: { login: 'Jane', id: 101, name: 'Jane Doe', email: null, avatar_url: 'https://example.org/jane.png' },
        }),
        'GET /api/user/emails': () => ({
          json: [
            { email: 'other@example.org', primary: false, verified: true },
            { email: 'jane@example.org', primary: true, verified: true },
          ],
        }),
      },
    },
    origins: [
      ['https://github.com', ''],
      ['https://api.github.com', '/api'],
    ],
    asks: 'repo',
    resolvers: ['usernameMatchingUserEntityName', 'userIdMatchingUserEntityAnnotation', ...emailResolvers],
    profile: janeProfile,
    scope: 'repo read:user',
  },
  {
    id: 'gitlab',
    shows: '[AUTH-085]',
    clientBy: 'post',
    provider: {
      authorizePath: '/oauth/authorize',
      tokenPath: '/oauth/token',
      pkce: true,
      asked: { scope: 'read_user' },
      scope: asked => asked,
      routes: { 'POST /oauth/revoke': () => ({ json: {} }) },
      api: {
        'GET /api/v4/user': () => ({
          json: { id: 202, username: 'jane', name: 'Jane Doe', email: 'jane@example.org', avatar_url: 'https://example.org/jane.png' },
        }),
      },
    },
    settings: url => ({ audience: url }),
    resolvers: ['usernameMatchingUserEntityName', 'userIdMatchingUserEntityAnnotation', ...emailResolvers],
    profile: janeProfile,
    scope: 'read_user',
  },
  {
    id: 'bitbucket',
    shows: '[AUTH-087]',
    clientBy: 'basic',
    provider: {
      authorizePath: '/site/oauth2/authorize',
      tokenPath: '/site/oauth2/access_token',
      pkce: false,
      asked: { scope: 'team account' },
      scope: () => 'account team',
      api: {
        'GET /api/2.0/user': () => ({
          json: {
            account_id: 'account-1',
            username: 'jane',
            display_name: 'Jane Doe',
            links: { avatar: { href: 'https://example.org/jane.png' } },
          },
        }),
        'GET /api/2.0/user/emails': () => ({ json: { values: [{ email: 'jane@example.org', is_primary: true, is_confirmed: true }] } }),
      },
    },
    origins: [
      ['https://bitbucket.org', ''],
      ['https://api.bitbucket.org', '/api'],
    ],
    asks: 'team',
    resolvers: ['userIdMatchingUserEntityAnnotation', 'usernameMatchingUserEntityAnnotation', ...emailResolvers],
    profile: janeProfile,
    scope: 'team account',
  },
  {
    id: 'bitbucketServer',
    shows: '[AUTH-088]',
    clientBy: 'post',
    provider: {
      authorizePath: '/rest/oauth2/latest/authorize',
      tokenPath: '/rest/oauth2/latest/token',
      pkce: true,
      asked: { scope: 'PUBLIC_REPOS' },
      scope: asked => asked,
      api: {
        'GET /plugins/servlet/applinks/whoami': () => ({ text: 'jane' }),
        'GET /rest/api/latest/users/jane': () => ({
          json: { name: 'jane', id: 7, displayName: 'Jane Doe', emailAddress: 'jane@example.org', avatarUrl: '/users/jane/avatar.png' },
        }),
      },
    },
    origins: [['https://bitbucket.example.org', '']],
    settings: () => ({ host: 'bitbucket.example.org' }),
    asks: 'PUBLIC_REPOS',
    resolvers: ['emailMatchingUserEntityProfileEmail', 'usernameMatchingUserEntityName'],
    profile: { ...janeProfile, picture: 'https://bitbucket.example.org/users/jane/avatar.png' },
    scope: 'PUBLIC_REPOS',
  },
  {
    id: 'atlassian',
    shows: '[AUTH-089]',
    clientBy: 'post',
    provider: {
      authorizePath: '/auth/authorize',
      tokenPath: '/auth/oauth/token',
      pkce: false,
      asked: { audience: 'api.atlassian.com', prompt: 'consent', scope: 'offline_access read:me read:jira-work read:jira-user' },
      scope: asked => asked,
      api: {
        'GET /api/me': () => ({
          json: {
            account_id: 'a-1',
            email: 'jane@example.org',
            name: 'Jane Doe',
            nickname: 'jane',
            picture: 'https://example.org/jane.png',
          },
        }),
      },
    },
    origins: [
      ['https://auth.atlassian.com', '/auth'],
      ['https://api.atlassian.com', '/api'],
    ],
    resolvers: ['usernameMatchingUserEntityName', ...emailResolvers],
    profile: janeProfile,
    scope: 'offline_access read:me read:jira-work read:jira-user',
  },
  ...['vmwareCloud', 'vmwareCloudServices'].map((id): ProviderCase => ({
    id,
    shows: '[AUTH-090]',
    clientBy: 'none',
    provider: {
      authorizePath: '/csp/gateway/discovery',
      tokenPath: '/csp/gateway/am/api/auth/token',
      pkce: true,
      asked: { orgId: 'org-1', scope: 'openid offline_access' },
      idToken: {
        issuer: 'https://gaz.csp-vmware.local',
        claims: { sub: 'vmware:1', given_name: 'Jane', family_name: 'Doe', email: 'jane@example.org', context_name: 'org-1' },
      },
    },
    settings: url => ({ organizationId: 'org-1', consoleEndpoint: url }),
    resolvers: emailResolvers,
    profile: { email: 'jane@example.org', displayName: 'Jane Doe' },
    scope: 'openid offline_access',
  })),
  {
    id: 'openshift',
    shows: '[AUTH-091]',
    clientBy: 'basic',
    provider: {
      authorizePath: '/oauth/authorize',
      tokenPath: '/oauth/token',
      pkce: true,
      asked: { scope: 'user:full' },
      scope: asked => asked,
      withRefreshToken: false,
      api: {
        'GET /api/apis/user.openshift.io/v1/users/~': () => ({ json: { metadata: { name: 'jane', uid: 'u-1' }, fullName: 'Jane Doe' } }),
      },
    },
    settings: url => ({ authorizationUrl: `${url}/oauth/authorize`, tokenUrl: `${url}/oauth/token`, openshiftApiServerUrl: `${url}/api` }),
    resolvers: ['displayNameMatchingUserEntityName'],
    profile: { displayName: 'Jane Doe', email: 'jane@example.org' },
    scope: 'user:full',
  },
  {
    id: 'oauth2',
    shows: '[AUTH-092]',
    clientBy: 'basic',
    provider: {
      authorizePath: '/authorize',
      tokenPath: '/token/',
      pkce: true,
      asked: { scope: 'read write profile' },
      // Unknown issuers are common here, and some do not report scopes.
      idToken: { issuer: 'https://somebody.example.org', claims: janeClaims, always: true },
    },
    settings: url => ({
      authorizationUrl: `${url}/authorize`,
      tokenUrl: `${url}/token/`,
      includeBasicAuth: true,
      scope: 'write',
      additionalScopes: 'profile',
    }),
    asks: 'read',
    resolvers: ['usernameMatchingUserEntityName', ...emailResolvers],
    profile: janeProfile,
    scope: 'read write profile',
  },
]
