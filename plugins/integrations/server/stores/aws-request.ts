import { hash } from 'node:crypto'

export interface AwsRequest {
  readonly url: URL
  readonly service: string
  readonly region: string
  readonly method?: string
  readonly body?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

/** With what requests are signed. */
export interface AwsKeys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
}

/** Services whose signatures say what the body is in a header of its own. */
const hashedServices = new Set(['s3', 'aoss'])

/** The headers of a signed request; they hold for exactly this address, method and body. */
export async function signRequest(
  { url, service, region, method = 'GET', body = '', headers = {} }: AwsRequest,
  { accessKeyId, secretAccessKey, sessionToken }: AwsKeys,
): Promise<Record<string, string>> {
  // The library is loaded when something is signed: most portals call nothing of AWS.
  const { default: aws4 } = await import('aws4')
  const content = hashedServices.has(service) ? { 'X-Amz-Content-Sha256': hash('sha256', body) } : {}
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

/** An address that carries the signature itself, for whoever is to send the request with these headers. */
export async function presignUrl(
  { url, service, region, headers = {} }: Omit<AwsRequest, 'method' | 'body'>,
  { accessKeyId, secretAccessKey, sessionToken }: AwsKeys,
): Promise<string> {
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
  const { path = '' } = aws4.sign(request, { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) })
  return `${url.origin}${path}`
}
