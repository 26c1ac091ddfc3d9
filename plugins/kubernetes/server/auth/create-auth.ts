import type { RequestAuth } from '@portico/kubernetes/common'
import type { ClusterDetails } from '../clusters/cluster.ts'
import { credentialsMissing } from '../errors.ts'
import type { AuthProvider, Environment } from './auth-provider.ts'
import { createServiceAccount } from './service-account.ts'

/** The token that the browser sent for a provider. */
function ofUser(provider: 'google' | 'aks', words: string): AuthProvider {
  return async ({ cluster, auth }) => {
    const token = auth[provider]
    if (typeof token !== 'string' || token === '')
      throw credentialsMissing(`The cluster ${cluster.name} needs a token of the user: ${words}`)
    return token
  }
}

const ofOidc: AuthProvider = async ({ cluster, auth }) => {
  const provider = cluster.oidcTokenProvider
  if (provider === undefined || provider === '')
    throw credentialsMissing(`The cluster ${cluster.name} has the auth provider oidc, but no oidcTokenProvider`)
  const token = auth.oidc?.[provider]
  if (typeof token !== 'string' || token === '')
    throw credentialsMissing(`Auth token not found under oidc.${provider}: sign in with ${provider} to see the cluster ${cluster.name}`)
  return token
}

/** Authenticates at clusters by the provider that each one names. What a provider needs is loaded when it is first used. */
export function createAuth({ env, podFolder }: { readonly env: Environment; readonly podFolder?: string }) {
  const lazy = (load: () => Promise<AuthProvider>): AuthProvider => {
    let loaded: Promise<AuthProvider> | undefined
    return async request => (await (loaded ??= load()))(request)
  }
  let google: Promise<{ get(): Promise<string> }> | undefined
  const googleToken = async () => (await (google ??= import('./google.ts').then(({ createGoogleTokens }) => createGoogleTokens(env)))).get()

  const providers: Readonly<Record<string, AuthProvider>> = {
    serviceAccount: createServiceAccount(podFolder),
    google: ofUser('google', 'sign in with Google'),
    googleServiceAccount: async () => googleToken(),
    aws: lazy(async () => (await import('./aws.ts')).createAwsAuth(env)),
    azure: lazy(async () => (await import('./azure.ts')).createAzureAuth(env)),
    aks: ofUser('aks', 'sign in with Microsoft'),
    oidc: ofOidc,
    localKubectlProxy: async () => undefined,
  }

  return {
    /** The token of the portal's own account at Google. */
    googleToken,
    async tokenFor(cluster: ClusterDetails, auth: RequestAuth, isRefused = false): Promise<string | undefined> {
      const provider = Object.hasOwn(providers, cluster.authProvider) ? providers[cluster.authProvider] : undefined
      if (!provider) throw credentialsMissing(`authProvider "${cluster.authProvider}" has no KubernetesAuthProvider defined for it`)
      return provider({ cluster, auth, isRefused })
    },
  }
}

export type Auth = ReturnType<typeof createAuth>
