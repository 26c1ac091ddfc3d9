import { z } from 'zod'
import { toLocation } from '../sources/entity-names.ts'
import type { Found } from '../sources/found.ts'
import type { FindContext } from '../sources/source.ts'
import { commonSettings, defineSourceKind } from './source-kind.ts'

/** A Location for each object that a pattern finds. */
async function findObjects(pattern: string, { integrations, signal }: FindContext): Promise<Found> {
  const found = await (await integrations.reading()).search('url', pattern, { signal })
  const targets = found.notModified ? [] : found.targets
  return { entities: targets.map(toLocation), skipped: [] }
}

const prefix = z.string().default('').describe('Only objects whose key begins with it')
const files = z.string().min(1).default('*.{yaml,yml}').describe('The names of descriptors')

const below = (base: string, start: string, name: string) => `${base}/${start === '' ? '' : `${start.replace(/\/+$/, '')}/`}**/${name}`

/** Descriptors in a bucket of S3. */
export const awsS3 = defineSourceKind({
  key: 'awsS3',
  settings: z.object({
    bucketName: z.string().min(1),
    prefix,
    files,
    region: z.string().min(1).exactOptional(),
    accountId: z.string().min(1).exactOptional(),
    endpoint: z.url().exactOptional().describe('As in integrations.awsS3, for storage that is compatible with S3'),
    ...commonSettings,
  }),
  source: ({ bucketName, prefix: start, files: name, region = 'us-east-1', endpoint }) => ({
    title: `Objects of the bucket ${bucketName}`,
    host: endpoint === undefined ? 'amazonaws.com' : new URL(endpoint).host,
    find: context =>
      findObjects(
        below(
          endpoint === undefined ? `https://${bucketName}.s3.${region}.amazonaws.com` : `${new URL(endpoint).origin}/${bucketName}`,
          start,
          name,
        ),
        context,
      ),
  }),
})

/** Descriptors in a bucket of Google Cloud Storage. */
export const googleGcs = defineSourceKind({
  key: 'googleGcs',
  settings: z.object({
    bucketName: z.string().min(1),
    prefix,
    files,
    baseUrl: z.url().default('https://storage.cloud.google.com'),
    ...commonSettings,
  }),
  source: ({ bucketName, prefix: start, files: name, baseUrl }) => ({
    title: `Objects of the bucket ${bucketName}`,
    host: new URL(baseUrl).host,
    find: context => findObjects(below(`${baseUrl.replace(/\/+$/, '')}/${bucketName}`, start, name), context),
  }),
})

/** Descriptors in a container of Azure Blob Storage. */
export const azureBlobStorage = defineSourceKind({
  key: 'azureBlobStorage',
  settings: z.object({
    containerName: z.string().min(1),
    accountName: z.string().min(1),
    prefix,
    files,
    endpoint: z.url().exactOptional().describe('As in integrations.azureBlobStorage'),
    ...commonSettings,
  }),
  source: ({ containerName, accountName, prefix: start, files: name, endpoint }) => ({
    title: `Blobs of the container ${containerName}`,
    host: `${accountName}.blob.core.windows.net`,
    find: context =>
      findObjects(
        below(`${(endpoint ?? `https://${accountName}.blob.core.windows.net`).replace(/\/+$/, '')}/${containerName}`, start, name),
        context,
      ),
  }),
})
