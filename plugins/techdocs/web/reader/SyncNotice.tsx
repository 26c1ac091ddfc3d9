import { query, useQuery, useQueryCache, useText } from '@portico/core/web'
import { techdocsApi, type DocsParams, type DocsSiteInfo } from '@portico/techdocs/common'
import { Button, WarningPanel } from '@portico/ui'
import { techdocsMessages } from '../messages.ts'
import type { SyncState } from './use-sync.ts'

interface SyncNoticeProps {
  readonly sync: SyncState
  readonly info: DocsSiteInfo
  readonly params: DocsParams
}

/** Says that there is a newer version than the one on the screen, or why there is none. */
export function SyncNotice({ sync, info, params }: SyncNoticeProps) {
  const text = useText()
  const cache = useQueryCache()
  const of = info.version === undefined ? {} : { version: info.version }
  const { data: newest } = useQuery({
    ...query(techdocsApi.getTechDocsMetadata, { params, query: of }),
    enabled: sync.status === 'updated',
  })
  const message = sync.status === 'failed' ? sync.error : info.problem?.message
  if (message !== undefined) {
    return (
      <WarningPanel title={text(techdocsMessages.syncError)} details={[message, ...sync.log].join('\n')}>
        {text(techdocsMessages.oldVersion)}
      </WarningPanel>
    )
  }
  if (newest?.build_timestamp === undefined || newest.build_timestamp === Date.parse(info.builtAt)) return undefined
  return (
    <WarningPanel
      severity="info"
      title={text(techdocsMessages.newer)}
      action={<Button onClick={() => void cache.invalidate(techdocsApi.getSite)}>{text(techdocsMessages.showNewer)}</Button>}
    />
  )
}
