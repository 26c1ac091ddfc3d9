import { defineContract, del, get, patch, post, put } from '@portico/core/common'
import { z } from 'zod'
import { manageSourcesPermission, readSourcesPermission } from './permissions.ts'

const Skipped = z.object({ what: z.string(), why: z.string(), isPerson: z.boolean().optional() })

/** What one run of a source did, or why it did nothing. */
export const SourceRun = z.object({
  startedAt: z.string(),
  durationMs: z.number(),
  result: z.enum(['completed', 'failed', 'refused']),
  /** The source told that it has nothing new, and was not read. */
  isUnchanged: z.boolean().optional(),
  found: z.number().int(),
  added: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
  skippedCount: z.number().int(),
  /** How many people have no entity because of that. */
  skippedPeople: z.number().int().optional(),
  /** The first of them. */
  skipped: z.array(Skipped),
  error: z.string().optional(),
  /** What somebody can do about the error. */
  advice: z.string().optional(),
})
export type SourceRun = z.output<typeof SourceRun>

/** A run that changed nothing, with examples of what it would have changed. */
export const DryRun = z.object({ run: SourceRun, added: z.array(z.string()), changed: z.array(z.string()), removed: z.array(z.string()) })
export type DryRun = z.output<typeof DryRun>

/** A source and how it is doing. */
export const SourceState = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  host: z.string().optional(),
  isPaused: z.boolean(),
  /** How many entities it has in the catalog. */
  count: z.number().int(),
  lastRun: SourceRun.optional(),
  nextRunAt: z.string().optional(),
})
export type SourceState = z.output<typeof SourceState>

/** A location that config names or that somebody registered, and how reading it goes. */
export const LocationState = z.object({
  type: z.string(),
  target: z.string(),
  isConfig: z.boolean(),
  /** Its Location entity: what is refreshed to have it read again. */
  entityRef: z.string(),
  /** How many entities came from it, also through files that it leads to. */
  entities: z.number().int(),
  readAt: z.string().optional(),
  nextReadAt: z.string().optional(),
  error: z.string().optional(),
})
export type LocationState = z.output<typeof LocationState>

/** A host of integrations or of a source, and what it still allows. */
export const HostState = z.object({
  type: z.string(),
  title: z.string(),
  host: z.string(),
  hasCredentials: z.boolean(),
  /** Whether its credentials can be tested. */
  canCheck: z.boolean(),
  budgets: z.array(
    z.object({
      key: z.string(),
      limit: z.number().optional(),
      remaining: z.number().optional(),
      resetAt: z.string().optional(),
      blockedUntil: z.string().optional(),
    }),
  ),
})
export type HostState = z.output<typeof HostState>

/** What came of asking a host something harmless. */
export const HostCheck = z.object({
  /** Absent: it was not asked. */
  isFine: z.boolean().optional(),
  message: z.string(),
  scopes: z.array(z.string()),
  missingScopes: z.array(z.string()),
})
export type HostCheck = z.output<typeof HostCheck>

/** How many locations an answer holds at most. */
const maxLocations = 200

const ScimQuery = z.looseObject({
  filter: z.string().optional(),
  startIndex: z.coerce.number().optional(),
  count: z.coerce.number().optional(),
})

export const catalogSourcesApi = defineContract('catalog-sources', {
  listSources: get('/sources', {
    access: { permission: readSourcesPermission },
    summary: 'The sources of catalog.providers, with their last runs',
    reply: z.object({ items: z.array(SourceState) }),
  }),
  runSource: post('/sources/:id/run', {
    access: { permission: manageSourcesPermission },
    summary: 'Runs a source now; with force also when it would remove much',
    body: z.object({ force: z.boolean().default(false) }),
    reply: SourceRun,
  }),
  dryRunSource: post('/sources/:id/dry-run', {
    access: { permission: manageSourcesPermission },
    summary: 'Asks a source what it has, and tells what a run would change',
    reply: DryRun,
    reads: true,
  }),
  pauseSource: post('/sources/:id/pause', {
    access: { permission: manageSourcesPermission },
    summary: 'Stops or resumes the scheduled runs of a source',
    body: z.object({ isPaused: z.boolean() }),
  }),
  listLocations: get('/locations', {
    access: { permission: readSourcesPermission },
    summary: 'The locations of config and the registered ones, those that cannot be read first',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(maxLocations).optional(),
      offset: z.coerce.number().int().min(0).optional(),
    }),
    reply: z.object({ items: z.array(LocationState), totalItems: z.number().int() }),
  }),
  listHosts: get('/hosts', {
    access: { permission: readSourcesPermission },
    summary: 'The hosts of integrations, with the budgets that they told',
    reply: z.object({ items: z.array(HostState) }),
  }),
  checkHost: post('/hosts/:host/check', {
    access: { permission: manageSourcesPermission },
    summary: 'Whether the credentials of a host work, and which scopes they have',
    reply: HostCheck,
    reads: true,
  }),
  // SCIM 2.0, for identity providers that push users and groups: services with a token of backend.auth.externalAccess.
  getScimConfig: get('/scim/v2/ServiceProviderConfig', { access: 'service', summary: 'What SCIM can do here', raw: true }),
  listScim: get('/scim/v2/:type', { access: 'service', summary: 'Users or groups that were pushed', query: ScimQuery, raw: true }),
  getScim: get('/scim/v2/:type/:id', { access: 'service', summary: 'A user or group that was pushed', raw: true }),
  createScim: post('/scim/v2/:type', { access: 'service', summary: 'Pushes a new user or group', upload: true, raw: true }),
  replaceScim: put('/scim/v2/:type/:id', { access: 'service', summary: 'Pushes a user or group again', upload: true, raw: true }),
  changeScim: patch('/scim/v2/:type/:id', { access: 'service', summary: 'Changes a user or group', upload: true, raw: true }),
  deleteScim: del('/scim/v2/:type/:id', { access: 'service', summary: 'Removes a user or group', raw: true }),
})
