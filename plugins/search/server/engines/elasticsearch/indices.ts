import type { SearchDocument } from '@portico/search/common'
import { randomUUID } from 'node:crypto'
import type { DocumentRow } from '../../documents/document-store.ts'
import type { LanguageName } from '../../text/languages.ts'
import type { Cluster } from './cluster.ts'

/** What a document is in the cluster: its fields, and ours beside them. */
export function toStored(type: string, { location, group, body }: DocumentRow, hasSections: boolean): object {
  const { authorization, ...document } = JSON.parse(body) as SearchDocument
  const ref = authorization?.resourceRef
  const page = hasSections ? location.replace(/#.*$/s, '') : location
  return { ...document, portico: { type, location, page, group, changedAt: new Date().toISOString(), ...(ref !== undefined && { ref }) } }
}

const keyword = { type: 'keyword', ignore_above: 8000 }
/** A text is also there in the stems of each language: `title.english`. */
function mappingsFor(languages: readonly LanguageName[]) {
  const stems = Object.fromEntries(languages.map(language => [language, { type: 'text', analyzer: language }]))
  return {
    dynamic_templates: [
      {
        texts: {
          match_mapping_type: 'string',
          mapping: { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 }, ...stems } },
        },
      },
    ],
    properties: {
      annotations: { type: 'object', enabled: false },
      portico: {
        properties: { type: keyword, location: keyword, page: keyword, group: keyword, ref: keyword, changedAt: { type: 'date' } },
      },
    },
  }
}

/** The indices of a type: one behind the alias that is searched, and one behind another while a run fills it. */
export function createIndices(cluster: Cluster, prefix: string, languages: readonly LanguageName[]) {
  const mappings = mappingsFor(languages)
  const searched = (type: string) => `${prefix}${type.toLowerCase()}-index__search`
  const building = (type: string) => `${prefix}${type.toLowerCase()}-index__building`

  async function behind(alias: string): Promise<string[]> {
    return Object.keys((await cluster.find<Record<string, unknown>>(`/_alias/${alias}`)) ?? {})
  }

  async function create(type: string, alias = building(type)): Promise<string> {
    // What a run of a server that died has left behind.
    for (const index of alias === building(type) ? await behind(alias) : []) await remove(index)
    const index = `${prefix}${type.toLowerCase()}-index__${Date.now()}-${randomUUID().slice(0, 8)}`
    await cluster.call('PUT', `/${index}`, { mappings, aliases: { [alias]: {} } })
    return index
  }

  async function remove(index: string): Promise<void> {
    await cluster.call('DELETE', `/${index}`)
  }

  // An index of an older version knows no pages until the next run replaces it.
  const withPages = new Set<string>()
  async function hasPages(type: string): Promise<boolean> {
    if (withPages.has(type)) return true
    const fields = await cluster.find<Record<string, { mappings?: object }>>(`/${searched(type)}/_mapping/field/portico.page`)
    const isKnown = Object.values(fields ?? {}).every(({ mappings = {} }) => Object.keys(mappings).length > 0)
    if (isKnown && fields !== undefined) withPages.add(type)
    return isKnown
  }

  return {
    searched,
    create,
    /** Whether all documents of these types say to which page they belong. */
    havePages: async (types: readonly string[]): Promise<boolean> => (await Promise.all(types.map(hasPages))).every(Boolean),
    remove,
    /** Whether there is an index of a type that is searched. */
    isThere: async (type: string): Promise<boolean> => (await behind(searched(type))).length > 0,
    /** Where live changes are written: what is searched, and what is to be. */
    targets: async (type: string): Promise<string[]> => [
      ...new Set([...(await behind(searched(type))), ...(await behind(building(type)))]),
    ],
    /** The first documents of a type may come before its first run. */
    publishEmpty: (type: string): Promise<string> => create(type, searched(type)),
    /** What is searched is from now on this index, at one moment; the one before is removed. */
    async publish(type: string, index: string): Promise<void> {
      const before = (await behind(searched(type))).filter(name => name !== index)
      await cluster.call('POST', `/${index}/_refresh`)
      await cluster.call('POST', '/_aliases', {
        actions: [
          { add: { index, alias: searched(type) } },
          { remove: { index, alias: building(type) } },
          ...before.map(name => ({ remove: { index: name, alias: searched(type) } })),
        ],
      })
      for (const name of before) await remove(name)
    },
    async size(type: string) {
      if ((await behind(searched(type))).length === 0) return undefined
      const found = await cluster.call<{ hits: { total: { value: number } }; aggregations?: { newest?: { value?: number | null } } }>(
        'POST',
        `/${searched(type)}/_search`,
        { size: 0, track_total_hits: true, aggs: { newest: { max: { field: 'portico.changedAt' } } } },
      )
      return { documents: found.hits.total.value, bytes: 0, changedAt: new Date(found.aggregations?.newest?.value ?? Date.now()) }
    },
  }
}

export type Indices = ReturnType<typeof createIndices>
