import { AppError, responseOf, toErrorFields } from '@portico/core/common'
import { ErrorPanel, ResponseErrorPanel, useText } from '@portico/ui'
import { shellMessages } from './messages.ts'
import { RefusalPanel } from './permissions/RefusalPanel.tsx'
import { refusalOf } from './permissions/refusal.ts'

export interface RequestErrorPanelProps {
  readonly error: Error
  readonly title?: string
  readonly onRetry?: () => void
}

/** An error of `useQuery` or `useCall` with everything that is known of it: method, address, status and the whole answer. A missing permission is shown by its name, and an answer that did not come as none. */
export function RequestErrorPanel({ error, title, onRetry }: RequestErrorPanelProps) {
  const text = useText()
  const refusal = refusalOf(error)
  if (refusal) return <RefusalPanel refusal={refusal} size="small" />
  const given = error instanceof AppError ? error : undefined
  const retry = { ...(onRetry && { onRetry }) }
  // Nothing came back, so there is nothing to tell of it.
  if (given?.code === 'core.unreachable') {
    const message = text(shellMessages.serverUnreachable)
    return title === undefined ? <ErrorPanel title={message} {...retry} /> : <ErrorPanel title={title} message={message} {...retry} />
  }
  const facts = given && responseOf(given)
  const problem = {
    message: error.message,
    ...(facts && { request: { method: facts.method, url: facts.url } }),
    ...(given && { response: { statusCode: facts?.status ?? given.status }, body: facts?.body ?? toErrorFields(given) }),
  }
  return <ResponseErrorPanel error={problem} {...(title !== undefined && { title })} {...retry} />
}
