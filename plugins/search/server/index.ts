import { catalogService } from '@portico/catalog/server'
import { AppError } from '@portico/core/common'
import { bytes, defineServerPlugin, identityPort } from '@portico/core/server'
import { parseQueryParams, searchApi, searchPaths, searchPermissions } from '@portico/search/common'
import { registerCatalog } from './catalog/catalog-source.ts'
import { createOfflineIndex, offlineIndexService, runRequested } from './commands/offline-index.ts'
import { searchSections } from './config.ts'
import { createCollation } from './documents/collate.ts'
import { createCollationStore } from './documents/collation-store.ts'
import { createDocumentStore } from './documents/document-store.ts'
import { createGroupVersionStore } from './documents/group-version-store.ts'
import { createSources } from './documents/sources.ts'
import { createElasticsearchEngine } from './engines/elasticsearch/elasticsearch-engine.ts'
import { createPortalEngine } from './engines/portal/portal-engine.ts'
import { typeNotFound } from './errors.ts'
import { createSearchMetrics } from './metrics.ts'
import * as search from './migrations/0001-search.ts'
import * as changeOrder from './migrations/0002-change-order.ts'
import * as groupVersion from './migrations/0003-group-version.ts'
import * as indexPart from './migrations/0004-index-part.ts'
import { createQuestionStore } from './questions/question-store.ts'
import { createQuestions } from './questions/questions.ts'
import { searchService } from './search-service.ts'
import { createIndexPresence } from './searching/index-presence.ts'
import { createSearching, type Ask } from './searching/searching.ts'
import { createVisibility } from './searching/visibility.ts'
import { createStatus } from './status.ts'

export { toLocation } from './documents/location.ts'
export * from './search-service.ts'

function ignoreConflict(error: unknown): void {
  if (!(error instanceof AppError && error.name === 'ConflictError')) throw error
}

const taskId = (type: string) => `collate-${type}`

/** One index over everything: documents that plugins bring, found by whoever may see them. */
export const searchPlugin = defineServerPlugin({
  id: 'search',
  config: searchSections,
  uses: { catalog: catalogService, identity: identityPort },
  provides: { search: searchService, offlineIndex: offlineIndexService },
  offline: (db, core) => ({ offlineIndex: createOfflineIndex(db, core) }),
  commands: async () => (await import('./commands/search-commands.ts')).searchCommands,
  migrations: {
    '0001-search': search,
    '0002-change-order': changeOrder,
    '0003-group-version': groupVersion,
    '0004-index-part': indexPart,
  },
  permissions: { permissions: searchPermissions },
  setup(core, { catalog, identity }) {
    const { config, onConfig, db, log, implement, onStart, onWarmUp, onStop, work, security, telemetry, server } = core
    let section = config.search
    let { pageLimit } = config['search.query']
    onConfig('search', next => void (section = next), ['maxPageLimit', 'maxTermLength', 'permissions'])
    onConfig('search.query', next => void ({ pageLimit } = next))
    const store = createDocumentStore(db)
    const collations = createCollationStore(db)
    const questionStore = createQuestionStore(db)
    const questions = createQuestions({ store: questionStore, log })
    const rules = () =>
      Object.fromEntries(
        sources.types.map(type => {
          const { fields = {}, boost = 1 } = sources.get(type)!
          return [type, { fields, boost }]
        }),
      )
    const { elasticsearch: cluster, languages } = section
    const engine = cluster
      ? createElasticsearchEngine({ settings: cluster, languages, log, rules })
      : createPortalEngine({ store, versions: createGroupVersionStore(db), log, work, languages, rules })
    const sources = createSources({
      settingsOf: key => (section.collators as Readonly<Record<string, Readonly<Record<string, unknown>>>>)[key] ?? {},
      updatesOf: source => ({
        replace: (groups, versions) => collation.replace(source, groups, versions),
        runSoon: () => runWhole(source.type),
        settings: () => sources.settings(source),
      }),
      onSource: (source, schedule) =>
        work.scheduler.schedule({
          ...schedule,
          id: taskId(source.type),
          description: `Reads all search documents of type ${source.type}`,
          run: signal => collation.run(source, signal),
        }),
    })
    /** On whichever server: everything is read again, also what seems not to have changed. */
    async function runWhole(type: string): Promise<void> {
      await engine.versions?.forget(type)
      await work.scheduler.trigger(taskId(type))
    }
    const collation = createCollation({ engine, store: collations, sources, log })
    registerCatalog({ search: sources.service, catalog, events: work.events, settings: () => section.collators.catalog })

    let revision = 0
    const unsubscribe = catalog.onChange(next => void (revision = next ?? revision + 1))
    const metrics = createSearchMetrics(telemetry.meter, () => engine.sizes())
    const searching = createSearching({
      engine,
      sources,
      visibilityOf: createVisibility({ security, sources, revision: () => revision }),
      identity,
      settings: () => ({ ...section, pageLimit }),
      indexPresence: createIndexPresence({ engine, collations }),
      onAnswer(answered) {
        metrics.answered(answered)
        questions.add(answered)
      },
    })
    const status = createStatus({ engine, sources, collations, questions: questionStore })
    server.inspection.reportProblems('search', status.problems)
    work.scheduler.schedule({
      id: 'tidy',
      description: 'Removes documents of types that no plugin registers any more',
      frequency: { hours: 24 },
      initialDelay: { minutes: 5 },
      timeout: { minutes: 5 },
      run: () => store.tidy(sources.types),
    })
    work.scheduler.schedule({
      id: 'record-questions',
      description: 'Records what was searched for, without who',
      frequency: { minutes: 1 },
      timeout: { minutes: 1 },
      scope: 'local',
      run: () => questions.write(),
    })

    work.events.subscribe({
      id: 'search-run',
      events: [runRequested],
      async run({ payload }) {
        // One that runs already is as good as a new one.
        for (const type of payload.types) if (sources.get(type)) await runWhole(type).catch(ignoreConflict)
      },
    })

    const toAsk = (query: Readonly<Record<string, unknown>>): Ask => ({
      ...query,
      ...parseQueryParams(query),
      explain: query['explain'] === 'true',
    })
    implement(searchApi, {
      query: async ({ caller, query }) => bytes(await searching.query(caller, toAsk(query))),
      getFacets: ({ caller, query }) => searching.facets(caller, toAsk(query)),
      listTypes: async ({ caller }) => ({ types: (await searching.facets(caller, {})).types }),
      getStatus: () => status.read(),
      runType: async ({ caller, params, request }) => {
        if (!sources.get(params.type)) throw typeNotFound(params.type)
        await runWhole(params.type)
        await security.audit.record({ caller, action: 'search.index.run', subject: params.type, result: 'success', requestId: request.id })
      },
    })
    server.onPageRequest(searchPaths.search, engine.prepare)
    onStart(() => engine.start())
    onWarmUp(() => engine.warmUp())
    onStop(async () => {
      unsubscribe()
      await questions.flush()
      await engine.stop()
    })
    return { search: sources.service, offlineIndex: createOfflineIndex(db, work) }
  },
})
