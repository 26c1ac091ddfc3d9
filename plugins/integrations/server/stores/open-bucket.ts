import { AppError } from '@portico/core/common'
import type { z } from 'zod'
import { createHosts } from '../hosts/create-hosts.ts'
import type { HostCredential } from '../tokens/credentials.ts'
import { trimmed } from '../hosts/host-address.ts'
import { awsS3 } from '../hosts/aws.ts'
import { azureBlobStorage } from '../hosts/azure-blob.ts'
import { googleGcs } from '../hosts/google-gcs.ts'
import type { HostEnvironment, HostType } from '../hosts/host-type.ts'
import { blobAccountOf } from './blob-account.ts'
import type { ObjectStore } from './object-store.ts'

/** A bucket or container of its own, with an entry as `integrations` has them. */
export type BucketSettings =
  | { readonly type: 'awsS3'; readonly name: string; readonly entry: z.input<typeof awsS3.settings> }
  | { readonly type: 'googleGcs'; readonly name: string; readonly entry: z.input<typeof googleGcs.settings> }
  | { readonly type: 'azureBlobStorage'; readonly name: string; readonly entry: z.input<typeof azureBlobStorage.settings> }

/** Objects of one bucket, by key. */
export interface Bucket {
  /** Undefined for an object that is not there. What the host refuses or cannot answer is thrown. */
  read(key: string): Promise<Buffer | undefined>
  write(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** An object that is not there any more is no error. */
  remove(key: string): Promise<void>
}

export interface BucketLimits {
  readonly timeoutMs?: number | undefined
  /** The delay before the second attempt of a request that failed. */
  readonly retryMs?: number | undefined
  readonly env?: HostEnvironment | undefined
}

const types = { awsS3, googleGcs, azureBlobStorage }

/** Opens a bucket that a plugin keeps things in. Its host is the only one that is called. */
export function openBucket(
  { type, name, entry: given }: BucketSettings,
  { timeoutMs = 20_000, retryMs, env = process.env }: BucketLimits = {},
): Bucket {
  const hostType = types[type] as HostType
  const entry = hostType.settings.parse(given)
  const hosts = hostType.hostsOf(entry)
  const settings = { type, host: hostType.hostOf(entry), apiBaseUrl: hostType.apiBaseUrlOf(entry), entry }
  const { stores } = createHosts({
    allow: hosts.map(host => ({ host })),
    credentials: hostType.credentialsOf(entry, hosts, env).map(forWriting),
    hosts: [settings],
    timeoutMs,
    retryMs,
  })
  const store = stores[0] as ObjectStore
  const bucket = addressOf({ type, name, entry: given } as BucketSettings)
  return {
    async read(key) {
      try {
        const found = await store.get({ bucket, key }, {})
        return found.notModified ? undefined : found.bytes
      } catch (error) {
        if (error instanceof AppError && error.name === 'NotFoundError') return undefined
        throw error
      }
    },
    write: (key, bytes, contentType) => store.put({ bucket, key }, Buffer.from(bytes), { contentType }),
    async remove(key) {
      try {
        await store.remove({ bucket, key })
      } catch (error) {
        if (!(error instanceof AppError) || error.name !== 'NotFoundError') throw error
      }
    },
  }
}

/** Where the bucket is, as its store reads addresses. */
function addressOf({ type, name, entry }: BucketSettings): string {
  if (type === 'googleGcs') return `https://storage.cloud.google.com/${encodeURIComponent(name)}`
  if (type === 'azureBlobStorage') return `${blobAccountOf(entry).endpoint ?? ''}/${encodeURIComponent(name)}`
  if (entry.endpoint !== undefined) return `${trimmed(entry.endpoint)}/${name}`
  const host = `s3.${entry.region ?? 'us-east-1'}.amazonaws.com`
  return entry.s3ForcePathStyle ? `https://${host}/${name}` : `https://${name}.${host}`
}

/** Sources are only read, so that is all that tokens of the config may do; a bucket of one's own is written as well. */
function forWriting(credential: HostCredential): HostCredential {
  const { source } = credential
  if (source?.kind !== 'service-account') return credential
  return { ...credential, source: { ...source, scope: source.scope.replace('devstorage.read_only', 'devstorage.read_write') } }
}
