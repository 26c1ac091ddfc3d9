import type { ManagedIdentitySource, TokenSource } from './token-source.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The portal's own identity at Azure, as its environment has it: a client with its secret, a client that the pod proves by a file, or the
 * managed identity of the machine.
 */
export function azureIdentity(resource: string, env: Environment): TokenSource {
  const { AZURE_TENANT_ID: tenant, AZURE_CLIENT_ID: clientId, AZURE_CLIENT_SECRET: clientSecret, AZURE_FEDERATED_TOKEN_FILE: file } = env
  const scope = `${resource}/.default`
  if (tenant && clientId && clientSecret) return { kind: 'client', gitUser: '', url: tokenUrl(tenant, env), clientId, clientSecret, scope }
  if (tenant && clientId && file) return { kind: 'federated', gitUser: '', url: tokenUrl(tenant, env), clientId, file, scope }
  return managedIdentity(clientId || undefined, resource, env)
}

/** A managed identity by its client id; that of the machine without one. */
export function managedIdentity(clientId: string | undefined, resource: string, env: Environment): ManagedIdentitySource {
  const host = (env['AZURE_POD_IDENTITY_AUTHORITY_HOST'] ?? 'http://169.254.169.254').replace(/\/+$/, '')
  return { kind: 'managed-identity', gitUser: '', url: `${host}/metadata/identity/oauth2/token`, clientId, resource }
}

/** Where a tenant gives tokens. */
export function tokenUrl(tenant: string, env: Environment): string {
  const authority = (env['AZURE_AUTHORITY_HOST'] ?? 'https://login.microsoftonline.com').replace(/\/+$/, '')
  return `${authority}/${encodeURIComponent(tenant)}/oauth2/v2.0/token`
}
