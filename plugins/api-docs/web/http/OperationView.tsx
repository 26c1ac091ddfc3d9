import type { OperationPart } from '@portico/api-docs/common'
import { ErrorBoundary, Link, useText } from '@portico/core/web'
import { lazyView } from '@portico/ui'
import { Suspense } from 'react'
import { useDefinition } from '../definition/definition-context.tsx'
import { Description } from '../definition/Description.tsx'
import { Extensions } from '../definition/Extensions.tsx'
import { Fold } from '../definition/Fold.tsx'
import { MethodWord } from '../definition/MethodWord.tsx'
import { PartHeader, PartSection } from '../definition/PartHeader.tsx'
import { SchemaFields } from '../schema/SchemaFields.tsx'
import styles from './Http.module.css'
import { MediaView } from './MediaView.tsx'
import { httpMessages } from './messages.ts'
import { toField } from './parameter-fields.ts'
import { Responses } from './Responses.tsx'
import { SecurityLine } from './SecurityLine.tsx'
import { Servers } from './Servers.tsx'

const CodeSamples = lazyView(async () => (await import('../try/CodeSamples.tsx')).CodeSamples)
const TryIt = lazyView(async () => (await import('../try/TryIt.tsx')).TryIt)

/** An operation of OpenAPI, or a webhook. */
export function OperationView({ part }: { readonly part: OperationPart }) {
  const text = useText()
  const { about, entityRef } = useDefinition()
  const isWebhook = part.kind === 'webhook'
  const needs = part.security ?? about?.security
  return (
    <>
      <PartHeader id={part.id} word={part.method} title={part.path} summary={part.summary} isDeprecated={part.isDeprecated}>
        {isWebhook && <p className={styles.note}>{text(httpMessages.webhookHint)}</p>}
        <Description text={part.description} />
        {part.externalDocs && <Link to={part.externalDocs.url}>{part.externalDocs.description ?? text(httpMessages.documentation)}</Link>}
      </PartHeader>
      <div className={styles.operation}>
        <div className={styles.request}>
          {needs && needs.length > 0 && (
            <PartSection title={text(httpMessages.security)}>
              <SecurityLine needs={needs} />
            </PartSection>
          )}
          <Request operation={part} />
        </div>
        {about && !isWebhook && (
          <aside className={styles.beside}>
            <ErrorBoundary>
              <Suspense>
                <CodeSamples operation={part} about={about} />
                <TryIt entityRef={entityRef} operation={part} about={about} />
              </Suspense>
            </ErrorBoundary>
          </aside>
        )}
        <div className={styles.reply}>
          <Responses responses={part.responses} />
          <Callbacks callbacks={part.callbacks} />
          {part.servers && part.servers.length > 0 && <Servers servers={part.servers} />}
          <Extensions values={part.extensions} />
        </div>
      </div>
    </>
  )
}

const places = {
  path: httpMessages.pathParameters,
  query: httpMessages.queryParameters,
  querystring: httpMessages.querystringParameters,
  header: httpMessages.headerParameters,
  cookie: httpMessages.cookieParameters,
} as const

/** What is sent: parameters by place, and the body. */
function Request({ operation: { parameters, body } }: { readonly operation: OperationPart }) {
  const text = useText()
  const known = Object.keys(places) as (keyof typeof places)[]
  return (
    <>
      {known.map(place => {
        const here = parameters.filter(parameter => parameter.in === place)
        if (here.length === 0) return undefined
        return (
          <PartSection key={place} title={text(places[place])}>
            <SchemaFields fields={here.map(toField)} />
          </PartSection>
        )
      })}
      {body && (
        <PartSection title={text(httpMessages.body)} note={text(body.isRequired ? httpMessages.required : httpMessages.optional)}>
          <Description text={body.description} />
          <MediaView media={body.media} />
        </PartSection>
      )}
    </>
  )
}

function Callbacks({ callbacks }: { readonly callbacks: OperationPart['callbacks'] }) {
  const text = useText()
  if (callbacks.length === 0) return undefined
  return (
    <PartSection title={text(httpMessages.callbacks)} note={text(httpMessages.callbackHint)}>
      <div className={styles.stack}>
        {callbacks.map(({ name, expression, operation }) => (
          <Fold
            key={`${name} ${operation.method} ${expression}`}
            framed
            title={
              <span className={styles.foldTitle}>
                <MethodWord word={operation.method} isSmall />
                <span className={styles.firstLine}>{name}</span>
                <span className={styles.types}>{expression}</span>
              </span>
            }
          >
            {() => <CallbackOperation operation={operation} />}
          </Fold>
        ))}
      </div>
    </PartSection>
  )
}

function CallbackOperation({ operation }: { readonly operation: OperationPart }) {
  return (
    <>
      <Description text={operation.description ?? operation.summary} />
      <Request operation={operation} />
      <Responses responses={operation.responses} />
      <Callbacks callbacks={operation.callbacks} />
      <Extensions values={operation.extensions} />
    </>
  )
}
