import type { ForgeFile, ForgeOptions } from '../forges/forge.ts'
import type { IntegrationType } from '../integration.ts'
import type { NotModified } from '../reading/source-reader.ts'

/** An object, or a pattern of objects, in a bucket or container. */
export interface ObjectPlace {
  /** What precedes the key in the address: the endpoint with the bucket. */
  readonly bucket: string
  readonly key: string
}

export interface StoredObject {
  readonly key: string
  readonly etag: string
  readonly size: number
  readonly modifiedAt?: Date | undefined
}

export interface PutOptions {
  readonly contentType: string
  readonly signal?: AbortSignal | undefined
}

/** Storage of objects: no commits, but an etag for each object. */
export interface ObjectStore {
  readonly type: IntegrationType
  accepts(url: URL): boolean
  parse(url: URL): ObjectPlace
  format(place: ObjectPlace): string
  get(place: ObjectPlace, options: ForgeOptions): Promise<ForgeFile | NotModified>
  put(place: ObjectPlace, bytes: Buffer, options: PutOptions): Promise<void>
  /** Throws for an object that is not there, where the host says so. */
  remove(place: ObjectPlace): Promise<void>
  /** All objects whose key begins with the prefix, page by page. */
  list(bucket: string, prefix: string, signal: AbortSignal | undefined): AsyncGenerator<readonly StoredObject[]>
}
