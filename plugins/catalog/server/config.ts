import { catalogIndexSection, entityPageSection, hasCredentials, KindConfig } from '@portico/catalog/common'
import { durationMs, frontendSections, notice, secret, unused } from '@portico/core/server'
import { credentialsElsewhere } from '@portico/core/server/outbound'
import { z } from 'zod'
import { missingFile } from './locating/missing-file.ts'
import { defaultLimits } from './processing/read/document-limits.ts'

const allowed = z.union([z.string().min(1), z.strictObject({ kind: z.string().min(1), 'spec.type': z.string().min(1).exactOptional() })])

const allow = z.array(allowed).min(1).describe('Kinds, in any letter case, or { kind, spec.type }, the type as it is written')

const ruleLocation = z
  .strictObject({
    type: z.string().min(1).exactOptional(),
    exact: z.string().min(1).exactOptional().describe('The target, word for word'),
    pattern: z
      .string()
      .min(1)
      .exactOptional()
      .describe('The target as a glob, in any letter case; wildcards also stand for names with a dot in front'),
  })
  .refine(({ exact, pattern }) => exact === undefined || pattern === undefined, 'a location has exact or pattern, not both')

const rule = z.strictObject({
  allow,
  locations: z.array(ruleLocation).exactOptional().describe('The origins it holds for; all by default'),
})

const location = z.object({
  type: z.string().min(1).describe('file, url or git'),
  target: z
    .string()
    .min(1)
    .max(8000)
    .refine(target => !hasCredentials(target), credentialsElsewhere)
    .describe('A path, which may be a glob, an address, or https://host/repository.git#branch:path'),
  rules: z.array(z.strictObject({ allow })).exactOptional().describe('What may come from here besides what the rules allow'),
})

// Old config files hold passwords here.
const movedToIntegrations = secret(
  z
    .unknown()
    .refine(
      value => value === undefined,
      'has moved: credentials are now in integrations, by host (integrations.git[] with host, username and password, or the list of the ' +
        "host's own kind), and the limit is integrations.maxRepositoryMegabytes",
    )
    .optional(),
)

const limits = z.strictObject({
  entityBytes: limit(50_000_000, defaultLimits.entityBytes).describe('Bytes of one entity as JSON'),
  depth: limit(500, defaultLimits.depth).describe('Levels of objects and lists within each other'),
  keys: limit(60_000, defaultLimits.keys).describe('Keys of one entity, at all levels together'),
  textLength: limit(50_000_000, defaultLimits.textLength).describe('Characters of one text'),
  definitionBytes: limit(50_000_000, defaultLimits.definitionBytes).describe('Bytes of spec.definition of an API, which counts by itself'),
  searchPairs: limit(1_000_000, defaultLimits.searchPairs).describe('Values of one entity, each of which can be searched'),
  documents: limit(1_000_000, defaultLimits.documents).describe('Documents of one file or address'),
})

function limit(max: number, byDefault: number) {
  return z.number().int().positive().max(max).default(byDefault)
}

const stitching = z.looseObject({
  mode: z.string().optional(),
  pollingInterval: durationMs.optional(),
  stitchTimeout: durationMs.optional(),
})

const options = z.looseObject({
  disabled: z.boolean().optional(),
  priority: z.number().optional().describe('Lower comes first; 20 by default'),
})

const scmEvents = z.union([
  z.boolean(),
  z.object({ refresh: z.boolean().optional(), unregister: z.boolean().optional(), move: z.boolean().optional() }),
])

/** `catalog`: what is read, how often, and what may come in. */
export const CatalogSection = z.object({
  rules: z.array(rule).exactOptional().describe('Which kinds may come from where; Component, API and Location from everywhere by default'),
  locations: z.array(notice(location, missingFile)).default([]).describe('What is read besides what users register'),
  git: movedToIntegrations,
  limits: limits.prefault({}).describe('The limits of a document, after references and placeholders are expanded'),
  watchFiles: z.boolean().default(false).describe('Whether files are read again the moment they change. For development'),
  readonly: z.boolean().default(false).describe('Whether users are kept from registering locations'),
  hideNames: z
    .boolean()
    .default(false)
    .describe('Whether names of entities that a user may not read are hidden too, in relations, ancestry and history'),
  defaultLocationConflictStrategy: z.enum(['reject', 'refresh']).default('reject').describe('When a location is registered twice'),
  processingInterval: z
    .union([z.literal(false), durationMs])
    .prefault('100s')
    .describe('How often sources are read again, plus up to 50 %; false: never by themselves'),
  orphanStrategy: z.enum(['delete', 'keep']).default('delete').describe('What becomes of entities that nothing lists any more'),
  orphanProviderStrategy: z.enum(['delete', 'keep']).default('delete').describe('What becomes of entities of providers that are gone'),
  kinds: z.array(KindConfig).default([]).describe('Kinds of your own'),
  history: z.strictObject({ retention: durationMs.prefault({ days: 365 }).describe('How long changes are kept') }).prefault({}),
  stitchingStrategy: notice(stitching.optional(), () => 'has no effect: relations are written as soon as they are known'),
  processors: z.record(z.string(), z.unknown()).optional().describe('Settings of processors, by processor'),
  processorOptions: z.record(z.string(), options).default({}).describe('Which processors are left out, and their order'),
  // Providers keep tokens and passwords in theirs.
  providers: secret(z.record(z.string(), z.unknown())).optional().describe('Settings of providers, by provider'),
  providerOptions: z.record(z.string(), options).default({}).describe('Which providers are left out'),
  scmEvents: scmEvents.default(false).describe('Whether pushes to source control make the catalog read again'),
  useUrlReadersSearch: z.boolean().optional(),
  import: z.record(z.string(), z.unknown()).optional(),
})

export type CatalogSection = z.output<typeof CatalogSection>

/** How long changes are kept. Followers that were away for a moment must still find what they missed. */
export function toRetentionMs({ retention }: CatalogSection['history']): number {
  return Math.max(retention, 3_600_000)
}

export const catalogSections = {
  catalog: CatalogSection.prefault({}),
  ...frontendSections(catalogIndexSection, entityPageSection),
  'catalog.entityPage.layouts': unused('has no effect: cards and tabs are moved, left out and set by app.extensions'),
}

/** The keys that a running server follows. */
export const followedKeys = [
  'rules',
  'locations',
  'kinds',
  'limits',
  'processingInterval',
  'orphanStrategy',
  'readonly',
  'defaultLocationConflictStrategy',
  'history',
  'hideNames',
] as const satisfies readonly (keyof CatalogSection)[]
