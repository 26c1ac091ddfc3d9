import { RequestErrorPanel, useText } from '@portico/core/web'
import type { AppError } from '@portico/core/common'
import { EmptyState, ErrorPanel, Link } from '@portico/ui'
import IconFileOff from '@tabler/icons-react/dist/esm/icons/IconFileOff.mjs'
import { techdocsMessages } from '../messages.ts'
import type { SyncState } from './use-sync.ts'

interface ReaderErrorProps {
  readonly error: AppError
  readonly sync: SyncState
  readonly hasPath: boolean
  readonly home?: string
  readonly onRetry: () => void
}

/** What there is to say where no page can be shown. */
export function ReaderError({ error, sync, hasPath, home, onRetry }: ReaderErrorProps) {
  const text = useText()
  if (error.status === 404) {
    return (
      <EmptyState
        icon={<IconFileOff size={32} />}
        title={text(techdocsMessages.pageNotFound)}
        {...(home !== undefined && hasPath && { action: <Link to={home}>{text(techdocsMessages.backToDocs)}</Link> })}
      >
        {!hasPath && text(techdocsMessages.indexHint)}
      </EmptyState>
    )
  }
  if (error.status >= 500 || error.status === 400) {
    const details = [sync.error ?? error.message, ...sync.log].join('\n')
    return (
      <ErrorPanel
        title={text(techdocsMessages.generationError)}
        message={sync.error ?? error.message}
        details={details}
        onRetry={onRetry}
      />
    )
  }
  return <RequestErrorPanel error={error} onRetry={onRetry} />
}
