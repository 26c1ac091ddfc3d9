import { useClient, useQuery, type Client } from '@portico/core/web'
import { kubernetesApi, type KubernetesHealth } from '@portico/kubernetes/common'

interface EntityHealth {
  readonly health: KubernetesHealth
  readonly errors: number
}

const freshMs = 30_000
const maxRefs = 100
const batches = new WeakMap<Client, Map<string, PromiseWithResolvers<EntityHealth | null>>>()

/** The health of an entity; null where it has none. All that are asked for at once are one request. */
export function useKubernetesHealth(entityRef: string) {
  const client = useClient()
  return useQuery({
    queryKey: ['kubernetes', 'health', entityRef],
    queryFn: () => ask(client, entityRef),
    staleTime: freshMs,
    retry: false,
  })
}

function ask(client: Client, entityRef: string): Promise<EntityHealth | null> {
  let batch = batches.get(client)
  if (!batch) {
    batch = new Map()
    batches.set(client, batch)
    const asked = batch
    setTimeout(() => {
      if (batches.get(client) === asked) batches.delete(client)
      void answer(client, asked)
    })
  }
  const known = batch.get(entityRef)
  if (known) return known.promise
  const waiting = Promise.withResolvers<EntityHealth | null>()
  batch.set(entityRef, waiting)
  if (batch.size >= maxRefs) batches.delete(client)
  return waiting.promise
}

async function answer(client: Client, batch: ReadonlyMap<string, PromiseWithResolvers<EntityHealth | null>>): Promise<void> {
  try {
    const { items } = await client.call(kubernetesApi.queryHealth, { body: { entityRefs: [...batch.keys()], auth: {} } })
    const found = new Map(items.map(item => [item.entityRef, item]))
    for (const [ref, { resolve }] of batch) resolve(found.get(ref) ?? null)
  } catch (error) {
    for (const { reject } of batch.values()) reject(error)
  }
}
