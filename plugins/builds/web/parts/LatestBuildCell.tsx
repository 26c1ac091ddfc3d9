import type { EntityRow } from '@portico/catalog/web'
import { useClient, useQuery } from '@portico/core/web'
import { hasBuilds } from '@portico/builds/common'
import { latestBuilds } from '../latest-builds.ts'
import { BuildStatusBadge } from './BuildStatusBadge.tsx'

/** The status of an entity's last build, in the list of entities. */
export function LatestBuildCell({ row: { entity, resolved } }: { readonly row: EntityRow }) {
  const client = useClient()
  const { entityRef } = resolved
  const { data, error } = useQuery({
    queryKey: ['builds', 'latest', entityRef],
    queryFn: async () => (await latestBuilds({ client }, entityRef)) ?? null,
    enabled: hasBuilds(entity),
    staleTime: 60_000,
    retry: false,
  })
  if (error) return <span title={error.message}>–</span>
  const status = data?.builds[0]?.status
  return status && <BuildStatusBadge status={status} />
}
