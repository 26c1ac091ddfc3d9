import { Code } from './Code.tsx'
import { uiMessages } from './messages.ts'
import { Button } from './primitives.ts'
import styles from './ResponseErrorPanel.module.css'
import { useText } from './text.tsx'
import { WarningPanel } from './WarningPanel.tsx'

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
    <WarningPanel
      severity="error"
      title={title ?? text(uiMessages.requestFailed)}
      details={
        error.body !== undefined && (
          <section aria-label={text(uiMessages.responseBody)}>
            <Code block>{toJson(error.body)}</Code>
          </section>
        )
      }
      action={
        onRetry && (
          <Button variant="default" size="xs" onClick={onRetry}>
            {text(uiMessages.retry)}
          </Button>
        )
      }
    >
      <p>{error.message}</p>
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
    </WarningPanel>
  )
}

function toJson(body: unknown): string {
  return typeof body === 'string' ? body : (JSON.stringify(body, null, 2) ?? String(body))
}
