import { openBucket, type BucketSettings } from '@portico/integrations/server'
import path from 'node:path'
import type { TechdocsSection } from '../config.ts'
import { createFolderStorage } from './storage/folder-storage.ts'
import { createStorageRequest } from './storage/storage-request.ts'
import type { DocsStorage } from './storage/storage.ts'
import { createSwiftStorage } from './storage/swift-storage.ts'

type Publisher = TechdocsSection['publisher']

/** The storage that config names. */
export function openStorage(publisher: Publisher, folder: string): DocsStorage {
  const { type, local, openStackSwift } = publisher
  if (type === 'openStackSwift' && openStackSwift) {
    const { containerName: container, credentials, authUrl, swiftUrl } = openStackSwift
    const request = createStorageRequest([authUrl, swiftUrl].map(url => ({ host: new URL(url).host })))
    return createSwiftStorage({ container, credentials, authUrl, swiftUrl, request })
  }
  const found = bucketOf(publisher)
  if (found) return below(openBucketWhenUsed(found.settings), found.rootPath)
  return createFolderStorage(path.resolve(folder, local?.publishDirectory ?? '.portico/published-docs'))
}

interface FoundBucket {
  readonly settings: BucketSettings
  readonly rootPath: string | undefined
}

/** The bucket of a publisher, with an entry as integrations has them; undefined where it is none. */
export function bucketOf({ type, awsS3, googleGcs, azureBlobStorage }: Publisher): FoundBucket | undefined {
  if (type === 'awsS3' && awsS3) {
    const { bucketName: name, bucketRootPath: rootPath, credentials, region, endpoint, s3ForcePathStyle } = awsS3
    const entry = {
      ...credentials,
      ...(region !== undefined && { region }),
      ...(endpoint !== undefined && { endpoint }),
      ...(s3ForcePathStyle !== undefined && { s3ForcePathStyle }),
    }
    return { settings: { type, name, entry }, rootPath }
  }
  if (type === 'googleGcs' && googleGcs) {
    const { bucketName: name, bucketRootPath: rootPath, credentials } = googleGcs
    const key =
      typeof credentials === 'string'
        ? (JSON.parse(credentials) as { client_email: string; private_key: string; token_uri?: string })
        : credentials
    const entry = key && {
      clientEmail: key.client_email,
      privateKey: key.private_key,
      ...(key.token_uri !== undefined && { tokenUrl: key.token_uri }),
    }
    return { settings: { type, name, entry: entry ?? {} }, rootPath }
  }
  if (type === 'azureBlobStorage' && azureBlobStorage) {
    const { containerName: name, bucketRootPath: rootPath, credentials, connectionString } = azureBlobStorage
    const own = credentials && { ...credentials, ...(credentials.accountKey === undefined && { managedIdentity: true }) }
    const entry = connectionString === undefined ? { ...own } : { connectionString }
    return { settings: { type, name, entry }, rootPath }
  }
  return undefined
}

/** Most portals render docs themselves and never use it. */
function openBucketWhenUsed(settings: BucketSettings): DocsStorage {
  let opened: DocsStorage | undefined
  const bucket = () => (opened ??= openBucket(settings))
  return {
    read: async key => bucket().read(key),
    write: async (key, bytes, contentType) => bucket().write(key, bytes, contentType),
  }
}

/** All keys below a folder of the bucket. */
function below(storage: DocsStorage, rootPath = ''): DocsStorage {
  const plain = rootPath.replace(/^\/+|\/+$/g, '')
  const keyOf = (file: string) => (plain === '' ? file : `${plain}/${file}`)
  return {
    read: file => storage.read(keyOf(file)),
    write: (file, bytes, contentType) => storage.write(keyOf(file), bytes, contentType),
  }
}
