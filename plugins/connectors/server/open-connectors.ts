import { catalogChanged, type Catalog } from '@portico/catalog/server'
import { connectorsPageSection, factsChanged } from '@portico/connectors/common'
import { defineEvent } from '@portico/core/common'
import { createFileWatcher, type Core, type IdentityPort } from '@portico/core/server'
import type { Integrations } from '@portico/integrations/server'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { ConnectorsTables } from './migrations/tables.ts'
import { createActing } from './acting/run-action.ts'
import type { connectorsSections, ConnectorsSection } from './config.ts'
import { computed, createConnectors, targetProblemsOf, type Connector } from './connectors.ts'
import { findFiles, foldersOf } from './documents/document-files.ts'
import { createDocuments } from './documents/documents.ts'
import { createExpressions } from './expressions/expressions.ts'
import type { openFacts } from './facts/open-facts.ts'
import { createLastRequests } from './operating/last-requests.ts'
import { createOperating } from './operating/operating.ts'
import { createLimits } from './requests/limits.ts'
import { createRequestRunner } from './requests/run-request.ts'
import { createSender } from './requests/sender.ts'
import { connectorRoutes } from './routes.ts'
import { createMatching } from './schedule/matching.ts'
import { createOutcomeWriter } from './schedule/outcome-writer.ts'
import { createItemRunner } from './schedule/run-items.ts'
import { createSchedule } from './schedule/schedule.ts'
import { createWorkStore, type WorkStore } from './schedule/work-store.ts'
import { createTargetClient } from './targets/target-client.ts'
import { createEntityTools } from './views/entity-tools.ts'
import { createEntityViews, factsOfViews } from './views/entity-views.ts'
import { createOwnStates } from './views/own-states.ts'
import { createWebhooks } from './webhooks/webhooks.ts'

/** Something is due that a server should not wait for. */
const workDue = defineEvent('connectors.work-due', z.object({}))

interface Dependencies {
  readonly catalog: Catalog
  readonly integrations: Integrations
  readonly identity: IdentityPort
  readonly facts: ReturnType<typeof openFacts>
  readonly section: () => ConnectorsSection
}

