import { apiDocsApi, maxCounted, type CountedDefinition } from '@portico/api-docs/common'
import type { ColumnSources, EntityRow } from '@portico/catalog/web'
import { useClient, useQuery, type Client } from '@portico/core/web'

interface Waiting {
  readonly ref: string
  readonly resolve: (found: CountedDefinition | undefined) => void
  readonly reject: (error: unknown) => void
}

type FindCounted = (ref: string) => Promise<CountedDefinition | undefined>

/** What lists say of definitions. All cells that are drawn at once share a request. */
function createFinder(client: Pick<Client, 'call'>): FindCounted {
  let waiting: Waiting[] = []
  async function send(batch: readonly Waiting[]): Promise<void> {
    try {
      const { items } = await client.call(apiDocsApi.listCounts, { body: { entityRefs: [...new Set(batch.map(({ ref }) => ref))] } })
      const found = new Map(items.map(item => [item.entityRef, item]))
      for (const { ref, resolve } of batch) resolve(found.get(ref))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
  function flush() {
    const all = waiting
    waiting = []
    for (let at = 0; at < all.length; at += maxCounted) void send(all.slice(at, at + maxCounted))
  }
  return ref =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) queueMicrotask(flush)
      waiting.push({ ref, resolve, reject })
    })
}

const finders = new WeakMap<object, FindCounted>()

function finderOf(client: Client): FindCounted {
  const found = finders.get(client) ?? createFinder(client)
  finders.set(client, found)
  return found
}

/** What is known of the definition of an API; nothing until it has been read once. */
export function useCounted(entityRef: string) {
  const client = useClient()
  return useQuery({
    queryKey: ['api-docs.counted', entityRef],
    // A query has no undefined.
    queryFn: async () => (await finderOf(client)(entityRef)) ?? null,
    staleTime: 60_000,
    retry: false,
  })
}

/** The versions of APIs, for an export. */
export async function loadVersions(rows: readonly EntityRow[], { client, signal }: ColumnSources): Promise<ReadonlyMap<string, string>> {
  const find = finderOf(client)
  const found = await Promise.all(rows.map(({ resolved }) => find(resolved.entityRef)))
  signal.throwIfAborted()
  return new Map(found.flatMap(each => (each?.version === undefined ? [] : [[each.entityRef, each.version] as const])))
}
