import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint } from './endpoints.ts'

type Headers = Record<string, string | string[]>

const passedOn = [
  'accept',
  'accept-language',
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
  'user-agent',
]
/** Belong to one connection, to the portal's own session, or to how the message is framed. */
const never = new Set([
  'authorization',
  'connection',
  'cookie',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** What comes from a target runs nothing in the origin of the portal. */
const sandboxed = { 'content-security-policy': "default-src 'none'; sandbox", 'x-content-type-options': 'nosniff' }

/** The headers of the request to the target. Those of the config replace the caller's. */
export function requestHeaders(sent: IncomingHttpHeaders, endpoint: Endpoint, hasBody: boolean): Headers {
  const headers = pick(sent, endpoint)
  if (!hasBody) delete headers['content-length']
  if (endpoint.credentials === 'forward' && sent.authorization !== undefined) headers['authorization'] = sent.authorization
  headers['host'] = endpoint.changeOrigin || sent.host === undefined ? endpoint.target.host : sent.host
  headers['accept-encoding'] = 'identity'
  for (const [name, value] of Object.entries(endpoint.headers)) headers[name.toLowerCase()] = value
  return headers
}

/** The headers of the answer. What a target sends is never a page of the portal. */
export function answerHeaders(received: IncomingHttpHeaders, endpoint: Endpoint): Headers {
  const headers = pick(received, endpoint)
  // An answer that is encoded all the same is decoded on its way.
  if (isEncoded(received)) delete headers['content-length']
  return { ...headers, ...sandboxed }
}

export function isEncoded(received: IncomingHttpHeaders): boolean {
  const encoding = received['content-encoding']
  return encoding !== undefined && encoding !== 'identity'
}

function pick(given: IncomingHttpHeaders, { allowedHeaders }: Endpoint): Headers {
  const headers: Headers = {}
  for (const name of [...passedOn, ...allowedHeaders]) {
    const value = given[name]
    if (value !== undefined && !never.has(name)) headers[name] = value
  }
  return headers
}
