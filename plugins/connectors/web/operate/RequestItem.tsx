import type { SentRequest, TryResult } from '@portico/connectors/common'
import { useText } from '@portico/core/web'
import { CodeBlock, RelativeTime, Status, useBytes, useDuration, useNumber, type StatusKind } from '@portico/ui'
import type { ReactNode } from 'react'
import { operateMessages } from './messages.ts'
import styles from './Operate.module.css'

type Request = Pick<SentRequest, 'request' | 'method' | 'url' | 'headers' | 'status' | 'durationMs' | 'bytes' | 'error'>

interface RequestItemProps {
  readonly request: Request
  readonly at?: string | undefined
  readonly open?: boolean
  readonly children?: ReactNode
}

/** A request in one line, with its headers and more inside. */
export function RequestItem({ request, at, open = false, children }: RequestItemProps) {
  const text = useText()
  const bytes = useBytes()
  const duration = useDuration()
  const number = useNumber()
  const { status, error } = request
  return (
    <li>
      <details className={styles.request} open={open}>
        <summary>
          <Status kind={toKind(status, error)}>{status === undefined ? text(operateMessages.noAnswer) : String(status)}</Status>
          <span className={styles.url}>
            {request.method} {request.url}
          </span>
          <span className={styles.when}>
            {request.durationMs < 1000 ? number(request.durationMs, { style: 'unit', unit: 'millisecond' }) : duration(request.durationMs)}
            {request.bytes !== undefined && ` · ${bytes(request.bytes)}`}
            {at !== undefined && (
              <>
                {' · '}
                <RelativeTime at={at} isPast />
              </>
            )}
          </span>
        </summary>
        <div className={styles.inside}>
          {error !== undefined && <p className={styles.error}>{error}</p>}
          <Headers title={text(operateMessages.headers)} headers={request.headers} />
          {children}
        </div>
      </details>
    </li>
  )
}

/** What trying it adds: the body, what was answered, and why nothing was asked. */
export function TriedRequest({ request }: { readonly request: TryResult['requests'][number] }) {
  const text = useText()
  if (request.leftOut !== undefined) {
    return (
      <li>
        <p className={`${styles.request} ${styles.muted}`}>
          {request.request}: {text(operateMessages.leftOut, { reason: request.leftOut })}
        </p>
      </li>
    )
  }
  return (
    <RequestItem request={request} open>
      {request.body !== undefined && <CodeBlock title={text(operateMessages.body)} code={request.body} language="json" maxHeight={240} />}
      <Headers title={text(operateMessages.answerHeaders)} headers={request.responseHeaders} />
      {request.answer !== undefined && (
        <CodeBlock title={text(operateMessages.answer)} code={pretty(request.answer)} language="json" maxHeight={360} />
      )}
    </RequestItem>
  )
}

function Headers({ title, headers }: { readonly title: string; readonly headers: Readonly<Record<string, string>> }) {
  const entries = Object.entries(headers)
  if (entries.length === 0) return undefined
  return (
    <div>
      <p className={styles.label}>{title}</p>
      <dl className={styles.headers}>
        {entries.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function toKind(status: number | undefined, error: string | undefined): StatusKind {
  if (status === undefined || status >= 500) return 'error'
  if (status >= 400 || error !== undefined) return 'warning'
  return 'ok'
}

function pretty(answer: string): string {
  try {
    return JSON.stringify(JSON.parse(answer), undefined, 2)
  } catch {
    return answer
  }
}
