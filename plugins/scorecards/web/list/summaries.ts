import type { ColumnSources, EntityRow } from '@portico/catalog/web'
import type { Client } from '@portico/core/web'
import { scorecardsApi, type EntitySummary } from '@portico/scorecards/common'

const batchDelayMs = 30
const maxRefs = 1000

interface Waiting {
  readonly ref: string
  readonly resolve: (summary: EntitySummary | undefined) => void
  readonly reject: (error: unknown) => void
}

/** The scores of entities. Those that are asked for within a short time are one request. */
function createSummaries(client: Pick<Client, 'call'>) {
  let waiting: Waiting[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const batch = waiting
    waiting = []
    try {
      const { items } = await client.call(scorecardsApi.listSummaries, { body: { entityRefs: [...new Set(batch.map(({ ref }) => ref))] } })
      const found = new Map(items.map(item => [item.entityRef, item]))
      for (const { ref, resolve } of batch) resolve(found.get(ref))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
  return {
    of: (ref: string): Promise<EntitySummary | undefined> =>
      new Promise((resolve, reject) => {
        waiting.push({ ref, resolve, reject })
        if (waiting.length >= maxRefs) void flush()
        else timer ??= setTimeout(() => void flush(), batchDelayMs)
      }),
  }
}

const known = new WeakMap<object, ReturnType<typeof createSummaries>>()

/** One for each client, so that all cells of a list share a request. */
export function summariesOf(client: Client): ReturnType<typeof createSummaries> {
  const found = known.get(client) ?? createSummaries(client)
  known.set(client, found)
  return found
}

/** The scores, for an export. */
export async function loadScores(rows: readonly EntityRow[], { client, signal }: ColumnSources): Promise<ReadonlyMap<string, number>> {
  const summaries = await loadSummaries(rows, client, signal)
  return new Map(summaries.flatMap(({ entityRef, score }) => (score === undefined ? [] : [[entityRef, Math.round(score)] as const])))
}

/** The levels, for an export. */
export async function loadLevels(rows: readonly EntityRow[], { client, signal }: ColumnSources): Promise<ReadonlyMap<string, string>> {
  const summaries = await loadSummaries(rows, client, signal)
  return new Map(summaries.map(({ entityRef, scorecards }) => [entityRef, levelWords(scorecards)]))
}

/** The levels of all scorecards in one line. */
export function levelWords(scorecards: EntitySummary['scorecards']): string {
  return scorecards.flatMap(({ title, levelTitle }) => (levelTitle === undefined ? [] : [`${title}: ${levelTitle}`])).join(', ')
}

async function loadSummaries(rows: readonly EntityRow[], client: Client, signal: AbortSignal): Promise<readonly EntitySummary[]> {
  const found = await Promise.all(rows.map(({ resolved }) => summariesOf(client).of(resolved.entityRef)))
  signal.throwIfAborted()
  return found.filter(summary => summary !== undefined)
}
