import { secret } from '@portico/core/server'
import { z } from 'zod'

const auth = z.union([
  z.strictObject({ username: z.string().min(1), password: secret(z.string().min(1)) }),
  z.strictObject({ apiKey: secret(z.string().min(1)) }),
  z.strictObject({ bearer: secret(z.string().min(1)) }),
])

/** `search.elasticsearch`: a cluster that finds instead of the portal's own index. */
export const ElasticsearchSection = z.object({
  provider: z
    .enum(['elastic', 'opensearch'])
    .default('elastic')
    .describe('elastic or opensearch; for Amazon OpenSearch write opensearch, with a user of the cluster'),
  node: z.url({ protocol: /^https?$/ }).describe('The address of the cluster'),
  auth: auth.exactOptional().describe('{ username, password }, { apiKey } or { bearer }'),
  indexPrefix: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_.-]*$/)
    .exactOptional()
    .describe('In front of the names of all indices, where several portals share a cluster'),
  batchSize: z.int().min(1).max(10_000).default(1000).describe('How many documents are sent at a time'),
  requestTimeoutMs: z.int().min(100).default(10_000).describe('How long an answer of the cluster may take'),
  indexTemplates: z
    .array(z.object({ name: z.string().min(1), body: z.record(z.string(), z.unknown()) }))
    .default([])
    .describe('Index templates that are written to the cluster at the start'),
})

export type ElasticsearchSection = z.output<typeof ElasticsearchSection>
