import { emailResolvers, janeClaims, janeProfile, type ProviderCase } from './provider-case.ts'

const google = 'https://www.googleapis.com/auth/'

/** The discovery document of an OpenID provider. */
function discovery(issuer: string, at: string) {
  return () => ({
    json: {
      issuer,
      authorization_endpoint: `${at}/authorize`,
      token_endpoint: `${at}/token`,
      jwks_uri: `${at}/keys`,
      userinfo_endpoint: `${at}/me`,
    },
  })
}

/** Providers that support OpenID Connect: their ID tokens are verified. */
export const openIdCases: readonly ProviderCase[] = [
  {
    id: 'google',
    shows: '[AUTH-081]',
    clientBy: 'post',
    provider: {
      authorizePath: '/accounts/o/oauth2/v2/auth',
      tokenPath: '/oauth2/token',
      keysPath: '/apis/oauth2/v3/certs',
      pkce: true,
      asked: { access_type: 'offline', prompt: 'consent', scope: `openid ${google}userinfo.email ${google}userinfo.profile` },
      scope: asked => asked,
      idToken: { issuer: 'https://accounts.google.com', claims: janeClaims },
      routes: { 'POST /oauth2/revoke': () => ({ json: {} }) },
    },
    origins: [
      ['https://accounts.google.com', '/accounts'],
      ['https://oauth2.googleapis.com', '/oauth2'],
      ['https://www.googleapis.com', '/apis'],
    ],
    resolvers: ['emailMatchingUserEntityAnnotation', ...emailResolvers],
    profile: janeProfile,
    scope: `openid ${google}userinfo.email ${google}userinfo.profile`,
  },
  {
    id: 'microsoft',
    shows: '[AUTH-082]',
    clientBy: 'post',
    provider: {
      authorizePath: '/login/tenant-1/authorize',
      tokenPath: '/login/tenant-1/token',
      keysPath: '/login/tenant-1/keys',
      pkce: true,
      asked: { scope: 'email openid offline_access user.read', domain_hint: 'example.org' },
      scope: () => 'email openid profile User.Read',
      idToken: { issuer: 'https://login.microsoftonline.com/tenant-1/v2.0', claims: { ...janeClaims, oid: 'oid-1', tid: 'tenant-1' } },
      routes: {
        'GET /login/tenant-1/v2.0/.well-known/openid-configuration': discovery(
          'https://login.microsoftonline.com/tenant-1/v2.0',
          'https://login.microsoftonline.com/tenant-1',
        ),
      },
      api: {
        'GET /graph/v1.0/me': () => ({
          json: { id: 'oid-1', displayName: 'Jane Doe', mail: 'jane@example.org', userPrincipalName: 'jane@example.org' },
        }),
        'GET /graph/v1.0/me/photos/48x48/$value': () => ({ text: 'bytes', headers: { 'content-type': 'image/jpeg' } }),
      },
    },
    origins: [
      ['https://login.microsoftonline.com', '/login'],
      ['https://graph.microsoft.com', '/graph'],
    ],
    settings: () => ({ tenantId: 'tenant-1', domainHint: 'example.org' }),
    resolvers: ['userIdMatchingUserEntityAnnotation', 'emailMatchingUserEntityAnnotation', ...emailResolvers],
    profile: { ...janeProfile, picture: `data:image/jpeg;base64,${Buffer.from('bytes').toString('base64')}` },
    scope: 'email openid profile User.Read',
  },
  {
    id: 'okta',
    shows: '[AUTH-084]',
    clientBy: 'post',
    provider: {
      authorizePath: '/oauth2/server-1/authorize',
      tokenPath: '/oauth2/server-1/token',
      keysPath: '/oauth2/server-1/keys',
      pkce: true,
      asked: { scope: 'openid email profile offline_access', idp: 'idp-1' },
      scope: asked => asked,
      idToken: { issuer: 'https://example.okta.com/oauth2/server-1', claims: { ...janeClaims, email_verified: false } },
      routes: {
        'GET /oauth2/server-1/.well-known/openid-configuration': discovery(
          'https://example.okta.com/oauth2/server-1',
          'https://example.okta.com/oauth2/server-1',
        ),
      },
    },
    origins: [['https://example.okta.com', '']],
    settings: () => ({ audience: 'https://example.okta.com/', authServerId: 'server-1', idp: 'idp-1' }),
    resolvers: ['emailMatchingUserEntityAnnotation', ...emailResolvers],
    profile: janeProfile,
    scope: 'openid email profile offline_access',
  },
  {
    id: 'onelogin',
    shows: '[AUTH-086]',
    clientBy: 'post',
    provider: {
      authorizePath: '/oidc/2/authorize',
      tokenPath: '/oidc/2/token',
      keysPath: '/oidc/2/keys',
      pkce: true,
      asked: { scope: 'openid' },
      idToken: { issuer: 'https://example.onelogin.com/oidc/2', claims: { sub: 'sub-1' } },
      routes: {
        'GET /oidc/2/.well-known/openid-configuration': discovery(
          'https://example.onelogin.com/oidc/2',
          'https://example.onelogin.com/oidc/2',
        ),
      },
      api: { 'GET /oidc/2/me': () => ({ json: janeClaims }) },
    },
    origins: [['https://example.onelogin.com', '']],
    settings: () => ({ issuer: 'https://example.onelogin.com/oidc/2' }),
    resolvers: ['usernameMatchingUserEntityName', ...emailResolvers],
    profile: janeProfile,
    scope: 'openid',
  },
  {
    id: 'auth0',
    shows: '',
    clientBy: 'post',
    provider: {
      authorizePath: '/authorize',
      tokenPath: '/oauth/token',
      keysPath: '/.well-known/jwks.json',
      pkce: true,
      asked: {
        scope: 'openid email profile offline_access',
        audience: 'https://api.example.org',
        connection: 'staff',
        organization: 'org_1',
      },
      scope: asked => asked,
      idToken: { issuer: 'https://example.eu.auth0.com/', claims: janeClaims },
      routes: { 'POST /oauth/revoke': () => ({ json: {} }) },
    },
    origins: [['https://example.eu.auth0.com', '']],
    settings: () => ({
      domain: 'example.eu.auth0.com',
      audience: 'https://api.example.org',
      connection: 'staff',
      organization: 'org_1',
      federatedLogout: true,
    }),
    asks: 'openid email profile offline_access',
    resolvers: emailResolvers,
    profile: janeProfile,
    scope: 'openid email profile offline_access',
    logout: {
      logoutUrl: 'https://example.eu.auth0.com/v2/logout?federated&client_id=portal-client&returnTo=http%3A%2F%2Flocalhost%3A7007',
    },
  },
]
