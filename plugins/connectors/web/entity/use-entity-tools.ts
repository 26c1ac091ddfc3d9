import { compoundRefOf } from '@portico/catalog/common'
import { useEntity } from '@portico/catalog/web'
import { connectorsApi, type ConnectorViews } from '@portico/connectors/common'
import { query, useIsLive, useQuery } from '@portico/core/web'

const refreshMs = 30_000
/** Where changes are told, this is for values that get old. */
const liveRefreshMs = 120_000
const waitingMs = 3000

/** The address of an entity as the routes of connectors have it. */
export function useEntityParams() {
  const { namespace, kind, name } = compoundRefOf(useEntity())
  return { namespace: namespace.toLowerCase(), kind: kind.toLowerCase(), name: name.toLowerCase() }
}

/** What tools say about the entity of the page. It is read again by itself, sooner while something was never read. */
export function useEntityTools() {
  const params = useEntityParams()
  const isLive = useIsLive()
  return useQuery({
    ...query(connectorsApi.getEntityViews, { params }),
    staleTime: refreshMs / 2,
    refetchInterval: ({ state }) => (isWaiting(state.data?.items) ? waitingMs : isLive ? liveRefreshMs : refreshMs),
  })
}

function isWaiting(items: readonly ConnectorViews[] | undefined): boolean {
  return items?.some(({ state }) => state === 'waiting') ?? false
}
