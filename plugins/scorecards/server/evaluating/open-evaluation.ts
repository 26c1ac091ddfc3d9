import { catalogChanged, type Catalog } from '@portico/catalog/server'
import { factsChanged } from '@portico/connectors/common'
import type { Core } from '@portico/core/server'
import type { Kysely } from 'kysely'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { toEntityPredicate } from '@portico/scorecards/common'
import { toEvaluated, type DocumentSet, type Documents } from '../documents/documents.ts'
import type { DocumentStore } from '../documents/document-store.ts'
import type { ScorecardsTables } from '../migrations/tables.ts'
import { priorities, type PendingStore } from '../results/pending-store.ts'
import { documentsChanged, resultsChanged } from '../results/results-changed.ts'
import type { ResultIndex } from '../results/result-index.ts'
import type { EntityResults } from '../results/result-store.ts'
import { evaluateBatch, type BatchDependencies, type ChangedEntity } from './evaluate-batch.ts'
import { needsOfAll } from './read-inputs.ts'

/** Results of one message to the process: with many checks, it has few entities. */
const resultsPerBatch = 20_000
/** Two are evaluated, each in a process of its own, while another one is read or written. */
const batchesAtOnce = 3
const batchLimits = { min: 10, max: 200 } as const
const evaluatedMark = 'evaluated-documents'
const scoredMark = 'scored-documents'
const relatedLimit = 2000
/** Those of expressions that make the type. */
const relationTypes = ['ownedby', 'partof', 'dependson', 'providesapi', 'consumesapi', 'apiprovidedby', 'haspart', 'ownerof']

interface Dependencies extends Omit<BatchDependencies, 'db' | 'catalog'> {
  readonly catalog: Catalog
  readonly documents: Documents
  readonly documentStore: DocumentStore
  readonly pending: PendingStore
  readonly index: ResultIndex
  /** Told of what changed, in the transaction that stores it. */
  readonly onChanged: (changed: readonly ChangedEntity[], documents: DocumentSet) => Promise<void>
  /** Told when scores and levels of the same results are others than before. */
  readonly onScoring: (entities: Iterable<EntityResults>) => Promise<void>
}

