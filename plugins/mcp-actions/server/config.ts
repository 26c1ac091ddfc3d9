import { durationMs } from '@portico/core/server'
import { z } from 'zod'

const pattern = z.string().min(1).max(500)
const ActionFilter = z.strictObject({
  id: z.string().optional().describe('The id of an action, such as catalog:get-entity; * stands for anything'),
  attributes: z
    .strictObject({ destructive: z.boolean().optional(), readOnly: z.boolean().optional(), idempotent: z.boolean().optional() })
    .optional(),
})
export type ActionFilter = z.output<typeof ActionFilter>

const text = z.string().max(5000)
const NamedServer = z.strictObject({
  name: z.string().max(200),
  description: text.optional(),
  instructions: text.optional().describe('What agents are told about this server'),
  filter: z
    .strictObject({ include: z.array(ActionFilter).optional(), exclude: z.array(ActionFilter).optional() })
    .default({})
    .describe('Which actions it has: those that one of include matches, without those of exclude'),
})

const agents = z.strictObject({
  accessTokenLifetime: durationMs.prefault('1h').describe('How long an access token of an agent is valid'),
  maxLifetime: durationMs.prefault('90d').describe('For how long users can allow an agent in'),
  ledger: durationMs.prefault('90d').describe('How long calls of agents are kept'),
  limits: z
    .strictObject({
      callsPerDay: z.int().positive().default(5_000).describe('Calls of one agent a day'),
      bytesPerDay: z.int().positive().default(200_000_000).describe('Bytes of answers to one agent a day'),
      runsPerDay: z.int().positive().default(100).describe('Calls that change something, of one agent a day'),
      answerBytes: z.int().min(1_000).max(1_000_000).default(24_000).describe('The maximum size of one answer'),
      inputBytes: z.int().min(1_000).max(1_000_000).default(200_000).describe('The maximum size of the arguments of one call'),
      callTimeout: durationMs.prefault('60s').describe('How long one call may take'),
    })
    .prefault({}),
})

export const mcpActionsSections = {
  mcpActions: z
    .strictObject({
      name: z.string().max(200).optional().describe('The name of the server; that of the portal by default'),
      description: text.optional(),
      instructions: text.optional().describe('What agents are told about the portal'),
      namespacedToolNames: z.boolean().default(true).describe('Whether names of tools begin with their plugin'),
      servers: z
        .record(z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'use small letters, digits and dashes'), NamedServer)
        .default({})
        .describe('Servers with some of the actions, at /api/mcp-actions/v1/{name}'),
      agents: agents.prefault({}).describe('What agents may do at most'),
    })
    .prefault({})
    .describe('Tools for agents, by the Model Context Protocol'),
  'auth.experimentalDynamicClientRegistration': z
    .strictObject({
      enabled: z.boolean().default(false).describe('Whether clients may register themselves'),
      allowedRedirectUriPatterns: z
        .array(pattern)
        .default(['http://localhost:*', 'http://127.0.0.1:*', 'http://[::1]:*'])
        .describe('Where clients may have users sent back to; * stands for anything'),
      maxClients: z.int().positive().max(100_000).default(1_000).describe('How many clients that nobody has let in yet are kept'),
      perHour: z.int().positive().default(30).describe('How many one address may register in an hour'),
    })
    .prefault({})
    .describe('Clients that register themselves'),
  'auth.clientIdMetadataDocuments': z
    .strictObject({
      enabled: z.boolean().default(false).describe('Whether the address of a document with its metadata may be the id of a client'),
      allowedClientIdPatterns: z.array(pattern).default([]).describe('Which addresses; * stands for anything. None by default'),
      allowedRedirectUriPatterns: z
        .array(pattern)
        .default(['http://localhost:*', 'http://127.0.0.1:*', 'http://[::1]:*'])
        .describe('Where they may have users sent back to'),
    })
    .prefault({})
    .describe('Clients that are known by an address of their own'),
}

export type McpActionsSection = z.output<(typeof mcpActionsSections)['mcpActions']>
export type RegistrationSection = z.output<(typeof mcpActionsSections)['auth.experimentalDynamicClientRegistration']>
export type MetadataDocumentsSection = z.output<(typeof mcpActionsSections)['auth.clientIdMetadataDocuments']>
