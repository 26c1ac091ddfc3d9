import { catalogApi, ingestionReadPermission } from '@portico/catalog/common'
import { query, useIsLive, usePermission, useQuery } from '@portico/core/web'
import { useCatalogChange } from '../use-catalog-change.ts'
import { useChosenScope, useOwners } from './health-state.ts'

/** How often an open portal looks while it is not told of changes. While nothing has changed the answer has no body. */
export const lookAgainMs = 30_000
/** How often it looks otherwise: sources become stale, and documents are refused, without a change of an entity. */
export const growOldMs = 120_000

/** How many problems there are, for the navigation: of those that the page opens with. */
export function useHealthBadge(): number | undefined {
  const { allowed } = usePermission({ permission: ingestionReadPermission })
  const [scope] = useChosenScope()
  const owner = useOwners(scope)
  const isLive = useIsLive()
  const { data, refetch } = useQuery({
    ...query(catalogApi.countHealthProblems, { query: owner ? { owner } : {} }),
    enabled: allowed,
    refetchInterval: isLive ? growOldMs : lookAgainMs,
  })
  useCatalogChange(undefined, () => allowed && void refetch())
  return data?.total
}
