import { createTokens } from '@portico/integrations/server'
import { createGuardedRequest } from '@portico/core/server/outbound'
import { readFile } from 'node:fs/promises'
import { credentialsMissing } from '../errors.ts'
import type { AuthProvider, Environment } from './auth-provider.ts'

// The application id of AKS, the same for all tenants.
const resource = '6dae42f8-4368-4678-94ff-3960e28e3630'
const scope = `${resource}/.default`
const marginMs = 5 * 60_000

/** The portal's own identity at Azure: a client secret, a federated token of its pod, or the managed identity of the machine. */
export function createAzureAuth(env: Environment): AuthProvider {
  const tokens = createTokens()
  let federated: { readonly value: string; readonly expiresAt: number } | undefined
  const authority = (env['AZURE_AUTHORITY_HOST'] ?? 'https://login.microsoftonline.com').replace(/\/+$/, '')
  const tokenUrl = (tenant: string) => `${authority}/${encodeURIComponent(tenant)}/oauth2/v2.0/token`

  /** The file is replaced while the pod runs, so it is read for each token. */
  async function byFile(file: string, tenant: string, clientId: string): Promise<string> {
    if (federated && federated.expiresAt - marginMs > Date.now()) return federated.value
    const url = new URL(tokenUrl(tenant))
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_assertion: (await readFile(file, 'utf8')).trim(),
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      scope,
    })
    const request = createGuardedRequest({ allow: [{ host: url.host }], timeoutMs: 20_000, maxBytes: 2 ** 20 })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const { answer } = await request(url, {
      method: 'POST',
      body: Buffer.from(form.toString()),
      headers: () => headers,
      isAnyStatusRead: true,
    })
    if (answer.status !== 200) throw credentialsMissing(`${url.host} gave no token for ${clientId}: status ${answer.status}`)
    const { access_token: value = '', expires_in: seconds = 600 } = JSON.parse(String(answer.bytes)) as {
      access_token?: string
      expires_in?: number
    }
    federated = { value, expiresAt: Date.now() + seconds * 1000 }
    return value
  }

  return async () => {
    const { AZURE_TENANT_ID: tenant, AZURE_CLIENT_ID: clientId, AZURE_CLIENT_SECRET: clientSecret, AZURE_FEDERATED_TOKEN_FILE: file } = env
    if (tenant && clientId && clientSecret)
      return tokens.get({ kind: 'client', gitUser: '', url: tokenUrl(tenant), clientId, clientSecret, scope }, undefined)
    if (tenant && clientId && file) return byFile(file, tenant, clientId)
    const host = (env['AZURE_POD_IDENTITY_AUTHORITY_HOST'] ?? 'http://169.254.169.254').replace(/\/+$/, '')
    return tokens.get(
      { kind: 'managed-identity', gitUser: '', url: `${host}/metadata/identity/oauth2/token`, clientId: clientId || undefined, resource },
      undefined,
    )
  }
}
