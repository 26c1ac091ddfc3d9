import type { Catalog } from '@portico/catalog/server'
import type { SentRequest } from '@portico/connectors/common'
import type { Logger } from '@portico/core/server'
import { createWakeLoop } from '@portico/core/server/worker'
import { LRUCache } from 'lru-cache'
import { randomUUID } from 'node:crypto'
import type { Connector, Connectors } from '../connectors.ts'
import type { Limits } from '../requests/limits.ts'
import type { Validators } from '../requests/sender.ts'
import type { createOutcomeWriter } from './outcome-writer.ts'
import type { DueEntity, ItemRunner } from './run-items.ts'
import type { WorkItem, WorkStore } from './work-store.ts'

interface Dependencies {
  readonly catalog: Pick<Catalog, 'getEntities'>
  readonly connectors: Connectors
  readonly limits: Limits
  readonly store: WorkStore
  readonly runner: ItemRunner
  readonly writer: ReturnType<typeof createOutcomeWriter>
  readonly log: Logger
  /** The last requests of a connector, which are saved with the state of its targets. */
  readonly lastRequests: (connector: string, target: string) => readonly SentRequest[]
}

/** What this server does for one target. */
interface Lane {
  readonly connector: Connector
  readonly target: string
  /** Until then no other server asks this target. */
  leaseUntil: number
  savedAt: number
  queue: WorkItem[]
  readAt: number
  hasMore: boolean
  readonly running: Set<string>
}

const leaseSeconds = 30
const renewMs = 10_000
const readEveryMs = 1000
const queueSize = 400
const saveEveryMs = 5000
const idleMs = 2000
/** Facts that are computed ask nobody, so no limit of a target holds for them. */
const computedAtOnce = 4
const maxValidators = 20_000

