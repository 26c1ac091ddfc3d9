import { useClient, useQuery, useQueryCache, type Client } from '@portico/core/web'
import { useMemo } from 'react'
import { useKubernetes } from '../client/kubernetes-client.ts'
import { maxRefs, readHealth, type EntityHealth, type HealthDependencies } from './load-health.ts'

type Batch = Map<string, PromiseWithResolvers<EntityHealth | null>>

const freshMs = 30_000
const batches = new WeakMap<Client, Batch>()

/** The health of an entity; null where it has none. All that are asked for at once are one request. */
export function useKubernetesHealth(entityRef: string) {
  const client = useClient()
  const { auth } = useKubernetes()
  const cache = useQueryCache()
  const dependencies = useMemo(() => ({ client, auth, cache }), [client, auth, cache])
  return useQuery({
    queryKey: ['kubernetes', 'health', entityRef],
    queryFn: () => ask(dependencies, entityRef),
    staleTime: freshMs,
    retry: false,
  })
}

function ask(dependencies: HealthDependencies, entityRef: string): Promise<EntityHealth | null> {
  const { client } = dependencies
  let batch = batches.get(client)
  if (!batch) {
    batch = new Map()
    batches.set(client, batch)
    const asked = batch
    setTimeout(() => {
      if (batches.get(client) === asked) batches.delete(client)
      void answer(dependencies, asked)
    })
  }
  const known = batch.get(entityRef)
  if (known) return known.promise
  const waiting = Promise.withResolvers<EntityHealth | null>()
  batch.set(entityRef, waiting)
  if (batch.size >= maxRefs) batches.delete(client)
  return waiting.promise
}

async function answer(dependencies: HealthDependencies, batch: Batch): Promise<void> {
  try {
    const found = await readHealth(dependencies, [...batch.keys()])
    for (const [ref, { resolve }] of batch) resolve(found.get(ref) ?? null)
  } catch (error) {
    for (const { reject } of batch.values()) reject(error)
  }
}
