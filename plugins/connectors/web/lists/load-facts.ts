import type { ColumnSources, EntityRow } from '@portico/catalog/web'
import { connectorsApi, maxListed, type FactDefinition, type FactValue } from '@portico/connectors/common'
import type { Client } from '@portico/core/web'

const batchDelayMs = 50

interface Waiting {
  readonly ref: string
  readonly name: string
  readonly resolve: (value: FactValue | undefined) => void
  readonly reject: (error: unknown) => void
}

type FactBatches = ReturnType<typeof createFactBatches>

/** Facts of entities. Those that the cells of a list want within a short time are one request. */
function createFactBatches(client: Pick<Client, 'call'>) {
  let waiting: Waiting[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const batch = waiting
    waiting = []
    try {
      const entityRefs = [...new Set(batch.map(({ ref }) => ref))]
      const names = [...new Set(batch.map(({ name }) => name))]
      const { items } = await client.call(connectorsApi.queryFacts, { body: { entityRefs, names } })
      const found = new Map(items.map(item => [`${item.entityRef} ${item.name}`, item]))
      for (const { ref, name, resolve } of batch) resolve(found.get(`${ref} ${name}`))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return {
    of: (ref: string, name: string): Promise<FactValue | undefined> =>
      new Promise((resolve, reject) => {
        waiting.push({ ref, name, resolve, reject })
        if (waiting.length >= maxListed) void flush()
        else timer ??= setTimeout(() => void flush(), batchDelayMs)
      }),
  }
}

const known = new WeakMap<object, FactBatches>()

/** One for each client, so that all cells of a list share a request. */
export function factBatchesOf(client: Client): FactBatches {
  const found = known.get(client) ?? createFactBatches(client)
  known.set(client, found)
  return found
}

/** The values of a fact for an export. */
export async function loadFact(
  rows: readonly EntityRow[],
  { client, signal }: ColumnSources,
  { name }: FactDefinition,
): Promise<ReadonlyMap<string, unknown>> {
  const facts = factBatchesOf(client)
  const found = await Promise.all(rows.map(async ({ resolved: { entityRef } }) => [entityRef, await facts.of(entityRef, name)] as const))
  signal.throwIfAborted()
  return new Map(found.flatMap(([ref, fact]) => (fact === undefined || fact.value === null ? [] : [[ref, fact.value] as const])))
}
