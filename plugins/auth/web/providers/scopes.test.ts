// @vitest-environment node
import { expect, test } from 'vitest'
import { oauthTable } from './provider-table.ts'
import { microsoftResource, toGoogleScopes, toMicrosoftScopes, toOktaScopes } from './scopes.ts'

test('each provider has its own default scopes [AUTH-093]', () => {
  const scopes = Object.fromEntries(Object.entries(oauthTable).map(([id, { defaultScopes = [] }]) => [id, defaultScopes.join(' ')]))
  expect(scopes).toEqual({
    atlassian: 'offline_access read:me read:jira-work read:jira-user',
    auth0: 'openid email profile offline_access',
    bitbucket: 'account team pullrequest snippet issue',
    bitbucketServer: 'PUBLIC_REPOS',
    github: 'read:user',
    gitlab: 'read_user',
    google: 'openid userinfo.email userinfo.profile',
    microsoft: 'openid offline_access profile email User.Read',
    oauth2: '',
    oidc: '',
    okta: 'openid email profile offline_access',
    onelogin: 'openid profile email offline_access',
    openshift: 'user:full',
    vmwareCloud: 'openid offline_access',
    vmwareCloudServices: 'openid offline_access',
  })
})

test('short scopes get the prefix that the provider knows them by [AUTH-094]', () => {
  const google = 'https://www.googleapis.com/auth/'
  expect(toGoogleScopes(['openid', 'email', 'userinfo.email', 'profile', 'drive', `${google}drive`, 'https://mail.google.com/'])).toEqual([
    'openid',
    `${google}userinfo.email`,
    `${google}userinfo.profile`,
    `${google}drive`,
    'https://mail.google.com/',
  ])
  expect(toOktaScopes(['openid', 'groups', 'users.read', 'okta.apps.read'])).toEqual([
    'openid',
    'groups',
    'okta.users.read',
    'okta.apps.read',
  ])
})

test('scopes of Microsoft are for Graph, or for one other resource, and never for two [AUTH-095] [AUTH-096]', () => {
  expect(toMicrosoftScopes(['User.Read', 'https://graph.microsoft.com/User.Read', 'Mail.Read'])).toEqual(['User.Read', 'Mail.Read'])
  expect(microsoftResource(['openid', 'User.Read', 'https://graph.microsoft.com/Mail.Read'])).toBeUndefined()
  expect(microsoftResource(['offline_access', 'https://management.azure.com/user_impersonation'])).toBe('https://management.azure.com')
  expect(() => microsoftResource(['User.Read', 'https://management.azure.com/user_impersonation'])).toThrow(
    'Scopes of several Microsoft resources cannot be asked for together: https://graph.microsoft.com, https://management.azure.com',
  )
})
