import { frontendSections, ScheduleConfig, unused } from '@portico/core/server'
import { searchPageSection, searchQuerySection } from '@portico/search/common'
import { z } from 'zod'
import { ElasticsearchSection } from './engines/elasticsearch/config.ts'
import { languageNames } from './text/languages.ts'

const collator = z.looseObject({
  schedule: ScheduleConfig.exactOptional().describe('When everything of the type is read again; every 10 minutes by default'),
})

const filter = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

const catalogCollator = collator.extend({
  locationTemplate: z
    .string()
    .min(1)
    .default('/catalog/:namespace/:kind/:name')
    .describe('Where results lead, with :namespace, :kind and :name'),
  filter: z
    .union([filter, z.array(filter)])
    .exactOptional()
    .describe('Which entities can be found, as filters of the catalog; all by default'),
  batchSize: z.int().min(1).max(5000).default(100).describe('How many entities are read at a time'),
})

const docsCollator = collator.extend({
  locationTemplate: z
    .string()
    .min(1)
    .default('/docs/:namespace/:kind/:name/:path')
    .describe('Where results lead, with :namespace, :kind, :name and :path'),
  parallelismLimit: unused('has no effect: sections are read from the database'),
})

/** `search`: what can be found, and by what. */
export const SearchSection = z.object({
  maxPageLimit: z.int().min(1).default(100).describe('The maximum number of results on a page'),
  maxTermLength: z.int().min(1).max(10_000).default(100).describe('The maximum number of characters of a term'),
  languages: z
    .array(z.enum(languageNames))
    .default(['english'])
    .describe('What documents are written in: forms of a word find each other, and words like "the" say nothing by themselves'),
  permissions: z
    .object({
      queryLatencyBudgetMs: z
        .number()
        .positive()
        .default(1000)
        .describe('How long search may check which results a caller may see; after that the number of results is left out'),
    })
    .prefault({}),
  collators: z
    .object({ catalog: catalogCollator.prefault({}), techdocs: docsCollator.prefault({}) })
    .catchall(collator)
    .prefault({})
    .describe('How the documents of each type are read'),
  elasticsearch: ElasticsearchSection.exactOptional().describe(
    'A cluster of Elasticsearch or OpenSearch instead of the index of the portal',
  ),
})
export type SearchSection = z.output<typeof SearchSection>

export const searchSections = {
  search: SearchSection.prefault({}),
  ...frontendSections(searchQuerySection, searchPageSection),
  'search.pg': unused('has no effect: the index is in memory, the documents are in PostgreSQL'),
}
