import { catalogApi, ingestionReadPermission } from '@portico/catalog/common'
import { query, usePermission, useQuery } from '@portico/core/web'
import { useChosenScope, useOwners } from './health-state.ts'

/** How often an open portal looks. While nothing has changed the answer has no body. */
const lookAgainMs = 30_000

/** How many problems there are, for the navigation: of those that the page opens with. */
export function useHealthBadge(): number | undefined {
  const { allowed } = usePermission({ permission: ingestionReadPermission })
  const [scope] = useChosenScope()
  const owner = useOwners(scope)
  const { data } = useQuery({
    ...query(catalogApi.countHealthProblems, { query: owner ? { owner } : {} }),
    enabled: allowed,
    refetchInterval: lookAgainMs,
  })
  return data?.total
}
