import { ErrorPanel } from './ErrorPanel.tsx'
import { uiMessages } from './messages.ts'
import styles from './ResponseErrorPanel.module.css'
import { useText } from './text.tsx'

/** What is known of a failed answer. */
export interface ResponseProblem {
  readonly message: string
  readonly request?: { readonly method?: string; readonly url?: string } | undefined
  readonly response?: { readonly statusCode?: number } | undefined
  /** The whole answer, as it came. */
  readonly body?: unknown
}

/** A request that was refused or failed: the request, the answer, and all of it to copy. */
export function ResponseErrorPanel({ error, title, onRetry }: { error: ResponseProblem; title?: string; onRetry?: () => void }) {
  const text = useText()
  const facts: readonly (readonly [string, string | number | undefined])[] = [
    [text(uiMessages.requestMethod), error.request?.method],
    [text(uiMessages.requestUrl), error.request?.url],
    [text(uiMessages.responseStatus), error.response?.statusCode],
  ]
  return (
    <ErrorPanel
      title={title ?? text(uiMessages.requestFailed)}
      message={error.message}
      details={error.body === undefined ? undefined : toJson(error.body)}
      detailsLabel={text(uiMessages.responseBody)}
      {...(onRetry && { onRetry })}
    >
      <dl className={styles.facts}>
        {facts.map(([name, value]) =>
          value === undefined ? undefined : (
            <div key={name} className={styles.fact}>
              <dt className={styles.name}>{name}</dt>
              <dd className={styles.value}>{value}</dd>
            </div>
          ),
        )}
      </dl>
    </ErrorPanel>
  )
}

function toJson(body: unknown): string {
  return typeof body === 'string' ? body : (JSON.stringify(body, null, 2) ?? String(body))
}
