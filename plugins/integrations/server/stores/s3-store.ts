import type { HostClient } from '../api/host-client.ts'
import { readApiFile, type HostSettings } from '../forges/forge.ts'
import { decodeSegment, encodePath, invalidTarget, toDate } from '../forges/paths.ts'
import { createAwsSigning, type AwsEntry, type AwsRequest } from './aws-signing.ts'
import type { ObjectPlace, ObjectStore, StoredObject } from './object-store.ts'

interface Entry extends AwsEntry {
  readonly endpoint?: string
  readonly s3ForcePathStyle?: boolean
}

interface Listing {
  readonly ListBucketResult?: {
    readonly Contents?: readonly { Key: string; ETag: string; Size: string; LastModified?: string }[]
    readonly IsTruncated?: string
    readonly NextContinuationToken?: string
  }
}

async function parseListing(bytes: Buffer): Promise<Listing> {
  const { XMLParser } = await import('fast-xml-parser')
  return new XMLParser({ parseTagValue: false, isArray: name => name === 'Contents' }).parse(String(bytes)) as Listing
}

/** AWS S3 and storage that is compatible with it: `https://bucket.s3.region.amazonaws.com/key`, or with the bucket as first segment. */
export function createS3Store(api: HostClient, settings: HostSettings): ObjectStore {
  const entry = settings.entry as Entry
  const signing = createAwsSigning(entry)
  const endpoint = entry.endpoint === undefined ? undefined : new URL(entry.endpoint)
  const regionOf = (url: URL) => entry.region ?? /(?:^|\.)s3[.-]([a-z0-9-]+)\.amazonaws\.com/.exec(url.hostname)?.[1] ?? 'us-east-1'
  const isPathStyle = (url: URL) => entry.s3ForcePathStyle === true || url.host === endpoint?.host || /^s3[.-]/.test(url.hostname)

  function parse(url: URL): ObjectPlace {
    const segments = url.pathname.split('/').slice(1).map(decodeSegment)
    if (!isPathStyle(url)) return { bucket: url.origin, key: segments.join('/') }
    const [bucket, ...rest] = segments
    if (!bucket) throw invalidTarget(url, 'expected the bucket as first segment')
    return { bucket: `${url.origin}/${bucket}`, key: rest.join('/') }
  }

  async function headersFor(url: URL, put: Pick<AwsRequest, 'method' | 'body' | 'headers'> = {}) {
    return { accept: '*/*', ...(await signing.headersFor({ url, service: 's3', region: regionOf(url), ...put })) }
  }

  return {
    type: 'awsS3',
    accepts: url =>
      endpoint
        ? url.host === endpoint.host || url.host.endsWith(`.${endpoint.host}`)
        : /(^|\.)s3([.-][a-z0-9-]+)?\.amazonaws\.com$/.test(url.hostname),
    parse,
    format: ({ bucket, key }) => `${bucket}/${encodePath(key)}`,
    async get({ bucket, key }, options) {
      const url = new URL(`${bucket}/${encodePath(key)}`)
      return readApiFile(api, url.href, { headers: await headersFor(url), authorization: {} }, options)
    },
    async put({ bucket, key }, bytes, { contentType, signal }) {
      const url = new URL(`${bucket}/${encodePath(key)}`)
      const headers = await headersFor(url, { method: 'PUT', body: bytes, headers: { 'content-type': contentType } })
      await api.get(url.href, { method: 'PUT', bytes, headers, authorization: {}, signal })
    },
    async remove({ bucket, key }) {
      const url = new URL(`${bucket}/${encodePath(key)}`)
      await api.get(url.href, { method: 'DELETE', headers: await headersFor(url, { method: 'DELETE' }), authorization: {} })
    },
    async *list(bucket, prefix, signal) {
      let token: string | undefined
      do {
        const url = new URL(`${bucket}${new URL(bucket).pathname === '/' ? '/' : ''}`)
        url.search = new URLSearchParams({ 'list-type': '2', prefix, ...(token !== undefined && { 'continuation-token': token }) })
          .toString()
          .replaceAll('+', '%20')
        const answer = await api.get(url.href, { headers: await headersFor(url), authorization: {}, signal })
        const { ListBucketResult: page } = await parseListing(answer.bytes)
        yield (page?.Contents ?? []).map(toObject)
        const next = page?.IsTruncated === 'true' ? page.NextContinuationToken : undefined
        token = next === token ? undefined : next
      } while (token !== undefined)
    },
  }
}

function toObject({
  Key: key,
  ETag: etag,
  Size: size,
  LastModified: at,
}: {
  Key: string
  ETag: string
  Size: string
  LastModified?: string
}): StoredObject {
  return { key: String(key), etag: String(etag), size: Number(size), modifiedAt: toDate(at) }
}
