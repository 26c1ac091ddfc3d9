import { factsChanged, type FactDefinition, type FactPoint, type FactValue } from '@portico/connectors/common'
import type { Events } from '@portico/core/server'
import type { ConnectorsTransaction, FactKey, FactStore, FactWrite, StoredFact } from './fact-store.ts'
import { toFactValue } from './fact-value.ts'
import { wrongValue } from '../errors.ts'
import type { Definitions } from './definitions.ts'
import type { FactSignals } from './fact-signals.ts'
import type { FactQuery, Facts, FactSource } from './facts-service.ts'

interface Dependencies {
  readonly store: FactStore
  readonly definitions: Definitions
  readonly events: Pick<Events, 'publish'>
  readonly signals: Pick<FactSignals, 'tell'>
}

/** A value and, where it comes from elsewhere, when it was read there. */
export interface GivenValue {
  readonly entityRef: string
  readonly name: string
  readonly value: unknown
  readonly at?: Date | undefined
}

export interface GivenFailure {
  readonly entityRef: string
  readonly name: string
  readonly code: string
  readonly message: string
}

const maxPoints = 2000
const batchSize = 500

/** The rules of facts: values fit their types, changes are told, old ones are stale. */
export function createFacts({ store, definitions, events, signals }: Dependencies) {
  async function tell(keys: readonly FactKey[], within: ConnectorsTransaction): Promise<void> {
    const byRef = new Map<string, string[]>()
    for (const { entityRef, name } of keys) byRef.set(entityRef, [...(byRef.get(entityRef) ?? []), name])
    const changes = [...byRef].map(([entityRef, names]) => ({ entityRef, names }))
    for (const batch of batchesOf(changes)) await events.publish(factsChanged, { changes: batch }, { within })
  }

  /** Changes facts, and tells of what has changed. */
  async function change(run: (within: ConnectorsTransaction) => Promise<readonly FactKey[]>): Promise<void> {
    const changed = await store.transaction(async within => {
      const keys = await run(within)
      await tell(keys, within)
      return keys
    })
    signals.tell(changed.map(({ entityRef }) => entityRef))
  }

  function toWrite(definition: FactDefinition, { entityRef, value, at }: GivenValue): FactWrite {
    const { name, source, history } = definition
    return { entityRef: entityRef.toLowerCase(), name, source, value: toFactValue(definition, value), at: at ?? new Date(), history }
  }

  /** Of several values for one fact the last counts. */
  async function write(writes: readonly FactWrite[]): Promise<void> {
    const unique = [...new Map(writes.map(each => [`${each.entityRef}\n${each.name}`, each])).values()]
    for (const batch of batchesOf(unique)) await change(within => store.put(batch, within))
  }

  async function put(values: readonly GivenValue[]): Promise<void> {
    await write(
      values.map(given => {
        const definition = definitions.find(given.name)
        if (!definition) throw new Error(`The fact '${given.name}' is not declared`)
        try {
          return toWrite(definition, given)
        } catch (error) {
          throw wrongValue(given.name, definition.type, error instanceof Error ? error.message : String(error))
        }
      }),
    )
  }

  async function fail(failures: readonly GivenFailure[]): Promise<void> {
    const known = failures.flatMap(({ entityRef, ...rest }) => {
      const definition = definitions.find(rest.name)
      return definition ? [{ ...rest, entityRef: entityRef.toLowerCase(), source: definition.source }] : []
    })
    for (const batch of batchesOf(known)) await change(within => store.fail(batch, new Date(), within))
  }

  async function confirm(entityRefs: readonly string[], names: readonly string[]): Promise<void> {
    const refs = entityRefs.map(ref => ref.toLowerCase())
    for (const batch of batchesOf(refs)) await change(within => store.confirm({ entityRefs: batch, names }, new Date(), within))
  }

  async function remove(source: string, entityRefs: readonly string[]): Promise<void> {
    const gone = await store.removeValues(
      source,
      entityRefs.map(ref => ref.toLowerCase()),
    )
    await change(async () => gone)
  }

  function toValue(row: StoredFact, now = Date.now()): FactValue {
    const { staleAfter } = definitions.find(row.name) ?? {}
    const value: FactValue = {
      entityRef: row.entity_ref,
      name: row.name,
      value: row.value as FactValue['value'],
      at: row.at.toISOString(),
      checkedAt: row.checked_at.toISOString(),
      stale: staleAfter !== undefined && now - row.checked_at.getTime() > staleAfter,
    }
    return row.error ? { ...value, error: row.error } : value
  }

  const lower = ({ entityRefs, names }: FactQuery) => ({ entityRefs: entityRefs?.map(ref => ref.toLowerCase()), names })

  const service: Facts = {
    definitions: definitions.all,
    latest: async query => (await store.list(lower(query))).map(row => toValue(row)),
    at: async (time, query) => (await store.at(time, lower(query))).map(row => toValue(row, time.getTime())),
    async history(entityRef, name, { from, to }): Promise<FactPoint[]> {
      const points = await store.points({ entityRef: entityRef.toLowerCase(), name }, from, to, maxPoints)
      return points.map(({ at, value }) => ({ at: at.toISOString(), value: value as FactPoint['value'] }))
    },
    declare(source, drafts) {
      const unregister = definitions.declare('plugin', source, drafts)
      const failAll: FactSource['fail'] = (refs, names, reason) =>
        fail(refs.flatMap(entityRef => names.map(name => ({ entityRef, name, ...reason }))))
      return { put, confirm, fail: failAll, remove: refs => remove(source, refs), unregister }
    },
  }
  return { service, put, fail, confirm, remove, toValue }
}

function batchesOf<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / batchSize) }, (_, at) => items.slice(at * batchSize, (at + 1) * batchSize))
}

export type FactRules = ReturnType<typeof createFacts>
