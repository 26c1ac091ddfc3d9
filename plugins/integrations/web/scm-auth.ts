import type { AuthProviders } from '@portico/core/web'
import { scmScopes, type ScmPlatform } from '@portico/integrations/common'
import type { ScmIntegrations } from './scm-integrations.ts'

export interface ScmTokenRequest {
  readonly host: string
  /** Whether the token must be able to write to repositories. */
  readonly repoWrite: boolean
  /** Further scopes, by platform. */
  readonly additionalScopes: Readonly<Record<string, readonly string[]>>
}

/** Tokens of the user for hosts of source control. */
export interface ScmAuth {
  /** Asks the user to sign in at the host where that is needed. */
  getToken(request: ScmTokenRequest): Promise<string>
}

/** Which identity provider signs in to a kind of host. */
const providerOf: Readonly<Record<string, string>> = {
  azure: 'microsoft',
  bitbucketCloud: 'bitbucket',
  bitbucketServer: 'bitbucketServer',
}
const scopesOf: Readonly<Record<string, ScmPlatform>> = {
  github: 'github',
  gitlab: 'gitlab',
  azure: 'azure',
  bitbucketCloud: 'bitbucket',
  bitbucketServer: 'bitbucket',
}

/** The name of a platform in options: both kinds of Bitbucket have one. */
function platformOf(type: string): string {
  return type.startsWith('bitbucket') ? 'bitbucket' : type
}

export function createScmAuth({
  providers,
  integrations,
}: {
  readonly providers: Pick<AuthProviders, 'list'>
  readonly integrations: Pick<ScmIntegrations, 'byHost'>
}): ScmAuth {
  return {
    async getToken({ host, repoWrite, additionalScopes }) {
      const integration = await integrations.byHost(host)
      if (!integration) throw new Error(`No integration is configured for the host ${host}`)
      const { type, title } = integration
      const wanted = providerOf[type] ?? type
      const provider = (await providers.list()).find(({ id }) => id === wanted)
      if (!provider) throw new Error(`${title} needs the sign-in provider '${wanted}', which this portal is not configured with`)
      const platform = scopesOf[type]
      const scopes = [...(platform ? scmScopes(platform, { repoWrite }) : []), ...(additionalScopes[platformOf(type)] ?? [])]
      return provider.api.getAccessToken([...new Set(scopes)])
    },
  }
}
