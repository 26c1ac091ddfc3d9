import { createHash, createHmac } from 'node:crypto'
import { bytesOf, refuseUnlessWritten } from './storage-request.ts'
import { encodeKey, type DocsStorage, type StorageRequest } from './storage.ts'

export interface S3Options {
  readonly bucket: string
  readonly region: string
  /** A server that speaks S3, where it is not Amazon's. */
  readonly endpoint?: string | undefined
  readonly forcePathStyle?: boolean | undefined
  readonly rootPath: string
  readonly credentials?:
    | { readonly accessKeyId: string; readonly secretAccessKey: string; readonly sessionToken?: string | undefined }
    | undefined
  readonly request: StorageRequest
  readonly now?: () => Date
}

/** Docs in a bucket of Amazon S3, or of another server that speaks it. Without credentials, what the bucket shows to everyone. */
export function createS3Storage({
  bucket,
  region,
  endpoint,
  forcePathStyle,
  rootPath,
  credentials,
  request,
  now = () => new Date(),
}: S3Options): DocsStorage {
  function urlOf(file: string): URL {
    const key = encodeKey(`${rootPath}${file}`)
    if (endpoint !== undefined || forcePathStyle)
      return new URL(`${endpoint?.replace(/\/+$/, '') ?? `https://s3.${region}.amazonaws.com`}/${bucket}/${key}`)
    return new URL(`https://${bucket}.s3.${region}.amazonaws.com/${key}`)
  }

  /** Signature version 4. */
  function headersFor(method: string, url: URL, body: Uint8Array, more: Readonly<Record<string, string>> = {}): Record<string, string> {
    const at = now()
      .toISOString()
      .replace(/[-:]|\.\d{3}/g, '')
    const day = at.slice(0, 8)
    const hash = createHash('sha256').update(body).digest('hex')
    const signed: Record<string, string> = {
      ...more,
      host: url.host,
      'x-amz-content-sha256': hash,
      'x-amz-date': at,
      ...(credentials?.sessionToken && { 'x-amz-security-token': credentials.sessionToken }),
    }
    if (!credentials) return more
    const names = Object.keys(signed).sort()
    const canonical = [method, url.pathname, '', ...names.map(name => `${name}:${signed[name]}`), '', names.join(';'), hash].join('\n')
    const scope = `${day}/${region}/s3/aws4_request`
    const text = ['AWS4-HMAC-SHA256', at, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
    const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
      (secret, part) => createHmac('sha256', secret).update(part).digest(),
      `AWS4${credentials.secretAccessKey}`,
    )
    const signature = createHmac('sha256', key).update(text).digest('hex')
    return {
      ...signed,
      authorization: `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
    }
  }

  return {
    async read(file) {
      const url = urlOf(file)
      return bytesOf(await request(url, { headers: headersFor('GET', url, new Uint8Array()) }), `The bucket ${bucket}`)
    },
    async write(file, bytes, contentType) {
      const url = urlOf(file)
      const put = Buffer.from(bytes)
      refuseUnlessWritten(
        await request(url, { headers: headersFor('PUT', url, put, { 'content-type': contentType }), put }),
        `${bucket}/${file}`,
      )
    },
  }
}