/** Has tools asked when it is time: each target by one server at a time, as fast as the target allows, and never the same twice at once. */
export function createSchedule({ catalog, connectors, limits, store, runner, writer, log, lastRequests }: Dependencies) {
  const holder = randomUUID()
  const lanes = new Map<string, Lane>()
  const validators = new LRUCache<string, Validators>({ max: maxValidators })
  const aborter = new AbortController()
  const inFlight = new Set<Promise<void>>()

  const keyOf = (connector: string, target: string) => `${connector}\n${target}`
  const itemKey = (lane: Lane, { request, entityRef }: Pick<WorkItem, 'request' | 'entityRef'>) =>
    `${lane.connector.name}\n${request}\n${entityRef}`

  /** One lane for each target; connectors without one have a lane too. */
  function wanted(): Map<string, { connector: Connector; target: string }> {
    const all = connectors.active().flatMap(connector => {
      const names = connector.document.spec.requests.length === 0 ? ['default'] : [...connector.targets.keys()]
      return names.map(target => [keyOf(connector.name, target), { connector, target }] as const)
    })
    return new Map(all)
  }

  async function keepLeases(): Promise<void> {
    const now = Date.now()
    const next = wanted()
    for (const [key, lane] of lanes) if (next.get(key)?.connector !== lane.connector) lanes.delete(key)
    for (const [key, { connector, target }] of next) {
      const lane = lanes.get(key)
      if (lane && lane.leaseUntil - now > leaseSeconds * 1000 - renewMs) continue
      const record = await store.lease(connector.name, target, holder, leaseSeconds)
      if (!record) {
        lanes.delete(key)
        continue
      }
      if (lane) lane.leaseUntil = now + leaseSeconds * 1000
      else {
        const { pausedUntil, failures, isLimited, error } = record
        if (limits.condition({ connector: connector.name, name: target }).lastOkAt === undefined)
          limits.restore(
            { connector: connector.name, name: target },
            { pausedUntil: pausedUntil?.getTime() ?? 0, failures, isLimited, error },
          )
        lanes.set(key, {
          connector,
          target,
          leaseUntil: now + leaseSeconds * 1000,
          savedAt: 0,
          queue: [],
          readAt: 0,
          hasMore: false,
          running: new Set(),
        })
      }
    }
  }

  function roomOf(lane: Lane): number {
    const target = lane.connector.targets.get(lane.target)
    // As many as are under way count, also before they have sent anything.
    return target ? Math.min(limits.room(target), target.concurrent - lane.running.size) : computedAtOnce - lane.running.size
  }

  async function fill(lane: Lane): Promise<void> {
    if (lane.queue.length > 0 || (!lane.hasMore && Date.now() - lane.readAt < readEveryMs)) return
    lane.readAt = Date.now()
    const due = await store.due(lane.connector.name, lane.target, queueSize)
    // What is being stored is still due, so there is more only where it is not all of it.
    lane.hasMore = due.length === queueSize && lane.running.size < queueSize / 2
    lane.queue = due.filter(item => !busy.has(itemKey(lane, item)))
  }

  const busy = new Set<string>()

  /** Takes the next item, with those that go with it in one request. */
  function take(lane: Lane): readonly WorkItem[] {
    const first = lane.queue.shift()
    if (!first) return []
    const batch = lane.connector.requests.find(({ name }) => name === first.request)?.batch
    if (!batch) return [first]
    const same = lane.queue.filter(({ request }) => request === first.request).slice(0, batch.size - 1)
    lane.queue = lane.queue.filter(item => !same.includes(item))
    return [first, ...same]
  }

  async function pump(lane: Lane): Promise<void> {
    if (lane.leaseUntil < Date.now() || roomOf(lane) <= 0) return
    await fill(lane)
    while (lane.queue.length > 0 && roomOf(lane) > 0) {
      const items = take(lane)
      if (items.length === 0) return
      const id = itemKey(lane, items[0]!)
      lane.running.add(id)
      for (const item of items) busy.add(itemKey(lane, item))
      // Others may ask while this one is stored.
      const work = run(lane, items, () => void (lane.running.delete(id), loop.wake()))
        .catch((error: unknown) => {
          if (!aborter.signal.aborted) log.error({ error, connector: lane.connector.name }, 'a request of a connector could not be run')
        })
        .finally(() => {
          lane.running.delete(id)
          for (const item of items) busy.delete(itemKey(lane, item))
          inFlight.delete(work)
          loop.wake()
        })
      inFlight.add(work)
    }
  }

  async function run(lane: Lane, items: readonly WorkItem[], onAnswered: () => void): Promise<void> {
    const { connector, target } = lane
    const request = connector.requests.find(({ name }) => name === items[0]?.request)
    const refs = items.map(({ entityRef }) => entityRef)
    const entities = await catalog.getEntities(refs, { isBulk: true })
    const due = refs.flatMap((ref, at): DueEntity[] => (entities[at] ? [{ ref, entity: entities[at] }] : []))
    if (!request || due.length === 0) {
      // What is gone is removed by the catalog's event; a request that is gone by the next matching.
      await store.finish(
        items.map(item => ({
          connector: connector.name,
          ...item,
          dueAt: new Date(Date.now() + 3_600_000),
          checkedAt: undefined,
          error: undefined,
        })),
      )
      return
    }
    const leftOut = connector.document.spec.facts.some(({ from }) => (from?.length ?? 0) > 1)
      ? await store.leftOut(connector.name, refs)
      : new Set<string>()
    const validatorKey = `${itemKey(lane, items[0]!)}\n${connector.targets.get(target)?.baseUrl}`
    const outcomes = await runner.run({
      connector,
      target: connector.targets.get(target),
      targetName: target,
      request,
      entities: due,
      isLeftOut: (ref, name) => leftOut.has(`${ref}\n${name}`),
      validators: request.batch ? undefined : validators.get(validatorKey),
      signal: aborter.signal,
    })
    onAnswered()
    await Promise.all(
      outcomes.map(async outcome => {
        const item = items.find(({ entityRef }) => entityRef === outcome.ref)
        if (!request.batch) {
          if (outcome.validators) validators.set(validatorKey, outcome.validators)
          else validators.delete(validatorKey)
        }
        if (!item) return
        const { failures, leftOut: wasLeftOut, takenDueAt } = item
        await writer.write({ connector, request, outcome, failures, wasLeftOut, takenDueAt })
      }),
    )
  }

  async function save(lane: Lane, isForced = false): Promise<void> {
    if (!isForced && Date.now() - lane.savedAt < saveEveryMs) return
    lane.savedAt = Date.now()
    const { connector, target } = lane
    const { pausedUntil, failures, isLimited, error, lastOkAt, sentInLastMinute } = limits.condition({
      connector: connector.name,
      name: target,
    })
    await store.saveTarget(connector.name, {
      target,
      pausedUntil: pausedUntil > Date.now() ? new Date(pausedUntil) : undefined,
      failures,
      isLimited,
      error,
      lastOkAt: lastOkAt === undefined ? undefined : new Date(lastOkAt),
      sentInMinute: sentInLastMinute,
      requests: lastRequests(connector.name, target),
    })
  }

  const loop = createWakeLoop({
    log,
    what: 'asking the tools of connectors',
    async pass() {
      await keepLeases()
      for (const lane of lanes.values()) {
        await pump(lane)
        await save(lane)
      }
      return lanes.size === 0
        ? idleMs * 5
        : [...lanes.values()].some(({ queue, running }) => queue.length > 0 || running.size > 0)
          ? readEveryMs / 2
          : idleMs
    },
  })

  return {
    start: () => loop.wake(),
    /** Something may be due now. */
    wake(): void {
      for (const lane of lanes.values()) lane.readAt = 0
      loop.wake()
    },
    /** An entity or a connector has changed: answers are read whole again. */
    forgetValidators: () => validators.clear(),
    /** The state of targets as it is saved. */
    async saveAll(): Promise<void> {
      for (const lane of lanes.values()) await save(lane, true)
    },
    async stop(): Promise<void> {
      aborter.abort()
      await loop.stop()
      await Promise.allSettled(inFlight)
      await writer.stop()
      await store.release(holder)
    },
  }
}