/** Evaluates entities when what checks read has changed: in the background, once over all servers, changed inputs before changed checks. */
export function openEvaluation(core: Pick<Core, 'db' | 'log' | 'work' | 'onStart' | 'onStop' | 'telemetry'>, dependencies: Dependencies) {
  const { events, jobs, scheduler } = core.work
  const { catalog, documents, documentStore, pending, index, onChanged } = dependencies
  const db = core.db as Kysely<ScorecardsTables>
  const evaluated = core.telemetry.meter.createCounter('portico_scorecards_evaluations_total', {
    description: 'Entities that were evaluated',
  })
  const flips = core.telemetry.meter.createCounter('portico_scorecards_flips_total', { description: 'Results that changed' })
  const waiting = core.telemetry.meter.createObservableGauge('portico_scorecards_pending', {
    description: 'Entities that wait for their evaluation',
  })
  waiting.addCallback(async observer => observer.observe(await pending.count()))

  async function evaluateSome(signal: AbortSignal): Promise<number> {
    await documents.reload()
    const known = documents.current()
    let changed: ChangedEntity[] = []
    const done = await db.transaction().execute(async within => {
      const claimed = await pending.claim(batchSizeOf(known), within)
      if (claimed.length === 0) return 0
      changed = await evaluateBatch({ ...dependencies, db }, { documents: known, pending: claimed, signal }, within)
      await pending.done(
        claimed.map(({ ref }) => ref),
        within,
      )
      if (changed.length > 0) await events.publish(resultsChanged, { refs: changed.map(({ ref }) => ref) }, { within })
      return claimed.length
    })
    // Who sees the new result of an entity on its page sees it in the numbers: this server does not wait for the event.
    await index.refresh(changed.map(({ ref }) => ref))
    evaluated.add(done)
    flips.add(changed.reduce((sum, { changes }) => sum + changes.length, 0))
    await onChanged(changed, known).catch((error: unknown) => core.log.error({ error }, 'some could not be told of changed results'))
    return done
  }

  const job = jobs.define({
    name: 'evaluate',
    payload: z.object({}),
    concurrency: 1,
    attempts: 10,
    leaseSeconds: 120,
    timeoutSeconds: 3600,
    async run({ signal }) {
      const goOn = async () => {
        while (!signal.aborted && (await evaluateSome(signal)) > 0);
      }
      await Promise.all(Array.from({ length: batchesAtOnce }, goOn))
    },
  })
  const wake = async () => void (await job.add({}, { key: 'evaluate' }))

  async function add(refs: readonly string[], options: Parameters<PendingStore['add']>[1]): Promise<void> {
    if (refs.length === 0) return
    await pending.add(refs, options)
    await wake()
  }

  /** Those that name an entity which comes or goes: their relations lead to it. */
  async function relatedTo(refs: readonly string[]): Promise<string[]> {
    const { relations } = needsOfAll(documents.current())
    if (refs.length === 0 || refs.length > 100 || relations.length === 0) return []
    const types = relations.includes('*') ? relationTypes : relations
    const predicate = { any: types.map(type => ({ key: `relations.${type}`, in: refs })) }
    const { entities } = await catalog.query({ predicate, limit: relatedLimit })
    return entities.map(({ kind, metadata: { namespace = 'default', name } }) => `${kind}:${namespace}/${name}`.toLowerCase())
  }

  events.subscribe({
    id: 'evaluate-changed-entities',
    events: [catalogChanged],
    async run({ payload: { created, updated, deleted } }) {
      await add(created, { priority: priorities.input, createdAt: new Date() })
      await add([...updated, ...deleted], { priority: priorities.input })
      await add(await relatedTo([...created, ...deleted]), { priority: priorities.input })
    },
  })
  events.subscribe({
    id: 'evaluate-changed-facts',
    events: [factsChanged],
    async run({ payload: { changes } }) {
      const used = new Set(needsOfAll(documents.current()).facts)
      const concerned = changes.filter(({ names }) => names.some(name => used.has(name)))
      await add(
        concerned.map(({ entityRef }) => entityRef),
        { priority: priorities.input },
      )
    },
  })
  const listeners = [
    events.listen(
      [resultsChanged],
      ({ payload }) => void index.refresh(payload.refs).catch((error: unknown) => core.log.warn({ error }, 'results could not be read')),
    ),
    events.listen([documentsChanged], () => void documents.reload()),
  ]
  core.onStop(() => listeners.forEach(stop => stop()))

  /** Has everything evaluated again that changed documents concern: those that match now, and those with results of them. */
  async function followDocuments(signal: AbortSignal): Promise<void> {
    const known = await documents.reload()
    const checks = toEvaluated(known)
    const hashes = Object.fromEntries(checks.map(check => [check.name, hashOf(check)]))
    const before = JSON.parse((await documentStore.mark(evaluatedMark))?.value ?? '{}') as Record<string, string>
    const changed = [...new Set([...Object.keys(before), ...Object.keys(hashes)])].filter(name => before[name] !== hashes[name])
    if (changed.length > 0) {
      const isChanged = new Set(changed)
      const filters = checks.filter(({ name }) => isChanged.has(name)).map(({ filter }) => toEntityPredicate(filter))
      if (filters.length > 0)
        for await (const versions of catalog.versions({ predicate: { any: filters }, batchSize: 5000 })) {
          signal.throwIfAborted()
          await pending.add(
            versions.map(({ ref }) => ref),
            { priority: priorities.check },
          )
        }
      const numbers = changed.flatMap(name => dependencies.causes.checkId(name) ?? [])
      const had = [...index.now().entities.values()].filter(({ cells }) => numbers.some(number => (cells[number] ?? 0) !== 0))
      await pending.add(
        had.map(({ ref }) => ref),
        { priority: priorities.check },
      )
      await documentStore.putMark(evaluatedMark, JSON.stringify(hashes))
    }
    const scoring = hashOf([
      [...known.checks.values()].map(({ document: { metadata, spec } }) => [metadata.name, spec.state, spec.weight]),
      [...known.scorecards.values()].map(({ document: { metadata, spec } }) => [metadata, spec]),
    ])
    if ((await documentStore.mark(scoredMark))?.value !== scoring) {
      await dependencies.onScoring(index.now().entities.values())
      await documentStore.putMark(scoredMark, scoring)
    }
    await pending.addDue()
    if ((await pending.count()) > 0) await wake()
  }
  scheduler.schedule({
    id: 'follow-checks',
    description: 'Evaluates entities of changed checks, and those whose grace period, exemption or fact has ended',
    frequency: { minutes: 1 },
    timeout: { minutes: 30 },
    run: followDocuments,
  })

  return { add, followDocuments: () => scheduler.trigger('follow-checks').catch(() => {}) }
}

const hashOf = (value: unknown): string => createHash('sha1').update(JSON.stringify(value)).digest('hex')

function batchSizeOf({ checks }: DocumentSet): number {
  const { min, max } = batchLimits
  return Math.max(min, Math.min(max, Math.floor(resultsPerBatch / Math.max(checks.size, 1))))
}
