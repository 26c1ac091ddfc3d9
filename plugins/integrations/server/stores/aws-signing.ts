import { createGuardedRequest } from '@portico/core/server/outbound'
import { hash } from 'node:crypto'
import { sourceUnreadable } from '../reading/reading-errors.ts'

export interface AwsEntry {
  readonly accessKeyId?: string
  readonly secretAccessKey?: string
  /** Of keys that end. */
  readonly sessionToken?: string
  readonly roleArn?: string
  readonly externalId?: string
  readonly region?: string
}

interface Keys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
}

export interface AwsRequest {
  readonly url: URL
  readonly service: string
  readonly region: string
  readonly method?: string
  readonly body?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

const marginMs = 5 * 60_000

/** Signs requests to AWS with the keys of an entry, of the environment, or of a role that they assume; without any, requests go unsigned. */
export function createAwsSigning(entry: AwsEntry, env: Readonly<Record<string, string | undefined>> = process.env) {
  let assumed: { readonly keys: Promise<Keys>; until: number } | undefined

  function own(): Keys | undefined {
    if (entry.accessKeyId !== undefined && entry.secretAccessKey !== undefined)
      return { accessKeyId: entry.accessKeyId, secretAccessKey: entry.secretAccessKey, sessionToken: entry.sessionToken }
    const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = env
    return accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey, sessionToken } : undefined
  }

  async function keys(): Promise<Keys | undefined> {
    const given = own()
    if (entry.roleArn === undefined || !given) return given
    if (!assumed || assumed.until < Date.now()) {
      const slot: { keys: Promise<Keys>; until: number } = { keys: undefined as never, until: Number.POSITIVE_INFINITY }
      slot.keys = assume(given, entry, env, until => (slot.until = until - marginMs))
      slot.keys.catch(() => (assumed = undefined))
      assumed = slot
    }
    return assumed.keys
  }

  return {
    /** The headers of a signed request; they hold for exactly this address, method and body. */
    async headersFor({ url, service, region, method = 'GET', body = '', headers = {} }: AwsRequest): Promise<Record<string, string>> {
      const found = await keys()
      if (!found) return { ...headers }
      return signed({ url, service, region, method, body, headers }, found)
    },
    /** An address that carries the signature itself, for whoever is to send the request with these headers; undefined without keys. */
    async presigned({ url, service, region, headers = {} }: Omit<AwsRequest, 'method' | 'body'>): Promise<string | undefined> {
      const found = await keys()
      if (!found) return undefined
      const { default: aws4 } = await import('aws4')
      const request = {
        host: url.host,
        path: `${url.pathname}${url.search}`,
        service,
        region,
        method: 'GET',
        headers: { ...headers },
        signQuery: true,
      }
      const { accessKeyId, secretAccessKey, sessionToken } = found
      const { path = '' } = aws4.sign(request, { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) })
      return `${url.origin}${path}`
    },
  }
}

// The library is loaded when something is signed: most portals read from no bucket.
async function signed(
  { url, service, region, method, body, headers }: Required<AwsRequest>,
  { accessKeyId, secretAccessKey, sessionToken }: Keys,
) {
  const { default: aws4 } = await import('aws4')
  const content = service === 's3' ? { 'X-Amz-Content-Sha256': hash('sha256', body) } : {}
  const request = aws4.sign(
    {
      host: url.host,
      path: `${url.pathname}${url.search}`,
      service,
      region,
      method,
      headers: { ...headers, ...content },
      ...(body.length > 0 && { body }),
    },
    { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) },
  )
  const all = (request.headers ?? {}) as Record<string, unknown>
  // These the connection sets itself.
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (/^(host|content-length)$/i.test(name) ? [] : [[name.toLowerCase(), String(value)]])),
  )
}

/** STS: keys of a role, which end after an hour. */
async function assume(
  keys: Keys,
  entry: AwsEntry,
  env: Readonly<Record<string, string | undefined>>,
  onEnd: (at: number) => void,
): Promise<Keys> {
  const region = entry.region ?? env['AWS_REGION'] ?? 'us-east-1'
  const url = new URL(env['AWS_ENDPOINT_URL_STS'] ?? `https://sts.${region}.amazonaws.com/`)
  const form = new URLSearchParams({
    Action: 'AssumeRole',
    Version: '2011-06-15',
    RoleArn: entry.roleArn ?? '',
    RoleSessionName: 'portico',
  })
  if (entry.externalId !== undefined) form.set('ExternalId', entry.externalId)
  const body = form.toString()
  const headers = await signed(
    { url, service: 'sts', region, method: 'POST', body, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
    keys,
  )
  const request = createGuardedRequest({ allow: [{ host: url.host }], timeoutMs: 20_000, maxBytes: 2 ** 20 })
  const { answer } = await request(url, { method: 'POST', body: Buffer.from(body), headers: () => headers, isAnyStatusRead: true })
  if (answer.status !== 200)
    throw sourceUnreadable(`The role ${entry.roleArn} could not be assumed: ${url.host} answered with status ${answer.status}`)
  const { XMLParser } = await import('fast-xml-parser')
  const found = new XMLParser({ parseTagValue: false }).parse(String(answer.bytes)) as {
    AssumeRoleResponse?: { AssumeRoleResult?: { Credentials?: Record<string, string> } }
  }
  const {
    AccessKeyId = '',
    SecretAccessKey = '',
    SessionToken,
    Expiration = '',
  } = found.AssumeRoleResponse?.AssumeRoleResult?.Credentials ?? {}
  const until = Date.parse(Expiration)
  onEnd(Number.isNaN(until) ? Date.now() + 3_600_000 : until)
  return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken }
}
