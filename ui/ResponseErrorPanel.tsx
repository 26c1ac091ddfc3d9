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

/** A request that was refused or failed in two lines: what failed, and why. The request and the whole answer are folded, and can be copied. */
export function ResponseErrorPanel({ error, title, onRetry }: { error: ResponseProblem; title?: string; onRetry?: () => void }) {
  const text = useText()
  const facts = [
    { name: text(uiMessages.requestMethod), value: error.request?.method },
    { name: text(uiMessages.requestUrl), value: error.request?.url },
    { name: text(uiMessages.responseStatus), value: error.response?.statusCode },
  ].filter(({ value }) => value !== undefined)
  return (
    <ErrorPanel
      title={title ?? text(uiMessages.requestFailed)}
      message={error.message}
      details={error.body === undefined ? undefined : toJson(error.body)}
      detailsLabel={text(uiMessages.responseBody)}
      {...(facts.length > 0 && { facts: <Facts facts={facts} /> })}
      {...(onRetry && { onRetry })}
    />
  )
}

function Facts({ facts }: { facts: readonly { readonly name: string; readonly value: string | number | undefined }[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value }) => (
        <div key={name} className={styles.fact}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function toJson(body: unknown): string {
  return typeof body === 'string' ? body : (JSON.stringify(body, null, 2) ?? String(body))
}
