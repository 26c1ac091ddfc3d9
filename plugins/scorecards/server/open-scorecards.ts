import { kindsOf, scorecardsPageSection, scorecardsPaths } from '@portico/scorecards/common'
import type { Catalog } from '@portico/catalog/server'
import type { Facts } from '@portico/connectors/server'
import type { Core, IdentityPort } from '@portico/core/server'
import type { Integrations } from '@portico/integrations/server'
import { notificationsOn } from '@portico/notifications/server'
import { randomBytes, randomUUID } from 'node:crypto'
import type { scorecardsSections } from './config.ts'
import { createDocuments, readLocations } from './documents/documents.ts'
import { createDocumentStore } from './documents/document-store.ts'
import { createEditing } from './documents/editing.ts'
import { createPreview } from './documents/preview.ts'
import { createWhatIf } from './documents/what-if.ts'
import { createEvaluator } from './evaluating/evaluator.ts'
import { openEvaluation } from './evaluating/open-evaluation.ts'
import { createExemptionStore } from './exemptions/exemption-store.ts'
import { createExemptions } from './exemptions/exemptions.ts'
import { createPastStore } from './past/past-store.ts'
import { createScorecardsPast } from './past/past.ts'
import { createBadges } from './programs/badges.ts'
import { createCauseStore } from './results/cause-store.ts'
import { createPendingStore, priorities } from './results/pending-store.ts'
import { createResultIndex } from './results/result-index.ts'
import { createResultStore } from './results/result-store.ts'
import { documentsChanged } from './results/results-changed.ts'
import { createVisibility } from './results/visibility.ts'
import { createCampaigns } from './scoring/campaign-views.ts'
import { createDocumentViews } from './scoring/document-views.ts'
import { createEntityHistory } from './scoring/entity-history.ts'
import { createEntityPage } from './scoring/entity-page.ts'
import { createEntityRows } from './scoring/entity-rows.ts'
import { createSteps } from './scoring/next-steps.ts'
import { createOverview } from './scoring/overview.ts'
import { createReading } from './scoring/reading.ts'
import { createTeams } from './scoring/teams.ts'
import { openReminders } from './telling/open-reminders.ts'
import { createScoreFacts } from './telling/score-facts.ts'
import { createTell } from './telling/tell.ts'
import { createTelling } from './telling/tell-changes.ts'
import { createWebhooks } from './telling/webhooks.ts'

export interface ScorecardsDependencies {
  readonly catalog: Catalog
  readonly integrations: Integrations
  readonly identity: IdentityPort
  readonly facts: Facts | undefined
}

const badgeKeyMark = 'badge-key'
const readTask = 'read-documents'

