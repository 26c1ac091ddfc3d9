import type { ConnectorViews } from '@portico/connectors/common'
import { connectorsApi } from '@portico/connectors/common'
import { alertApiRef, query, useApi, useCall, useQueryCache, useText } from '@portico/core/web'
import { ActionIcon } from '@portico/ui'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import { toolMessages } from '../messages.ts'
import styles from './Tools.module.css'
import { useEntityParams } from './use-entity-tools.ts'

/** Has a tool asked now. */
export function RefreshButton({ tool }: { readonly tool: ConnectorViews }) {
  const text = useText()
  const alerts = useApi(alertApiRef)
  const cache = useQueryCache()
  const params = useEntityParams()
  const refresh = useCall(connectorsApi.refreshEntity)
  const label = text(toolMessages.refresh, { tool: tool.title })
  async function run() {
    try {
      const answer = await refresh.mutateAsync({ params, body: { connector: tool.connector } })
      cache.set(query(connectorsApi.getEntityViews, { params }).queryKey, answer)
      // A failure is told where the values are.
      if (answer.items.find(({ connector }) => connector === tool.connector)?.state === 'failing') return
      alerts.post({ message: text(toolMessages.refreshed, { tool: tool.title }), severity: 'success', display: 'transient' })
    } catch (error) {
      alerts.post({ message: text(toolMessages.refreshFailed, { tool: tool.title, reason: (error as Error).message }), severity: 'error' })
    }
  }
  return (
    <ActionIcon aria-label={label} title={label} aria-busy={refresh.isPending} disabled={refresh.isPending} onClick={() => void run()}>
      <IconRefresh size={16} aria-hidden className={refresh.isPending ? styles.turning : undefined} />
    </ActionIcon>
  )
}
