import type { Logger } from '@portico/core/server'
import { backoffMs } from '@portico/core/server/worker'
import { computed, type Connector } from '../connectors.ts'
import type { ConnectorRequest } from '../documents/document.ts'
import type { FactStore } from '../facts/fact-store.ts'
import type { FactRules } from '../facts/facts.ts'
import type { Outcome } from './run-items.ts'
import type { WorkStore } from './work-store.ts'

export interface WrittenOutcome {
  readonly connector: Connector
  readonly request: ConnectorRequest
  readonly outcome: Outcome
  /** Failures before this one. */
  readonly failures: number
  readonly wasLeftOut: boolean
  /** When it was due as it was taken. */
  readonly takenDueAt: Date
}

interface Dependencies {
  readonly facts: Pick<FactRules, 'put' | 'fail' | 'confirm'>
  readonly factStore: Pick<FactStore, 'removeNamed'>
  readonly work: Pick<WorkStore, 'finish'>
  /** Runs in one transaction. */
  readonly together: <T>(run: (work: Pick<WorkStore, 'finish' | 'hurry'>) => Promise<T>) => Promise<T>
  readonly log: Logger
  /** Something is due that was not before. */
  readonly onDue: () => void
}

const flushMs = 100
const firstRetryMs = 20_000
const maxRetryMs = 600_000

/** Stores outcomes, many at a time. An item is due again when its outcome is stored. */
export function createOutcomeWriter({ facts, factStore, work, together, log, onDue }: Dependencies) {
  let waiting: { readonly written: WrittenOutcome; readonly done: () => void }[] = []
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> | undefined

  async function flush(): Promise<void> {
    timer = undefined
    await current
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    current = storeAll(batch.map(({ written }) => written)).finally(() => {
      for (const { done } of batch) done()
      current = undefined
    })
    await current
  }

  /** One that cannot be stored costs itself, and is not asked for again at once. */
  async function storeAll(batch: readonly WrittenOutcome[]): Promise<void> {
    try {
      return await store(batch)
    } catch (error) {
      log.error({ error }, 'what tools have answered could not be stored')
    }
    for (const written of batch) {
      try {
        if (batch.length > 1) await store([written])
        else await giveUp(written)
      } catch {
        await giveUp(written)
      }
    }
  }

  async function giveUp(written: WrittenOutcome): Promise<void> {
    const error = { code: 'connectors.not-stored', message: 'What the tool answered could not be stored' }
    try {
      await work.finish([toFinished({ ...written, outcome: { ...written.outcome, error } })])
    } catch (reason) {
      log.error({ error: reason }, 'an outcome of a connector could not be recorded')
    }
  }

  async function store(batch: readonly WrittenOutcome[]): Promise<void> {
    const outcomes = batch.map(({ outcome }) => outcome)
    await facts.put(outcomes.flatMap(({ values }) => values))
    await facts.fail(outcomes.flatMap(({ failures }) => failures))
    for (const { confirmed, ref } of outcomes) if (confirmed.length > 0) await facts.confirm([ref], confirmed)
    const absent = batch.filter(({ outcome, wasLeftOut }) => outcome.absent.length > 0 && !wasLeftOut)
    if (absent.length > 0)
      await factStore.removeNamed(absent.flatMap(({ outcome }) => outcome.absent.map(name => ({ entityRef: outcome.ref, name }))))
    // Together: who waits until nothing is due does not stop between a request and those that follow it.
    const isMore = await together(async within => {
      await within.finish(batch.map(toFinished))
      return (await hurryDependents(batch, within)) > 0
    })
    if (isMore) onDue()
  }

  /** A request that was left out may have what it needs now, and facts may be computed from these. */
  async function hurryDependents(batch: readonly WrittenOutcome[], within: Pick<WorkStore, 'hurry'>): Promise<number> {
    const byConnector = new Map<Connector, Set<string>>()
    for (const { connector, request, outcome } of batch)
      if (connector.usesFacts && request.name !== computed && outcome.values.length > 0)
        byConnector.set(connector, (byConnector.get(connector) ?? new Set()).add(outcome.ref))
    let isDue = 0
    for (const [connector, refs] of byConnector) {
      const entityRefs = [...refs]
      isDue += await within.hurry({ connector: connector.name, entityRefs, isLeftOut: true })
      if (connector.requests.some(({ name }) => name === computed))
        isDue += await within.hurry({ connector: connector.name, entityRefs, requests: [computed] })
    }
    return isDue
  }

  return {
    /** Resolves when it is stored. */
    write: (written: WrittenOutcome): Promise<void> =>
      new Promise(done => {
        waiting.push({ written, done })
        timer ??= setTimeout(() => void flush(), flushMs)
      }),
    async stop(): Promise<void> {
      clearTimeout(timer)
      await flush()
    },
  }
}

function toFinished({ connector, request, outcome, failures, takenDueAt }: WrittenOutcome) {
  const { ref, error, retryAfterMs, isLeftOut } = outcome
  const now = Date.now()
  const count = error && retryAfterMs === undefined ? failures + 1 : 0
  const failedMs = backoffMs(count, Math.min(firstRetryMs, request.every), Math.max(maxRetryMs, request.every))
  const waitMs =
    retryAfterMs !== undefined ? retryAfterMs * (1 + Math.random() * 0.2) : error ? failedMs : request.every * (0.9 + Math.random() * 0.2)
  return {
    connector: connector.name,
    request: request.name,
    entityRef: ref,
    dueAt: new Date(now + waitMs),
    checkedAt: error ? undefined : new Date(now),
    failures: count,
    error: error?.message,
    leftOut: isLeftOut,
    takenDueAt,
  }
}
