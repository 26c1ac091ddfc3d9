import path from 'node:path'
import type { TechdocsSection } from '../config.ts'
import { createAzureStorage, parseConnectionString } from './storage/azure-storage.ts'
import { createFolderStorage } from './storage/folder-storage.ts'
import { createGcsStorage } from './storage/gcs-storage.ts'
import { createS3Storage } from './storage/s3-storage.ts'
import { createStorageRequest } from './storage/storage-request.ts'
import type { DocsStorage } from './storage/storage.ts'
import { createSwiftStorage } from './storage/swift-storage.ts'

type Publisher = TechdocsSection['publisher']

/** The storage that config names. */
export function openStorage(publisher: Publisher, folder: string): DocsStorage {
  const { type, local, awsS3, googleGcs, azureBlobStorage, openStackSwift } = publisher
  if (type === 'awsS3' && awsS3) {
    const { bucketName: bucket, region = 'us-east-1', endpoint, s3ForcePathStyle: forcePathStyle, credentials, bucketRootPath } = awsS3
    const hosts = endpoint === undefined ? [`s3.${region}.amazonaws.com`, `${bucket}.s3.${region}.amazonaws.com`] : [hostOf(endpoint)]
    return createS3Storage({
      bucket,
      region,
      endpoint,
      forcePathStyle,
      rootPath: rootOf(bucketRootPath),
      credentials,
      request: requestTo(hosts),
    })
  }
  if (type === 'googleGcs' && googleGcs) {
    const { bucketName: bucket, credentials, bucketRootPath } = googleGcs
    const key =
      typeof credentials === 'string'
        ? (JSON.parse(credentials) as { client_email: string; private_key: string; token_uri?: string })
        : credentials
    return createGcsStorage({
      bucket,
      rootPath: rootOf(bucketRootPath),
      credentials: key,
      request: requestTo(['storage.googleapis.com', hostOf(key?.token_uri ?? 'https://oauth2.googleapis.com')]),
    })
  }
  if (type === 'azureBlobStorage' && azureBlobStorage) {
    const { containerName: container, credentials, connectionString, bucketRootPath } = azureBlobStorage
    const found =
      connectionString === undefined
        ? { account: credentials?.accountName ?? '', accountKey: credentials?.accountKey }
        : parseConnectionString(connectionString)
    const endpoint = 'endpoint' in found ? found.endpoint : undefined
    return createAzureStorage({
      container,
      rootPath: rootOf(bucketRootPath),
      ...found,
      request: requestTo([endpoint === undefined ? `${found.account}.blob.core.windows.net` : hostOf(endpoint)]),
    })
  }
  if (type === 'openStackSwift' && openStackSwift) {
    const { containerName: container, credentials, authUrl, swiftUrl } = openStackSwift
    return createSwiftStorage({ container, credentials, authUrl, swiftUrl, request: requestTo([hostOf(authUrl), hostOf(swiftUrl)]) })
  }
  return createFolderStorage(path.resolve(folder, local?.publishDirectory ?? '.portico/published-docs'))
}

function requestTo(hosts: readonly string[]) {
  return createStorageRequest(hosts.map(host => ({ host })))
}

function hostOf(url: string): string {
  return new URL(url).host
}

function rootOf(path: string | undefined): string {
  const plain = (path ?? '').replace(/^\/+|\/+$/g, '')
  return plain === '' ? '' : `${plain}/`
}
