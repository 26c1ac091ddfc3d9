import type { Logger } from '@portico/core/server'
import { createHash } from 'node:crypto'
import type { DocumentRow } from '../../documents/document-store.ts'
import type { TypeRules } from '../../search-index/search-index.ts'
import type { LanguageName } from '../../text/languages.ts'
import type { SearchEngine } from '../engine.ts'
import { createCluster, engineFailed } from './cluster.ts'
import { createClusterSearch } from './cluster-search.ts'
import type { ElasticsearchSection } from './config.ts'
import { createIndices, toStored } from './indices.ts'

/** Documents and index in a cluster of Elasticsearch or OpenSearch. A run fills a new index, and an alias is moved to it at the end. */
export function createElasticsearchEngine(options: {
  readonly settings: ElasticsearchSection
  readonly languages: readonly LanguageName[]
  readonly log: Logger
  readonly rules: () => Readonly<Record<string, TypeRules>>
}): SearchEngine {
  const { settings, languages, log, rules } = options
  const cluster = createCluster(settings, log)
  const indices = createIndices(cluster, settings.indexPrefix ?? '', languages)
  const found = createClusterSearch({ cluster, indices, languages, rules })

  async function orFail<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      log.error({ error }, 'the search cluster could not answer')
      throw engineFailed(error)
    }
  }

  /** Documents in batches of the size that the cluster should get. */
  async function write(index: string, type: string, rows: readonly DocumentRow[], action: 'create' | 'index'): Promise<void> {
    for (let at = 0; at < rows.length; at += settings.batchSize) {
      const lines = rows
        .slice(at, at + settings.batchSize)
        .flatMap(row => [
          { [action]: { _index: index, _id: idOf(row.location) } },
          toStored(type, row, rules()[type]?.hasSections ?? false),
        ])
      await cluster.bulk(lines)
    }
  }

  return {
    name: settings.provider,
    async start() {
      // A cluster that is away at the start is asked again by every query and run.
      for (const { name, body } of settings.indexTemplates)
        await cluster
          .call('PUT', `/_index_template/${encodeURIComponent(name)}`, body)
          .catch((error: unknown) => log.error({ error, name }, 'an index template could not be written to the search cluster'))
    },
    stop: async () => {},
    async warmUp() {},
    prepare() {},
    async beginRun(type) {
      const index = await indices.create(type)
      const locations = new Set<string>()
      return {
        async add(rows) {
          for (const { location } of rows) locations.add(location)
          // What a live change has written meanwhile is newer than what the run has read.
          await write(index, type, rows, 'create')
        },
        count: async () => locations.size,
        async publish() {
          await indices.publish(type, index)
          return locations.size
        },
        discard: () => indices.remove(index),
      }
    },
    async replaceGroups(type, groups, rows) {
      const targets = await indices.targets(type)
      const current = targets.length > 0 ? targets : [await indices.publishEmpty(type)]
      const kept = rows.map(({ location }) => idOf(location))
      for (const index of current) {
        await cluster.call('POST', `/${index}/_delete_by_query?conflicts=proceed&refresh=true`, {
          query: { bool: { filter: [{ terms: { 'portico.group': groups } }], must_not: [{ ids: { values: kept } }] } },
        })
        await write(index, type, rows, 'index')
        await cluster.call('POST', `/${index}/_refresh`)
      }
    },
    query: query => orFail(() => found.page(query)),
    facets: (query, fields) => orFail(() => found.facets(query, fields)),
    types: () =>
      orFail(async () => {
        const types = Object.keys(rules())
        const isThere = await Promise.all(types.map(indices.isThere))
        return types.filter((_, at) => isThere[at])
      }),
    sizes: async () => {
      const types = Object.keys(rules())
      const sizes = await Promise.all(types.map(type => indices.size(type).catch(() => undefined)))
      return types.flatMap((type, at) => (sizes[at] ? [{ type, ...sizes[at] }] : []))
    },
    size: async () => undefined,
  }
}

function idOf(location: string): string {
  return createHash('sha1').update(location).digest('hex')
}
