const googlePrefix = 'https://www.googleapis.com/auth/'
const googleNames: Readonly<Record<string, string>> = { email: `${googlePrefix}userinfo.email`, profile: `${googlePrefix}userinfo.profile` }
const openIdScopes = new Set(['openid', 'profile', 'email', 'address', 'phone', 'groups', 'offline_access'])
const graph = 'https://graph.microsoft.com'

/** Google's scopes are URLs; short names get the prefix. */
export function toGoogleScopes(scopes: readonly string[]): string[] {
  return once(
    scopes.map(scope => (scope === 'openid' || scope.includes('://') ? scope : (googleNames[scope] ?? `${googlePrefix}${scope}`))),
  )
}

/** Okta's own scopes have its prefix; those of OpenID Connect are unchanged. */
export function toOktaScopes(scopes: readonly string[]): string[] {
  return once(scopes.map(scope => (openIdScopes.has(scope) || scope.startsWith('okta.') ? scope : `okta.${scope}`)))
}

/** The one resource that scopes of Microsoft are for; undefined for Graph, the default resource. A token is for one resource only. */
export function microsoftResource(scopes: readonly string[]): string | undefined {
  const named = scopes.filter(scope => !openIdScopes.has(scope)).map(resourceOf)
  const resources = [...new Set(named)]
  if (resources.length > 1) {
    throw new Error(`Scopes of several Microsoft resources cannot be asked for together: ${resources.join(', ')}`)
  }
  const [resource = graph] = resources
  return resource === graph ? undefined : resource
}

/** Scopes of Graph have short names too; both forms are equal. */
export function toMicrosoftScopes(scopes: readonly string[]): string[] {
  return once(scopes.map(scope => (scope.startsWith(`${graph}/`) ? scope.slice(graph.length + 1) : scope)))
}

function resourceOf(scope: string): string {
  const end = scope.lastIndexOf('/')
  return end === -1 ? graph : scope.slice(0, end)
}

function once(scopes: readonly string[]): string[] {
  return [...new Set(scopes)]
}
