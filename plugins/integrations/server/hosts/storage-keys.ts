import { notice, secret } from '@portico/core/server'
import { z } from 'zod'

// These hosts need signed requests, which come with their readers. Their settings are checked already.
const notYet = (title: string) => () => `has no effect yet: ${title} is not read`

const aws = {
  accountId: z.string().min(1).exactOptional(),
  host: z.string().min(1).exactOptional(),
  region: z.string().min(1).exactOptional(),
  accessKeyId: z.string().min(1).exactOptional(),
  secretAccessKey: secret(z.string().min(1)).exactOptional(),
  roleArn: z.string().min(1).exactOptional(),
  externalId: z.string().min(1).exactOptional(),
}

const aadCredential = z.object({ clientId: z.string().min(1), tenantId: z.string().min(1), clientSecret: secret(z.string().min(1)) })

/** The keys of `integrations` for object storage. */
export const storageKeys = {
  awsS3: notice(
    z.array(z.object({ ...aws, endpoint: z.url().exactOptional(), s3ForcePathStyle: z.boolean().exactOptional() })).exactOptional(),
    notYet('AWS S3'),
  ).describe('AWS S3 and compatible storage'),
  awsCodeCommit: notice(z.array(z.object(aws)).exactOptional(), notYet('AWS CodeCommit')).describe('AWS CodeCommit'),
  azureBlobStorage: notice(
    z
      .array(
        z.object({
          accountName: z.string().min(1).exactOptional(),
          accountKey: secret(z.string().min(1)).exactOptional(),
          sasToken: secret(z.string().min(1)).exactOptional(),
          connectionString: secret(z.string().min(1)).exactOptional(),
          aadCredential: aadCredential.exactOptional(),
          endpoint: z.url().exactOptional(),
          endpointSuffix: z.string().min(1).exactOptional(),
          host: z.string().min(1).exactOptional(),
        }),
      )
      .exactOptional(),
    notYet('Azure Blob Storage'),
  ).describe('Azure Blob Storage'),
  googleGcs: notice(
    z.object({ clientEmail: z.string().min(1).exactOptional(), privateKey: secret(z.string().min(1)).exactOptional() }).exactOptional(),
    notYet('Google Cloud Storage'),
  ).describe('Google Cloud Storage'),
}
