import type { RequestAuth } from '@portico/kubernetes/common'
import type { IncomingHttpHeaders } from 'node:http'

const clusterHeader = 'backstage-kubernetes-cluster'
const authHeader = 'backstage-kubernetes-authorization'

/** Passed on to a cluster; everything else stays here, above all the portal's own token and cookie. */
const passedOn = ['accept', 'accept-language', 'content-type', 'content-length', 'range', 'if-match', 'if-none-match', 'user-agent']
const answered = ['content-type', 'content-length', 'cache-control', 'etag', 'last-modified', 'warning', 'audit-id', 'retry-after']

/** Answered with less than the whole. */
const partial = new Set(['range', 'if-none-match'])

/** The cluster that a call names. */
export function namedCluster(headers: IncomingHttpHeaders): string | undefined {
  const value = headers[clusterHeader]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A whole authorization that is sent to the cluster as it is. */
export function verbatimAuthorization(headers: IncomingHttpHeaders): string | undefined {
  const value = headers[authHeader]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Tokens by provider: `Backstage-Kubernetes-Authorization-<provider>[-<oidc provider>]`. */
export function authOfHeaders(headers: IncomingHttpHeaders): RequestAuth {
  const auth: Record<string, unknown> = {}
  const oidc: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (!name.startsWith(`${authHeader}-`) || typeof value !== 'string') continue
    const provider = name.slice(authHeader.length + 1)
    if (provider.startsWith('oidc-')) oidc[provider.slice('oidc-'.length)] = value
    else auth[provider] = value
  }
  return { ...auth, ...(Object.keys(oidc).length > 0 && { oidc }) } as RequestAuth
}

/** The headers that go to the cluster. What has to be masked is asked for as JSON, and never as a table, as protobuf or in part. */
export function requestHeaders(
  headers: IncomingHttpHeaders,
  { hasBody, isSecret }: { readonly hasBody: boolean; readonly isSecret: boolean },
): Record<string, string> {
  const found = passedOn.flatMap(name => {
    const value = headers[name]
    return typeof value === 'string' && (hasBody || name !== 'content-length') && !(isSecret && partial.has(name))
      ? [[name, value] as const]
      : []
  })
  return { ...Object.fromEntries(found), ...(isSecret && { accept: 'application/json' }), 'accept-encoding': 'identity' }
}

/** The headers that come back. What a cluster sends is never a page of the portal. */
export function answerHeaders(headers: IncomingHttpHeaders, { isMasked = false } = {}): Record<string, string> {
  const found = answered.flatMap(name => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  const isEncoded = headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity'
  const kept = found.filter(([name]) => !((isEncoded || isMasked) && name === 'content-length'))
  return { ...Object.fromEntries(kept), 'content-security-policy': "default-src 'none'; sandbox", 'x-content-type-options': 'nosniff' }
}
