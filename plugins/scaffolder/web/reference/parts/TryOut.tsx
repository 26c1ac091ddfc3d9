import { isRecord, parseJson } from '@portico/core/common'
import { query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { expressionLimits, scaffolderApi } from '@portico/scaffolder/common'
import { CodeBlock, InfoCard, Textarea, useDebouncedValue, WarningPanel } from '@portico/ui'
import { useState } from 'react'
import { referenceMessages } from '../messages.ts'
import styles from './Reference.module.css'

export interface TryOutProps {
  readonly source: string
  readonly onSource: (source: string) => void
}

const firstValues = JSON.stringify({ parameters: { name: 'my-service', owner: 'group:default/team-a' } }, null, 2)

/** An expression and its values, with what the server makes of them. */
export function TryOut({ source, onSource }: TryOutProps) {
  const text = useText()
  const [typed, setTyped] = useState(firstValues)
  const values = readValues(typed)
  return (
    <InfoCard title={text(referenceMessages.tryTitle)}>
      <Textarea
        label={text(referenceMessages.tryExpression)}
        description={text(referenceMessages.tryExpressionHelp)}
        value={source}
        onChange={event => onSource(event.currentTarget.value)}
        rows={3}
        spellCheck={false}
        maxLength={expressionLimits.source}
        classNames={{ input: styles.code ?? '' }}
      />
      <Textarea
        label={text(referenceMessages.tryValues)}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
        error={values ? undefined : text(referenceMessages.tryBadValues)}
        rows={7}
        spellCheck={false}
        classNames={{ input: styles.code ?? '' }}
        mt="sm"
      />
      <h3 className={styles.part}>{text(referenceMessages.tryResult)}</h3>
      <div className={styles.result} aria-live="polite">
        <Result source={source} values={values} />
      </div>
    </InfoCard>
  )
}

function Result({ source, values }: { readonly source: string; readonly values: Readonly<Record<string, unknown>> | undefined }) {
  const text = useText()
  const { data, error, refetch, isAsked } = useExpression(source, values)
  if (!isAsked) return <p className={styles.quiet}>{text(referenceMessages.tryEmpty)}</p>
  if (error) return <RequestErrorPanel error={error} title={text(referenceMessages.tryFailed)} onRetry={() => void refetch()} />
  if (!data) return undefined
  if (data.error) {
    const { message, line, column, hint } = data.error
    return (
      <WarningPanel severity="error" title={message}>
        {line !== undefined && text(referenceMessages.tryAt, { line, column: column ?? 1 })} {hint}
      </WarningPanel>
    )
  }
  if (data.value === undefined) return <p className={styles.quiet}>{text(referenceMessages.tryNothing)}</p>
  const isText = typeof data.value === 'string'
  return (
    <>
      <CodeBlock
        code={isText ? String(data.value) : JSON.stringify(data.value, null, 2)}
        language={isText ? undefined : 'json'}
        maxHeight={320}
      />
      <p className={styles.quiet}>{text(referenceMessages.tryType, { type: typeName(data.value) })}</p>
    </>
  )
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

const debounceMs = 400

/** The values of a try-out; undefined when the text is not a JSON object. */
function readValues(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {}
  const value = parseJson(text)
  return isRecord(value) ? value : undefined
}

/** The result of an expression, a moment after the last letter was typed. */
function useExpression(source: string, values: Readonly<Record<string, unknown>> | undefined) {
  const asked = source.trim() === '' || !values ? undefined : JSON.stringify({ source, values })
  const settled = useDebouncedValue(asked, debounceMs)
  const body =
    settled === undefined ? { source: '', values: {} } : (JSON.parse(settled) as { source: string; values: Record<string, unknown> })
  const result = useQuery({
    ...query(scaffolderApi.renderExpression, { body }),
    enabled: settled !== undefined,
    placeholderData: previous => previous,
    retry: false,
  })
  return { ...result, data: asked === undefined ? undefined : result.data, isAsked: asked !== undefined }
}
