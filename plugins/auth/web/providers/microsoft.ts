import type { ProviderAuth } from '@portico/core/web'
import type { OAuthSessions, OAuthProviderSpec } from '../session/oauth.ts'
import { microsoftResource } from './scopes.ts'

/** A session with Microsoft is for Graph. A token for another resource has a session of its own: it says nothing about the person. */
export function openMicrosoft(oauth: OAuthSessions, spec: OAuthProviderSpec): ProviderAuth {
  const forGraph = oauth.open(spec)

  function sessionFor(scopes: readonly string[]): ProviderAuth {
    const resource = microsoftResource(scopes)
    if (resource === undefined) return forGraph
    const { defaultScopes: _graphScopes, ...shown } = spec
    return oauth.open({ ...shown, id: `${spec.id} ${resource}`, provider: spec.id })
  }

  return {
    ...forGraph,
    async getAccessToken(scope = [], options) {
      const scopes = typeof scope === 'string' ? scope.split(/[\s,]+/).filter(Boolean) : scope
      return sessionFor(scopes).getAccessToken(scopes, options)
    },
  }
}
