import { AppError } from '@portico/core/common'
import { RequestErrorPanel, useText } from '@portico/core/web'
import { CodeBlock, InfoCard, WarningPanel } from '@portico/ui'
import { catalogImportMessages } from '../messages.ts'

/** Why there is no preview; a host that may not be read comes with the lines that would allow it. */
export function PreviewFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const text = useText()
  return (
    <InfoCard title={text(catalogImportMessages.found)}>
      <Refused error={error} title={text(catalogImportMessages.previewFailed)} onRetry={onRetry} />
    </InfoCard>
  )
}

/** An error of the server, said as what to do about it where that is known. */
export function Refused({ error, title, onRetry }: { error: Error; title: string; onRetry?: () => void }) {
  const text = useText()
  const config = error instanceof AppError ? error.details['config'] : undefined
  if (typeof config === 'string') {
    return (
      <WarningPanel severity="error" title={error.message}>
        <p>{text(catalogImportMessages.hostLines)}</p>
        <CodeBlock code={config} language="yaml" title={text(catalogImportMessages.appConfig)} />
      </WarningPanel>
    )
  }
  if (error instanceof AppError && error.status === 400) return <WarningPanel severity="error" title={error.message} />
  return <RequestErrorPanel error={error} title={title} {...(onRetry && { onRetry })} />
}