/** Everything that scorecards consist of, put together. */
export function openScorecards(core: Core<typeof scorecardsSections>, { catalog, integrations, identity, facts }: ScorecardsDependencies) {
  const { db, log, work, security, server } = core
  let section = core.config.scorecards
  core.onConfig('scorecards', async changed => {
    section = changed
    await documents.reload()
    await readConfigured()
  })
  // What the config names may be another than when the server last ran, or before the config changed.
  core.onStart(() => readConfigured())

  const evaluator = createEvaluator(work.expressions)
  const store = createResultStore(db)
  const causes = createCauseStore(db)
  const pending = createPendingStore(db)
  const index = createResultIndex({ store, causes })
  const documentStore = createDocumentStore(db)
  const documents = createDocuments({ store: documentStore, evaluator, section: () => section, log })
  const visibility = createVisibility(security)
  const reading = createReading({ index, documents, causes, visibility, store, catalog })
  const exemptionStore = createExemptionStore(db)
  const tell = createTell(notificationsOn(work.events))
  const webhooks = createWebhooks({ jobs: work.jobs, webhooks: () => section.webhooks, log })
  const storeFacts = createScoreFacts({ board: reading.board, facts })
  const telling = createTelling({ board: reading.board, tell, webhooks, storeFacts })
  const evaluation = openEvaluation(core, {
    catalog,
    facts,
    store,
    causes,
    evaluator,
    exemptionsOf: exemptionStore.active,
    documents,
    documentStore,
    pending,
    index,
    onChanged: telling,
    onScoring: storeFacts,
  })

  async function onDocumentsChanged(): Promise<void> {
    await documents.reload()
    await work.events.publish(documentsChanged, { changed: randomUUID() })
    await evaluation.followDocuments()
  }
  async function readConfigured(): Promise<void> {
    // One that runs already is enough.
    await work.scheduler.trigger(readTask).catch(() => {})
    await evaluation.followDocuments()
  }

  const exemptions = createExemptions({
    store: exemptionStore,
    documents,
    reading,
    permissions: security.permissions,
    identity,
    audit: security.audit,
    approvers: () => section.approvers,
    tell,
    webhooks,
    evaluate: refs => evaluation.add(refs, { priority: priorities.input }),
  })
  const history = createEntityHistory({ store, causes, visibility })
  const steps = createSteps({ catalog, facts, evaluator, history, visibility })
  const rows = createEntityRows({ reading, resultOf: history.resultOf })
  const views = createDocumentViews({ reading, documents, causes, permissions: security.permissions, exemptions: () => exemptions })
  const campaigns = createCampaigns({ reading, documents, views, store, causes })
  const { audit } = security
  const editing = createEditing({
    documents,
    store: documentStore,
    evaluator,
    facts,
    integrations,
    audit,
    proposals: () => section.proposals,
    onChanged: onDocumentsChanged,
  })
  const signingKey = async () => Buffer.from(await documentStore.markValue(badgeKeyMark, () => randomBytes(32).toString('hex')), 'hex')
  server.onPageConfig(scorecardsPageSection, () => {
    const checks = [...reading.board().documents.checks.values()].filter(({ document }) => document.spec.state === 'active')
    return { kinds: kindsOf(checks.map(({ document }) => document.spec.filter)) }
  })
  const appUrl = server.discovery.appUrl()
  const badges = createBadges({
    reading,
    index,
    signingKey,
    apiUrl: `${appUrl.replace(/\/$/, '')}/api/scorecards`,
    pageUrl: ref => `${appUrl.replace(/\/$/, '')}${scorecardsPaths.entity(ref)}`,
  })

  openReminders(core, {
    store,
    documentStore,
    exemptions: exemptionStore,
    documents,
    reading,
    causes,
    view: () => index.now().entities,
    tell,
    webhooks,
    cron: section.digest.cron,
  })
  work.scheduler.schedule({
    id: readTask,
    description: 'Reads checks, scorecards and campaigns from files',
    frequency: section.readEvery,
    timeout: { minutes: 10 },
    async run(signal) {
      if (await readLocations({ store: documentStore, section: () => section, log }, integrations, signal)) await onDocumentsChanged()
    },
  })
  work.scheduler.schedule({
    id: 'prune-history',
    description: 'Deletes changes of results that are older than they are kept',
    frequency: { hours: 24 },
    timeout: { minutes: 30 },
    initialDelay: { minutes: 20 },
    run: () => store.prune(new Date(Date.now() - section.history)),
  })
  core.onWarmUp(async () => {
    await Promise.all([index.ready(), documents.reload()])
    index.start(error => log.warn({ error }, 'results could not be followed'))
  })
  core.onStop(index.stop)

  return {
    overview: createOverview({ reading, pending, store, causes }),
    rows,
    page: createEntityPage({ reading, history, steps, exemptions, exemptionStore, catalog }),
    history,
    teams: createTeams({ reading, rows, steps, campaigns, exemptions, identity, catalog }),
    views,
    campaigns,
    exemptions,
    editing,
    whatIf: createWhatIf({ reading, editing, evaluator, catalog, facts, exemptions: exemptionStore }),
    preview: createPreview({ reading, evaluator, catalog, facts, causes }),
    badges,
    reading,
    permissions: security.permissions,
    section: () => section,
    past: createScorecardsPast({
      store: createPastStore(db),
      documentStore,
      exemptions: exemptionStore,
      pending,
      causes,
      evaluate: refs => evaluation.add(refs, { priority: priorities.input }),
    }),
  }
}
