/** The discovery document of OpenID Connect, for an issuer whose endpoints lie below its own address. */
export function openIdConfiguration(issuer: string, keys: readonly Readonly<Record<string, unknown>>[]) {
  const algorithms = new Set(keys.flatMap(key => (typeof key['alg'] === 'string' ? [key['alg']] : [])))
  return {
    issuer,
    token_endpoint: `${issuer}/v1/token`,
    userinfo_endpoint: `${issuer}/v1/userinfo`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    // Before the first sign-in there is no key yet.
    id_token_signing_alg_values_supported: algorithms.size > 0 ? [...algorithms] : ['ES256'],
    scopes_supported: ['openid'],
    token_endpoint_auth_methods_supported: [],
    claims_supported: ['sub', 'ent'],
    grant_types_supported: [],
  }
}
