import { secret, unused } from '@portico/core/server'
import { z } from 'zod'

const auth = z.union([
  z.strictObject({ username: z.string().min(1), password: secret(z.string().min(1)) }),
  z.strictObject({ apiKey: secret(z.string().min(1)) }),
  z.strictObject({ bearer: secret(z.string().min(1)) }),
  z.strictObject({
    accessKeyId: z.string().min(1).exactOptional(),
    secretAccessKey: secret(z.string().min(1)).exactOptional(),
    sessionToken: secret(z.string().min(1)).exactOptional(),
    roleArn: z.string().min(1).exactOptional(),
    externalId: z.string().min(1).exactOptional(),
  }),
])

type Auth = z.output<typeof auth>

/** Keys of AWS, with which requests are signed. */
export type AwsAuth = Exclude<Auth, { username: string } | { apiKey: string } | { bearer: string }>

export function isAwsAuth(given: Auth): given is AwsAuth {
  return !('username' in given || 'apiKey' in given || 'bearer' in given)
}

/** The address that a Cloud ID stands for: `name:` and then, in base64, `host$deployment$…`. */
export function nodeOfCloud(cloudId: string): string | undefined {
  const encoded = cloudId.slice(cloudId.lastIndexOf(':') + 1)
  const [host = '', deployment = ''] = Buffer.from(encoded, 'base64').toString().split('$')
  const address = `https://${deployment.split(':')[0]}.${host}`
  return /^https:\/\/[\w-]+(?:\.[\w-]+)+(?::\d+)?$/.test(address) ? address : undefined
}

/** `search.elasticsearch`: a cluster that finds instead of the portal's own index. */
export const ElasticsearchSection = z
  .object({
    provider: z
      .enum(['elastic', 'opensearch', 'aws'])
      .default('elastic')
      .describe('elastic, opensearch, or aws for a cluster of Amazon that wants signed requests'),
    region: z
      .string()
      .min(1)
      .exactOptional()
      .describe('With provider aws: of the cluster; by default that of its address or of the environment'),
    service: z.enum(['es', 'aoss']).default('es').describe('With provider aws: es, or aoss for OpenSearch Serverless'),
    node: z
      .url({ protocol: /^https?$/ })
      .exactOptional()
      .describe('The address of the cluster'),
    cloudId: z.string().exactOptional().describe('The Cloud ID of a deployment at Elastic Cloud, in place of node'),
    auth: auth
      .exactOptional()
      .describe(
        '{ username, password }, { apiKey } or { bearer }; with provider aws { accessKeyId, secretAccessKey, roleArn, … }, or what the environment has',
      ),
    indexPrefix: z
      .string()
      .regex(/^[a-z0-9][a-z0-9_.-]*$/)
      .exactOptional()
      .describe('In front of the names of all indices, where several portals share a cluster'),
    batchSize: z.int().min(1).max(10_000).default(1000).describe('How many documents are sent at a time'),
    batchKeyField: unused('has no effect: documents are told apart by their location'),
    queryOptions: unused('has no effect: how many mistakes are forgiven depends on the length of a word'),
    highlightOptions: unused('has no effect: whole texts are marked, as clients expect'),
    requestTimeoutMs: z.int().min(100).default(10_000).describe('How long an answer of the cluster may take'),
    indexTemplates: z
      .array(z.object({ name: z.string().min(1), body: z.record(z.string(), z.unknown()) }))
      .default([])
      .describe('Index templates that are written to the cluster at the start'),
  })
  .superRefine(({ provider, auth: given, node, cloudId }, context) => {
    const refuse = (message: string, path = 'auth') => context.addIssue({ code: 'custom', path: [path], message })
    if ((node === undefined) === (cloudId === undefined)) refuse('write either node or cloudId', 'node')
    else if (cloudId !== undefined && nodeOfCloud(cloudId) === undefined) refuse('is not a Cloud ID: name:text in base64', 'cloudId')
    if (given === undefined) return
    if (!isAwsAuth(given)) {
      if (provider === 'aws') refuse('requests to provider aws are signed: write accessKeyId and secretAccessKey, a roleArn, or nothing')
    } else if (provider !== 'aws') refuse('keys of AWS are for provider aws')
    else if ((given.accessKeyId === undefined) !== (given.secretAccessKey === undefined))
      refuse('accessKeyId and secretAccessKey belong together')
  })

export type ElasticsearchSection = z.output<typeof ElasticsearchSection>
