import { defineApiRef, type ApiRef, type ProviderAuth } from '@portico/core/web'

function providerRef(id: string, title: string): ApiRef<ProviderAuth> {
  return defineApiRef<ProviderAuth>({ id: `core.auth.${id}`, description: `Sign-in at ${title}, and its tokens` })
}

/** Sessions with single providers, for plugins that call a provider's own API: `useApi(githubAuthApiRef).getAccessToken('repo')`. */
export const atlassianAuthApiRef = providerRef('atlassian', 'Atlassian')
export const auth0AuthApiRef = providerRef('auth0', 'Auth0')
export const bitbucketAuthApiRef = providerRef('bitbucket', 'Bitbucket')
export const bitbucketServerAuthApiRef = providerRef('bitbucket-server', 'Bitbucket Server')
export const githubAuthApiRef = providerRef('github', 'GitHub')
export const gitlabAuthApiRef = providerRef('gitlab', 'GitLab')
export const googleAuthApiRef = providerRef('google', 'Google')
export const microsoftAuthApiRef = providerRef('microsoft', 'Microsoft')
export const oauth2AuthApiRef = providerRef('oauth2', 'OAuth 2.0')
export const oidcAuthApiRef = providerRef('oidc', 'OpenID Connect')
export const oktaAuthApiRef = providerRef('okta', 'Okta')
export const oneloginAuthApiRef = providerRef('onelogin', 'OneLogin')
export const openshiftAuthApiRef = providerRef('openshift', 'OpenShift')
export const vmwareCloudAuthApiRef = providerRef('vmware-cloud', 'VMware Cloud')
