import type { ApiRef, Icon, ProviderAuth } from '@portico/core/web'
import IconBrandAuth0 from '@tabler/icons-react/dist/esm/icons/IconBrandAuth0.mjs'
import IconBrandAws from '@tabler/icons-react/dist/esm/icons/IconBrandAws.mjs'
import IconBrandAzure from '@tabler/icons-react/dist/esm/icons/IconBrandAzure.mjs'
import IconBrandBitbucket from '@tabler/icons-react/dist/esm/icons/IconBrandBitbucket.mjs'
import IconBrandCloudflare from '@tabler/icons-react/dist/esm/icons/IconBrandCloudflare.mjs'
import IconBrandGithub from '@tabler/icons-react/dist/esm/icons/IconBrandGithub.mjs'
import IconBrandGitlab from '@tabler/icons-react/dist/esm/icons/IconBrandGitlab.mjs'
import IconBrandGoogle from '@tabler/icons-react/dist/esm/icons/IconBrandGoogle.mjs'
import IconBrandOauth from '@tabler/icons-react/dist/esm/icons/IconBrandOauth.mjs'
import IconBrandRedhat from '@tabler/icons-react/dist/esm/icons/IconBrandRedhat.mjs'
import IconBrandWindows from '@tabler/icons-react/dist/esm/icons/IconBrandWindows.mjs'
import IconCircleLetterO from '@tabler/icons-react/dist/esm/icons/IconCircleLetterO.mjs'
import IconCloud from '@tabler/icons-react/dist/esm/icons/IconCloud.mjs'
import IconFingerprint from '@tabler/icons-react/dist/esm/icons/IconFingerprint.mjs'
import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs'
import IconShieldLock from '@tabler/icons-react/dist/esm/icons/IconShieldLock.mjs'
import IconTriangles from '@tabler/icons-react/dist/esm/icons/IconTriangles.mjs'
import type { OAuthProviderSpec } from '../session/oauth.ts'
import {
  atlassianAuthApiRef,
  auth0AuthApiRef,
  bitbucketAuthApiRef,
  bitbucketServerAuthApiRef,
  githubAuthApiRef,
  gitlabAuthApiRef,
  googleAuthApiRef,
  microsoftAuthApiRef,
  oauth2AuthApiRef,
  oidcAuthApiRef,
  oktaAuthApiRef,
  oneloginAuthApiRef,
  openshiftAuthApiRef,
  vmwareCloudAuthApiRef,
} from './provider-refs.ts'
import { toGoogleScopes, toMicrosoftScopes, toOktaScopes } from './scopes.ts'

type OAuthEntry = Omit<OAuthProviderSpec, 'id'> & { readonly api?: ApiRef<ProviderAuth> }

const openId = ['openid', 'email', 'profile', 'offline_access']
const vmwareCloud = { title: 'VMware Cloud', icon: IconCloud, defaultScopes: ['openid', 'offline_access'] }

/** Providers with pages of their own, by their name in the config: their titles, and the default scopes. */
export const oauthTable: Readonly<Record<string, OAuthEntry>> = {
  atlassian: {
    api: atlassianAuthApiRef,
    title: 'Atlassian',
    icon: IconTriangles,
    defaultScopes: ['offline_access', 'read:me', 'read:jira-work', 'read:jira-user'],
  },
  auth0: { api: auth0AuthApiRef, title: 'Auth0', icon: IconBrandAuth0, defaultScopes: openId },
  bitbucket: {
    api: bitbucketAuthApiRef,
    title: 'Bitbucket',
    icon: IconBrandBitbucket,
    defaultScopes: ['account', 'team', 'pullrequest', 'snippet', 'issue'],
  },
  bitbucketServer: {
    api: bitbucketServerAuthApiRef,
    title: 'Bitbucket Server',
    icon: IconBrandBitbucket,
    defaultScopes: ['PUBLIC_REPOS'],
  },
  github: { api: githubAuthApiRef, title: 'GitHub', icon: IconBrandGithub, defaultScopes: ['read:user'] },
  gitlab: { api: gitlabAuthApiRef, title: 'GitLab', icon: IconBrandGitlab, defaultScopes: ['read_user'] },
  google: {
    api: googleAuthApiRef,
    title: 'Google',
    icon: IconBrandGoogle,
    defaultScopes: ['openid', 'userinfo.email', 'userinfo.profile'],
    toScopes: toGoogleScopes,
  },
  microsoft: {
    api: microsoftAuthApiRef,
    title: 'Microsoft',
    icon: IconBrandWindows,
    defaultScopes: ['openid', 'offline_access', 'profile', 'email', 'User.Read'],
    toScopes: toMicrosoftScopes,
  },
  // The scopes of these two are set in the server's config.
  oauth2: { api: oauth2AuthApiRef, title: 'OAuth 2.0', icon: IconBrandOauth },
  oidc: { api: oidcAuthApiRef, title: 'OpenID Connect', icon: IconShieldLock },
  okta: { api: oktaAuthApiRef, title: 'Okta', icon: IconCircleLetterO, defaultScopes: openId, toScopes: toOktaScopes },
  onelogin: {
    api: oneloginAuthApiRef,
    title: 'OneLogin',
    icon: IconFingerprint,
    defaultScopes: ['openid', 'profile', 'email', 'offline_access'],
  },
  openshift: { api: openshiftAuthApiRef, title: 'OpenShift', icon: IconBrandRedhat, defaultScopes: ['user:full'] },
  vmwareCloud: { api: vmwareCloudAuthApiRef, ...vmwareCloud },
  vmwareCloudServices: vmwareCloud,
}

/** Proxies that have signed users in before they reach the portal. */
export const proxyTable: Readonly<Record<string, { readonly title: string; readonly icon: Icon }>> = {
  awsalb: { title: 'AWS', icon: IconBrandAws },
  azureEasyAuth: { title: 'Azure', icon: IconBrandAzure },
  cfaccess: { title: 'Cloudflare Access', icon: IconBrandCloudflare },
  gcpIap: { title: 'Google Cloud', icon: IconBrandGoogle },
  oauth2Proxy: { title: 'Single sign-on', icon: IconShieldCheck },
}

/** The presentation of an unknown provider, which a custom plugin adds on the server. */
export const unknownIcon: Icon = IconShieldLock
