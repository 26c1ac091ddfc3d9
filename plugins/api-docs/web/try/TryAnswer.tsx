import type { TryReply } from '@portico/api-docs/common'
import type { AppError } from '@portico/core/common'
import { useText, type Message } from '@portico/core/web'
import { CodeBlock, ErrorPanel, Loader, Status, useBytes, useDuration, ValueViewer, WarningPanel, type StatusKind } from '@portico/ui'
import { useMemo } from 'react'
import { tryMessages } from './messages.ts'
import styles from './Try.module.css'
import type { TryState } from './use-try-request.ts'

/** What came back, or why nothing did. Its first line is read out when it changes. */
export function TryAnswer({ state }: { readonly state: TryState }) {
  const text = useText()
  return (
    <>
      <div role="status" className={styles.status}>
        {state.step === 'running' && (
          <span className={styles.waiting}>
            <Loader size="xs" aria-hidden /> {text(tryMessages.sending)}
          </span>
        )}
        {state.step === 'answered' && <StatusLine reply={state.reply} />}
      </div>
      {state.step === 'answered' && <Answer reply={state.reply} />}
      {state.step === 'failed' && <Failure error={state.error} />}
    </>
  )
}

function StatusLine({ reply: { status, statusText, durationMs, bytes } }: { readonly reply: TryReply }) {
  const text = useText()
  const duration = useDuration()
  const size = useBytes()
  const words = text(tryMessages.answered, { status: `${status} ${statusText}`.trim(), time: duration(durationMs), size: size(bytes) })
  return <Status kind={kindOf(status)}>{words}</Status>
}

function kindOf(status: number): StatusKind {
  if (status >= 500) return 'error'
  if (status >= 400) return 'warning'
  return status >= 300 ? 'running' : 'ok'
}

function Answer({ reply }: { readonly reply: TryReply }) {
  const text = useText()
  const hasCookies = reply.headers.some(([name]) => name === 'set-cookie')
  return (
    <section aria-label={text(tryMessages.answer)} className={styles.answer}>
      {reply.status >= 300 && reply.status < 400 && <p className={styles.hint}>{text(tryMessages.redirect)}</p>}
      {reply.isCut && <WarningPanel severity="info" title={text(tryMessages.cut)} />}
      <details className={styles.headers}>
        <summary>{text(tryMessages.headers, { count: reply.headers.length })}</summary>
        <dl>
          {reply.headers.map(([name, value], index) => (
            <div key={index}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {hasCookies && <p className={styles.hint}>{text(tryMessages.cookies)}</p>}
      </details>
      <AnswerBody reply={reply} />
    </section>
  )
}

function AnswerBody({ reply: { body, bytes, headers, isCut } }: { readonly reply: TryReply }) {
  const text = useText()
  const size = useBytes()
  const type = headers.find(([name]) => name === 'content-type')?.[1] ?? ''
  const value = useMemo(() => (isCut ? undefined : toJson(body)), [body, isCut])
  if (body === undefined) return <p className={styles.hint}>{text(tryMessages.binaryBody, { type: type || '?', size: size(bytes) })}</p>
  if (body === '') return <p className={styles.hint}>{text(tryMessages.emptyBody)}</p>
  if (value !== undefined) return <ValueViewer label={text(tryMessages.answer)} value={value} initially="raw" />
  return <CodeBlock code={body} language={languageOf(type)} maxHeight={480} />
}

/** Objects and lists only. A number that would lose its last digits is shown as it came. */
function toJson(body: string | undefined): unknown {
  if (body === undefined || !/^\s*[[{]/.test(body) || /[:[,\s]-?\d{16,}/.test(body)) return undefined
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function languageOf(type: string): string | undefined {
  return /\b(?:json|xml|html|yaml|javascript|css|graphql)\b/i.exec(type)?.[0].toLowerCase().replace('html', 'xml')
}

const failures: Readonly<Record<string, readonly [title: Message, message?: Message]>> = {
  'api-docs.target-refused': [tryMessages.refusedTitle, tryMessages.refusedText],
  'api-docs.method-refused': [tryMessages.methodTitle, tryMessages.methodText],
  'api-docs.target-timeout': [tryMessages.timeoutTitle, tryMessages.timeoutText],
  'core.target-unavailable': [tryMessages.unreachableTitle, tryMessages.unreachableText],
  'api-docs.answer-broken': [tryMessages.brokenTitle, tryMessages.brokenText],
  'api-docs.too-many-at-once': [tryMessages.tooManyTitle],
  'api-docs.too-many-requests': [tryMessages.tooManyTitle],
  'api-docs.invalid-header': [tryMessages.headerTitle],
  'api-docs.header-refused': [tryMessages.headerTitle],
}

function Failure({ error }: { readonly error: AppError }) {
  const text = useText()
  const [title, message] = failures[error.code ?? ''] ?? [tryMessages.failedTitle]
  const words = message === undefined ? error.message : text(message)
  return <ErrorPanel title={text(title)} message={words} {...(message !== undefined && { details: error.message })} />
}