/** Connectors with everything that they need: documents, expressions, a schedule, routes. */
export function openConnectors(
  core: Core<typeof connectorsSections>,
  { catalog, integrations, identity, facts: opened, section }: Dependencies,
) {
  const { log, db, server } = core
  const { events, jobs } = core.work
  const { permissions, audit } = core.security
  const { definitions, facts, store: factStore, visible, reading } = opened

  const expressions = createExpressions(core.work.expressions)
  const documents = createDocuments({ expressions, folder: server.folder, onAdded: () => hasStarted && reloadSoon() })
  const connectors = createConnectors({ documents, definitions, integrations })
  const work = createWorkStore(db)
  const limits = createLimits()
  const lastRequests = createLastRequests()
  const maxBytes = () => section().maxMegabytes * 2 ** 20
  const client = createTargetClient({ integrations, timeoutMs: () => section().timeout, maxBytes })
  const sender = createSender({ client, limits, record: lastRequests.record })
  const requestRunner = createRequestRunner({ expressions, sender, maxBytes })
  const runner = createItemRunner({ expressions, runner: requestRunner, factStore, definitions })
  const wake = () => schedule.wake()
  const wakeAll = () => events.publish(workDue, {})
  const together = <T>(run: (within: WorkStore) => Promise<T>) =>
    (db as Kysely<ConnectorsTables>).transaction().execute(trx => run(createWorkStore(trx)))
  const writer = createOutcomeWriter({ facts, factStore, work, together, log, onDue: wake })
  const schedule = createSchedule({ catalog, connectors, limits, store: work, runner, writer, log, lastRequests: lastRequests.of })
  const matching = createMatching({ catalog, connectors, expressions, store: work, facts, wake, log })
  const matchAll = jobs.define({
    name: 'match-connector',
    payload: z.object({ connector: z.string() }),
    concurrency: 1,
    run: async ({ payload, signal }) => void (await matching.whole(payload.connector, signal)),
  })
  const entityViews = createEntityViews({ connectors, definitions, factStore, facts, work, expressions, permissions })
  const operating = createOperating({ connectors, definitions, work, catalog, visible, wake: () => void wakeAll(), factStore, unused })

  let hasStarted = false
  const reloadSoon = () => void reload().catch((error: unknown) => log.warn({ error }, 'the documents of connectors could not be read'))
  /** What the config names and nobody has. */
  function unused(): string[] {
    const names = new Set(connectors.all().map(({ name }) => name))
    return [
      ...documents.unmatched().map(pattern => `connectors.files: '${pattern}' finds no file`),
      ...Object.keys(section().targets)
        .filter(name => !names.has(name))
        .map(name => `connectors.targets.${name}: there is no connector of this name`),
    ]
  }

  const watcher = createFileWatcher({
    onChange: reloadSoon,
    onProblem: message => log.warn(message),
  })

  /** One after the other: a change while it reads is read afterwards. */
  let reloading: Promise<void> = Promise.resolve()
  let before = ''
  let versions = new Map<string, Connector['document']>()
  function reload(): Promise<void> {
    const next = reloading.catch(() => {}).then(apply)
    reloading = next
    return next
  }

  async function apply(): Promise<void> {
    const { files } = section()
    await documents.read(files)
    connectors.apply(section())
    watcher.update([...findFiles(files, server.folder), ...foldersOf(files, server.folder).map(folder => `${folder}/*`)])
    for (const { name, file, problems, connector } of connectors.all())
      for (const { line, column, key, message } of problems)
        log.warn(
          { connector: name, file, line, column, key },
          `the connector '${name}' ${connector ? 'stays as it was' : 'is off'}: ${message}`,
        )
    for (const state of connectors.all())
      for (const { key, message } of targetProblemsOf(state)) log.warn({ connector: state.name, key }, message)
    for (const message of unused()) log.warn(message)
    const active = connectors.active()
    const now = JSON.stringify(active.map(({ name, document, targets, requests }) => [name, document, requests, [...targets.keys()]]))
    if (now === before) return schedule.wake()
    const changed = active.filter(({ name, document }) => (versions.get(name) ?? document) !== document)
    versions = new Map(active.map(({ name, document }) => [name, document]))
    before = now
    schedule.forgetValidators()
    await work.removeOtherConnectors(active.map(({ name }) => name))
    // A mistake in a document is no reason to lose what is known.
    for (const { name, connector, state } of connectors.all())
      if (state !== 'invalid') await factStore.removeOthers(name, connector?.factNames ?? [])
    for (const { name } of active) await matchAll.add({ connector: name }, { key: name })
    // Values of what is written otherwise now are read at once.
    for (const { name } of changed) await work.hurry({ connector: name })
    schedule.wake()
  }

  core.onConfig('connectors', () => reload(), ['files', 'targets', 'packs', 'timeout', 'maxMegabytes'])
  integrations.onChange(() => reload())
  core.onStart(async () => {
    hasStarted = true
    await reload()
    schedule.start()
  })
  core.onStop(async () => {
    watcher.close()
    await schedule.stop()
  })
  core.onStop(events.listen([workDue], wake))
  events.subscribe({ id: 'connectors.match', events: [catalogChanged], run: ({ payload }) => matching.follow(payload) })
  events.subscribe({ id: 'connectors.compute', events: [factsChanged], run: ({ payload }) => computeAgain(payload.changes) })
  server.inspection.reportProblems('connectors', operating.problems)
  server.onPageConfig(connectorsPageSection, () => {
    const active = connectors.active()
    return {
      annotations: annotationsOf(active),
      columns: shownFacts(active, 'column'),
      states: shownFacts(active, 'state'),
      filters: active.flatMap(({ name, document }) =>
        definitions
          .all()
          .filter(({ source, indexed, type }) => source === name && indexed && type !== 'date')
          .map(({ name: fact, title, type, labels }) => ({
            fact,
            isState: type === 'state',
            ...(labels && { labels }),
            title: `${document.metadata.title}: ${title}`,
            field: type === 'number' ? `facts.${fact}.range` : `facts.${fact}`,
          })),
      ),
      widgets: active.flatMap(connector => {
        const { title: ofTool, icon } = connector.document.metadata
        return factsOfViews(connector, 'widget', definitions).map(({ title, at }) => ({
          id: `${connector.name}-${at + 1}`,
          connector: connector.name,
          title: title || ofTool,
          ...(icon !== undefined && { icon }),
        }))
      }),
    }
  })

  /** What pages have to know of facts before they ask for values. */
  function shownFacts(active: readonly Connector[], type: 'column' | 'state') {
    return active.flatMap(connector =>
      factsOfViews(connector, type, definitions).flatMap(({ title, facts: [fact] }) => {
        if (!fact) return []
        const { description: _description, ...known } = fact
        const { title: ofTool } = connector.document.metadata
        // Several tools have a fact 'Open'.
        return [{ connector: connector.name, title: type === 'state' ? ofTool : `${ofTool}: ${title}`, fact: known }]
      }),
    )
  }

  /** Facts that are computed from those of others follow them. */
  async function computeAgain(changes: readonly { readonly entityRef: string; readonly names: readonly string[] }[]): Promise<void> {
    for (const connector of connectors.active()) {
      if (!connector.requests.some(({ name }) => name === computed)) continue
      const foreign = new Set(connector.reads.filter(name => !name.startsWith(`${connector.name}.`)))
      const refs = changes.filter(({ names }) => names.some(name => foreign.has(name))).map(({ entityRef }) => entityRef)
      if (refs.length > 0) await work.hurry({ connector: connector.name, entityRefs: refs, requests: [computed] })
    }
  }

  const routes = connectorRoutes({
    facts: opened.routes,
    tools: createEntityTools({ visible, views: entityViews, work, limits, connectors, runner, wakeAll }),
    acting: createActing({
      connectors,
      visible,
      permissions,
      expressions,
      views: entityViews,
      sender,
      work,
      catalog,
      audit,
      wake: () => void wakeAll(),
    }),
    webhooks: createWebhooks({ connectors, expressions, catalog, work, wake: () => void wakeAll() }),
    states: createOwnStates({ connectors, definitions, catalog, identity, reading }),
    operating,
  })
  return { routes, documents: documents.service }
}

/** The annotations by which connectors match. One that a connector takes of every kind needs no kinds. */
function annotationsOf(connectors: readonly Connector[]): { key: string; kinds?: string[] }[] {
  const found = new Map<string, string[] | undefined>()
  for (const { keys, document } of connectors) {
    const kinds = document.spec.kinds?.map(kind => kind.toLowerCase())
    for (const key of keys) {
      const before = found.get(key)
      found.set(key, found.has(key) && !before ? undefined : kinds && [...new Set([...(before ?? []), ...kinds])])
    }
  }
  return [...found].map(([key, kinds]) => ({ key, ...(kinds && { kinds }) }))
}
