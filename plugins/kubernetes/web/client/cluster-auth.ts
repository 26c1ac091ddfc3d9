import { AppError } from '@portico/core/common'
import type { AuthProviders, ProviderAuth } from '@portico/core/web'
import { serverAuthProviders, type Cluster, type RequestAuth } from '@portico/kubernetes/common'

/** Tokens of the user for clusters: of Google and Microsoft for their APIs, and ID tokens for those that trust an OpenID Connect provider. */
const googleScope = 'https://www.googleapis.com/auth/cloud-platform'
// The application id of AKS, the same for all tenants.
const aksScope = '6dae42f8-4368-4678-94ff-3960e28e3630/user.read'

interface UserToken {
  /** The sign-in provider that has it. */
  readonly signInProvider: string
  readonly get: (auth: ProviderAuth, optional: boolean) => Promise<string>
  readonly put: (auth: Record<string, unknown>, token: string) => void
  readonly header: string
}

const header = 'Backstage-Kubernetes-Authorization'

function oidc(provider: string): UserToken {
  return {
    signInProvider: provider,
    get: (auth, optional) => auth.getIdToken({ optional }),
    put: (auth, token) => void (auth['oidc'] = { ...(auth['oidc'] as object | undefined), [provider]: token }),
    header: `${header}-oidc-${provider}`,
  }
}

/** The auth providers of clusters whose tokens come from the browser. */
const userTokens: Readonly<Record<string, UserToken>> = {
  google: {
    signInProvider: 'google',
    get: (auth, optional) => auth.getAccessToken(googleScope, { optional }),
    put: (auth, token) => void (auth['google'] = token),
    header: `${header}-google`,
  },
  aks: {
    signInProvider: 'microsoft',
    get: (auth, optional) => auth.getAccessToken(aksScope, { optional }),
    put: (auth, token) => void (auth['aks'] = token),
    header: `${header}-aks`,
  },
  'oidc.gitlab': oidc('gitlab'),
  'oidc.google': oidc('google'),
  'oidc.microsoft': oidc('microsoft'),
  'oidc.okta': oidc('okta'),
  'oidc.onelogin': oidc('onelogin'),
}

/** A cluster for which the user has to sign in first, or whose provider the portal does not have. */
export interface MissingToken {
  readonly cluster: string
  /** Undefined where signing in does not help. */
  readonly provider?: { readonly id: string; readonly api: ProviderAuth } | undefined
  readonly message: string
}

/** Finds the user's tokens for clusters. Server-side providers need none. */
export function createClusterAuth(providers: Pick<AuthProviders, 'list'>) {
  function kindOf({ name, authProvider, oidcTokenProvider }: ClusterAuthDetails): UserToken | undefined {
    if (serverAuthProviders.some(provider => provider === authProvider)) return undefined
    if (authProvider === 'oidc') {
      if (!oidcTokenProvider)
        throw invalid(`The cluster ${name} has the auth provider oidc, but no oidcTokenProvider: add one to its config`)
      return userTokens[`oidc.${oidcTokenProvider}`] ?? oidc(oidcTokenProvider)
    }
    const found = Object.hasOwn(userTokens, authProvider) ? userTokens[authProvider] : undefined
    if (!found) throw invalid(`authProvider "${authProvider}" has no KubernetesAuthProvider defined for it`)
    return found
  }

  async function sessionOf(kind: UserToken, cluster: string): Promise<ProviderAuth> {
    const found = (await providers.list()).find(({ id }) => id === kind.signInProvider)
    if (!found)
      throw invalid(
        `The cluster ${cluster} needs a sign-in with ${kind.signInProvider}, which this portal does not offer: add auth.providers.${kind.signInProvider} to its config`,
      )
    return found.api
  }

  /** @param optional whether nothing is given rather than the user asked to sign in; `renew`: the token at hand was refused */
  async function tokenOf(
    cluster: ClusterAuthDetails,
    { optional, renew = false }: { readonly optional: boolean; readonly renew?: boolean | undefined },
  ): Promise<{ readonly kind: UserToken; readonly token: string } | undefined> {
    const kind = kindOf(cluster)
    if (!kind) return undefined
    const session = await sessionOf(kind, cluster.name)
    // Where there is no newer one, the cluster says what it thinks of the old.
    if (renew) await session.getSession({ optional: true, renew: true }).catch(() => undefined)
    return { kind, token: await kind.get(session, optional) }
  }

  return {
    /** The body `auth` of requests about all of these clusters, and for which of them there is no token. */
    async authFor(
      clusters: readonly ClusterAuthDetails[],
      /** The clusters that refused their token. */
      refused: ReadonlySet<string> = new Set(),
    ): Promise<{ readonly auth: RequestAuth; readonly missing: readonly MissingToken[] }> {
      const auth: Record<string, unknown> = {}
      const missing: MissingToken[] = []
      for (const cluster of clusters) {
        try {
          const found = await tokenOf(cluster, { optional: true, renew: refused.has(cluster.name) })
          if (found && found.token !== '') found.kind.put(auth, found.token)
          if (found?.token === '') {
            const { signInProvider: id } = found.kind
            missing.push({ cluster: cluster.name, provider: { id, api: await sessionOf(found.kind, cluster.name) }, message: '' })
          }
        } catch (error) {
          missing.push({ cluster: cluster.name, message: error instanceof Error ? error.message : String(error) })
        }
      }
      return { auth: auth as RequestAuth, missing }
    },
    /** Whether a cluster takes the token of the user, which can be renewed here. */
    isUsers: ({ authProvider }: Pick<Cluster, 'authProvider'>) => !serverAuthProviders.some(provider => provider === authProvider),
    /** The headers of a call to one cluster. */
    async headersFor(cluster: ClusterAuthDetails, options: { readonly renew?: boolean } = {}): Promise<Readonly<Record<string, string>>> {
      const found = await tokenOf(cluster, { optional: false, renew: options.renew })
      return { 'Backstage-Kubernetes-Cluster': cluster.name, ...(found && found.token !== '' && { [found.kind.header]: found.token }) }
    },
  }
}

export type ClusterAuth = ReturnType<typeof createClusterAuth>
type ClusterAuthDetails = Pick<Cluster, 'name' | 'authProvider' | 'oidcTokenProvider'>

function invalid(message: string) {
  return new AppError('InputError', message, { code: 'kubernetes.auth-provider' })
}
