import { buildsApi, hasBuilds, maxSummaries, type BuildSummary } from '@portico/builds/common'
import type { ColumnSources, EntityRow } from '@portico/catalog/web'
import type { Client } from '@portico/core/web'

const batchDelayMs = 50

interface Waiting {
  readonly ref: string
  readonly resolve: (summary: BuildSummary | undefined) => void
  readonly reject: (error: unknown) => void
}

export type LatestBuilds = ReturnType<typeof createLatestBuilds>

/** The last build of entities. Those that are requested within a short time are batched into one request. */
export function createLatestBuilds(client: Pick<Client, 'call'>) {
  let waiting: Waiting[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const batch = waiting
    waiting = []
    try {
      const entityRefs = [...new Set(batch.map(({ ref }) => ref))]
      const { items } = await client.call(buildsApi.listSummaries, { body: { entityRefs } })
      const found = new Map(items.map(item => [item.entityRef, item]))
      for (const { ref, resolve } of batch) resolve(found.get(ref))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return {
    of: (ref: string): Promise<BuildSummary | undefined> =>
      new Promise((resolve, reject) => {
        waiting.push({ ref, resolve, reject })
        if (waiting.length >= maxSummaries) void flush()
        else timer ??= setTimeout(() => void flush(), batchDelayMs)
      }),
  }
}

const known = new WeakMap<object, LatestBuilds>()

/** One for each client, so that all cells of a list share a request. */
export function latestBuildsOf(client: Client): LatestBuilds {
  const found = known.get(client) ?? createLatestBuilds(client)
  known.set(client, found)
  return found
}

/** The statuses of the last builds for an export. */
export async function loadLatestStatuses(
  rows: readonly EntityRow[],
  { client, signal }: ColumnSources,
): Promise<ReadonlyMap<string, string>> {
  const latest = latestBuildsOf(client)
  const refs = rows.filter(({ entity }) => hasBuilds(entity)).map(({ resolved }) => resolved.entityRef)
  const found = await Promise.all(refs.map(async ref => [ref, (await latest.of(ref))?.builds[0]?.status] as const))
  signal.throwIfAborted()
  return new Map(found.flatMap(([ref, status]) => (status === undefined ? [] : [[ref, status] as const])))
}
