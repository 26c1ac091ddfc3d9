import type { Schedule } from '@portico/core/server'
import type { SearchDocument } from '@portico/search/common'
import type { TypeRules } from '../search-index/search-index.ts'
import type { DocumentDecorator, DocumentSource, DocumentUpdates, Search } from '../search-service.ts'

/** What the sources of documents have registered. */
export type Sources = ReturnType<typeof createSources>

const defaultSchedule: Schedule = { frequency: { minutes: 10 }, timeout: { minutes: 15 }, initialDelay: { seconds: 3 } }

/** The sources and decorators of plugins, as they come and go. */
export function createSources(options: {
  readonly settingsOf: (key: string) => Readonly<Record<string, unknown>>
  readonly updatesOf: (source: DocumentSource) => Omit<DocumentUpdates, 'unregister'>
  /** Begins to read it. Returns the function that ends that. */
  readonly onSource: (source: DocumentSource, schedule: Schedule) => () => Promise<void>
}) {
  const sources = new Map<string, DocumentSource>()
  const decorators = new Set<DocumentDecorator>()

  const service: Search = {
    registerSource(source) {
      if (!/^[\w-]{1,64}$/.test(source.type)) throw new Error(`'${source.type}' cannot be a type of search documents`)
      if (sources.has(source.type)) throw new Error(`Search documents of type '${source.type}' are registered twice`)
      sources.set(source.type, source)
      const schedule = options.settingsOf(source.configKey ?? source.type)['schedule'] as Schedule | undefined
      const end = options.onSource(source, schedule ?? source.schedule ?? defaultSchedule)
      return {
        ...options.updatesOf(source),
        async unregister() {
          if (sources.get(source.type) === source) sources.delete(source.type)
          await end()
        },
      }
    },
    registerDecorator(decorator) {
      decorators.add(decorator)
      return () => void decorators.delete(decorator)
    },
  }

  /** A document as all decorators leave it. */
  async function decorate(type: string, document: SearchDocument): Promise<readonly SearchDocument[]> {
    let documents: readonly SearchDocument[] = [document]
    for (const decorator of decorators) {
      if (decorator.types && !decorator.types.includes(type)) continue
      const decorated = await Promise.all(documents.map(each => decorator.decorate(each)))
      documents = decorated.flat()
    }
    return documents
  }

  return {
    service,
    decorate,
    isDecorated: (type: string): boolean => [...decorators].some(({ types }) => !types || types.includes(type)),
    get: (type: string): DocumentSource | undefined => sources.get(type),
    get types(): readonly string[] {
      return [...sources.keys()]
    },
    /** How documents are ranked, by type. */
    rules: (): Readonly<Record<string, TypeRules>> =>
      Object.fromEntries(
        [...sources].map(([type, { fields = {}, boost = 1, hasSections = false }]) => [type, { fields, boost, hasSections }]),
      ),
    /** `search.collators.<key>` of a source. */
    settings: (source: DocumentSource) => options.settingsOf(source.configKey ?? source.type),
  }
}
