import { frontend } from '@portico/core/server'
import { z } from 'zod'
import { originOf } from './host-address.ts'
import { defineHostType, hostName, refuseMixed, secretText } from './host-type.ts'

const publicHost = 'amazonaws.com'

const keys = {
  accessKeyId: z.string().min(1).exactOptional(),
  secretAccessKey: secretText().exactOptional(),
  sessionToken: secretText().exactOptional().describe('Of keys that end'),
  roleArn: z.string().min(1).exactOptional().describe('A role that is assumed with these keys, or with those of the environment'),
  externalId: z.string().min(1).exactOptional(),
  region: z.string().min(1).exactOptional(),
  accountId: z.string().min(1).exactOptional(),
}

const wholeKeys = refuseMixed({ 'an access key': ['accessKeyId', 'secretAccessKey'] })

/** An address without a path, a query or a fragment. */
function isBare(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { pathname, search, hash, protocol } = new URL(text)
  return pathname === '/' && search === '' && hash === '' && /^https?:$/.test(protocol)
}

const endpoint = z
  .string()
  .refine(isBare, {
    error: issue => `expected an address without a path, such as https://storage.example.com, not '${String(issue.input)}'`,
  })
  .describe('Of storage that is compatible with S3')

const s3Settings = z
  .object({
    ...keys,
    host: frontend(hostName()).exactOptional(),
    endpoint: endpoint.exactOptional(),
    s3ForcePathStyle: z.boolean().exactOptional().describe('Whether the bucket is the first segment of the path'),
  })
  .superRefine(wholeKeys)

function s3HostOf({ endpoint: url, host }: z.output<typeof s3Settings>): string {
  return url === undefined || !URL.canParse(url) ? (host ?? publicHost) : new URL(url).host
}

export const awsS3 = defineHostType({
  type: 'awsS3',
  title: 'AWS S3',
  settings: s3Settings,
  defaultHost: publicHost,
  hostOf: s3HostOf,
  hostsOf: entry => (s3HostOf(entry) === publicHost ? [`*.${publicHost}`] : [s3HostOf(entry), `*.${s3HostOf(entry)}`]),
  apiBaseUrlOf: ({ endpoint: url }) => (url === undefined ? undefined : new URL(url).origin),
  credentialsOf: () => [],
})

export const awsCodeCommit = defineHostType({
  type: 'awsCodeCommit',
  title: 'AWS CodeCommit',
  settings: z
    .object({ ...keys, host: frontend(hostName()).exactOptional(), region: z.string().min(1).describe('Of the repositories') })
    .superRefine(wholeKeys),
  hostOf: ({ host, region }) => host ?? `${region}.console.aws.amazon.com`,
  hostsOf: ({ host, region }) => [host ?? `${region}.console.aws.amazon.com`, `codecommit.${region}.amazonaws.com`],
  apiBaseUrlOf: ({ host, region }) => (host === undefined ? `https://codecommit.${region}.amazonaws.com` : originOf(host)),
  credentialsOf: () => [],
})
