import { useClient, useQuery, useQueryCache } from '@portico/core/web'
import { useKubernetes } from '../client/kubernetes-client.ts'
import { healthOf } from './load-health.ts'

/** The health of an entity; null where it has none. All that are asked for at once are one request. */
export function useKubernetesHealth(entityRef: string) {
  const client = useClient()
  const { auth } = useKubernetes()
  const cache = useQueryCache()
  return useQuery({
    queryKey: ['kubernetes', 'health', entityRef],
    queryFn: async () => (await healthOf({ client, auth, cache }, entityRef)) ?? null,
    staleTime: 30_000,
    retry: false,
  })
}
