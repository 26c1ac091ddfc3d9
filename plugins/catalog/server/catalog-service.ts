import type { Entity, EntityPredicate } from '@portico/catalog/common'
import { defineService } from '@portico/core/server'
import { createTurn } from '@portico/core/server/worker'
import type { Facet, FactChange, IndexQuery } from './entity-index/entity-index.ts'
import type { CatalogExtensions } from './processing/process/extensions.ts'
import type { EntityProblem } from './health/entity-problems.ts'
import type { CatalogPast } from './history/bring-in-past.ts'
import type { CatalogDefinitions } from './history/definitions.ts'
import type { Processing } from './processing/create-processing.ts'
import type { Feed } from './reading/feed.ts'
import type { RootStore } from './reading/root-store.ts'
import { versionOf } from './reading/text-store.ts'
import type { EntityText, Texts } from './reading/texts.ts'

export { catalogChanged, type CatalogChanged } from './processing/write/catalog-changed.ts'
export type { EntityProblem } from './health/entity-problems.ts'
export type { CatalogPast } from './history/bring-in-past.ts'
export type { CatalogDefinition, CatalogDefinitions, CatalogDefinitionVersion } from './history/definitions.ts'
export type { PastChange } from './history/past.ts'
export type { RootLocation } from './reading/root-store.ts'

export interface EntityVersion {
  readonly ref: string
  /** Another one whenever anything but its relations and status has changed. */
  readonly version: string
}

/** The catalog for other plugins. It does not check permissions: plugins that show entities to users must. */
export interface Catalog {
  getEntity(ref: string): Promise<Entity | undefined>
  /**
   * In the order of the refs; undefined where there is none. Who follows `catalogChanged` gives the revision of the event: another
   * server may have written it, and this one have older texts in its cache for a moment. Who reads much in the background says `isBulk`: it
   * takes the place of nothing in the cache of those who read a few, and gets no long definitions.
   */
  getEntities(refs: readonly string[], options?: { readonly revision?: number; readonly isBulk?: boolean }): Promise<(Entity | undefined)[]>
  query(query: Partial<IndexQuery>): Promise<{ readonly entities: Entity[]; readonly total: number }>
  /**
   * The refs of all entities that meet a predicate, a batch at a time, for those who read only what has changed. One that comes, changes or goes
   * meanwhile may be as before or as after.
   */
  versions(query?: { readonly predicate?: EntityPredicate; readonly batchSize?: number }): AsyncIterable<readonly EntityVersion[]>
  /**
   * In which versions entities are, as `versions` tells them; undefined where this server does not know. They are never newer than what
   * `getEntities` reads afterwards.
   */
  versionsOf(refs: readonly string[], options?: { readonly revision?: number }): Promise<(string | undefined)[]>
  facets(key: string, predicate?: EntityPredicate): Promise<Facet[]>
  /**
   * Has this server's lists filtered and sorted by what another plugin knows: the key `facts.<name>`. It is not stored: whoever sets it does so on
   * every server, after each start and change.
   */
  setFacts(changes: readonly FactChange[]): Promise<void>
  /** Calls back after each change of the catalog that this process has seen. Returns the function that unsubscribes. */
  onChange(run: (revision: number | undefined) => void): () => void
  locations(): ReturnType<Processing['locations']['list']>
  /** Where the catalog begins: locations of config and registered ones, with how reading them goes. */
  roots: RootStore
  refresh(ref: string): Promise<boolean>
  /** The definitions of APIs, as they are and as they were. */
  definitions: CatalogDefinitions
  /** What is wrong with entities, by ref, as the health page lists it; those that are in order are left out. */
  problemsOf(refs: readonly string[]): Promise<ReadonlyMap<string, readonly EntityProblem[]>>
}

export const catalogService = defineService<Catalog>('catalog', {
  remote: ['getEntity', 'getEntities', 'query', 'versionsOf', 'facets', 'locations', 'refresh', 'problemsOf'],
  registers: ['onChange'],
})

/** For plugins that bring entities in: processors, providers, location types. */
export const catalogExtensions = defineService<CatalogExtensions>('catalog.extensions', {
  registers: ['addProcessor', 'addProvider', 'allowLocationType'],
})

/** For plugins that bring in what was known before this catalog. */
export const catalogPast = defineService<CatalogPast>('catalog.past')

/** The text of an API definition for a command that runs without a server: a file or `revision:path`, with what it refers to. */
export const readOfflineDefinition = async (name: string, cwd: string): Promise<string> =>
  (await import('./commands/offline-definition.ts')).readOfflineDefinition(name, cwd)

const versionsAtOnce = 1000

/** The service, over the index and the stored texts. */
export function createCatalogService({
  feed,
  texts: stored,
  processing,
  roots,
  definitions,
  problemsOf,
}: {
  readonly feed: Feed
  readonly texts: Texts
  readonly processing: Processing
  readonly roots: RootStore
  readonly definitions: CatalogDefinitions
  readonly problemsOf: Catalog['problemsOf']
}): Catalog {
  return {
    async getEntity(ref) {
      const text = await stored.byRef(ref.toLowerCase())
      return text && toEntity(text)
    },
    async getEntities(refs, { revision = 0, isBulk = false } = {}) {
      // Before the index is loaded everything is read from the database.
      if (feed.revision !== -1) await feed.reached(revision)
      const wanted = refs.map(ref => ref.toLowerCase())
      const texts = await (isBulk ? stored.jsonPastCache(wanted) : stored.jsonByRefs(wanted))
      const turn = createTurn()
      const entities: (Entity | undefined)[] = []
      for (const ref of wanted) {
        const json = texts.get(ref)
        entities.push(json === undefined ? undefined : (JSON.parse(json) as Entity))
        if (turn.isOver()) await turn.next()
      }
      return entities
    },
    async query(query) {
      const index = await feed.ready()
      const asked = { order: [], limit: 100, ...query }
      await index.prepare(asked)
      const { ids, total } = index.query(asked)
      const texts = await stored.byIds(ids)
      return { entities: ids.flatMap(id => texts.get(id) ?? []).map(toEntity), total }
    },
    async *versions({ predicate, batchSize = versionsAtOnce } = {}) {
      const index = await feed.ready()
      const asked = { predicate, order: [], limit: batchSize }
      await index.prepare(asked)
      for (let page = index.query(asked); ; page = index.query({ ...asked, from: { position: page.next, backwards: false } })) {
        yield await stored.versionsOf(page.ids)
        if (!page.next) return
      }
    },
    async versionsOf(refs, { revision = 0 } = {}) {
      if (feed.revision !== -1) await feed.reached(revision)
      return refs.map(ref => {
        const [id, coreRevision] = [feed.index.idOf(ref.toLowerCase()), feed.index.coreRevisionOf(ref.toLowerCase())]
        return id === undefined || coreRevision === undefined ? undefined : versionOf(id, coreRevision)
      })
    },
    facets: async (key, predicate) => (await feed.ready()).facets(key.toLowerCase(), predicate),
    setFacts: async changes => (await feed.ready()).applyFacts(changes),
    onChange: run => processing.onRevision(run),
    locations: () => processing.locations.list(),
    roots,
    definitions,
    refresh: ref => processing.refresh(ref.toLowerCase()),
    problemsOf: refs => problemsOf(refs.map(ref => ref.toLowerCase())),
  }
}

function toEntity(text: EntityText): Entity {
  return JSON.parse(String(text.bytes)) as Entity
}
