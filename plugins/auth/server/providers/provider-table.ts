import type { OAuthDefinition } from '../oauth/define-oauth-provider.ts'
import type { ProxyDefinition } from '../proxy/define-proxy-provider.ts'
import { atlassian } from './atlassian.ts'
import { auth0 } from './auth0.ts'
import { awsalb } from './awsalb.ts'
import { azureEasyAuth } from './azure-easy-auth.ts'
import { bitbucketServer } from './bitbucket-server.ts'
import { bitbucket } from './bitbucket.ts'
import { cfaccess } from './cfaccess.ts'
import { gcpIap } from './gcp-iap.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import { google } from './google.ts'
import { microsoft } from './microsoft.ts'
import { oauth2Proxy } from './oauth2-proxy.ts'
import { oauth2 } from './oauth2.ts'
import { oidc } from './oidc.ts'
import { okta } from './okta.ts'
import { onelogin } from './onelogin.ts'
import { openshift } from './openshift.ts'
import { vmwareCloud } from './vmware-cloud.ts'

/** Providers with a sign-in page, by their name in routes and config. */
export const oauthProviders = {
  atlassian,
  auth0,
  bitbucket,
  bitbucketServer,
  github,
  gitlab,
  google,
  microsoft,
  oauth2,
  oidc,
  okta,
  onelogin,
  openshift,
  vmwareCloud,
  // The name in existing configs and registered callback addresses.
  vmwareCloudServices: vmwareCloud,
} satisfies Readonly<Record<string, OAuthDefinition>>

/** Proxies that have signed users in before they reach the portal. */
export const proxyProviders = { awsalb, azureEasyAuth, cfaccess, gcpIap, oauth2Proxy } satisfies Readonly<Record<string, ProxyDefinition>>
