import {
  allowedServers,
  placeCredential,
  type AboutPart,
  type BuiltRequest,
  type SecurityScheme,
  type TryTarget,
} from '@portico/api-docs/common'
import { useText } from '@portico/core/web'
import { Button, CodeEditor, lazyView, Select, SkeletonRows } from '@portico/ui'
import { Suspense, useState, type KeyboardEvent } from 'react'
import { CredentialFields } from './CredentialFields.tsx'
import { exampleVariables } from './example-variables.ts'
import { jsonMistakes } from './json-mistakes.ts'
import { tryMessages } from './messages.ts'
import { ServerField } from './ServerField.tsx'
import { useCredentials, useSentQueries } from './tab-memory.ts'
import styles from './Try.module.css'
import { TryAnswer } from './TryAnswer.tsx'
import { useSchema } from './use-schema.ts'
import { useTryRequest } from './use-try-request.ts'

const GraphqlEditor = lazyView(async () => (await import('./GraphqlEditor.tsx')).GraphqlEditor)

interface GraphqlFormProps {
  readonly entityRef: string
  readonly about: AboutPart
  readonly targets: readonly TryTarget[]
  readonly example: string
}

/** GraphQL does not say how a caller is known: nearly always by a token in this header. */
const bearer: SecurityScheme = { name: 'Authorization', type: 'http', scheme: 'bearer' }

/** A query, its variables, and what came back. */
export function GraphqlForm({ entityRef, about, targets, example }: GraphqlFormProps) {
  const text = useText()
  const { schema, failure } = useSchema(entityRef)
  const { state, send, cancel } = useTryRequest(entityRef)
  const { credentials, set, forget } = useCredentials(entityRef)
  const { sent, add } = useSentQueries(entityRef)
  const [serverAt, setServerAt] = useState(0)
  const [query, setQuery] = useState(example)
  const [variables, setVariables] = useState(() => exampleVariables(example))
  const servers = allowedServers(about.servers, targets)
  const schemes = about.securitySchemes.length > 0 ? about.securitySchemes : [bearer]
  const marks = jsonMistakes(variables).map(({ line, reason }) => ({ line, message: text(tryMessages.notJson, { reason }) }))
  const isRunning = state.step === 'running'

  function submit(): void {
    const server = servers[serverAt] ?? servers[0]
    if (!server || isRunning || marks.length > 0 || query.trim() === '') return
    const placed = schemes.flatMap(scheme => {
      const credential = credentials[scheme.name]
      return credential?.value ? [placeCredential(scheme, credential)] : []
    })
    add({ query, variables })
    void send(toRequest(server.url, query, variables, placed))
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    // Before the editor, which would begin a new line.
    event.preventDefault()
    event.stopPropagation()
    submit()
  }
  return (
    <div className={styles.card}>
      <form
        className={styles.form}
        onKeyDownCapture={onKeyDown}
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <p className={styles.hint}>{text(tryMessages.whereTo)}</p>
        <ServerField servers={servers} at={serverAt} onChoose={setServerAt} variables={{}} onVariables={() => {}} />
        {failure !== undefined && <p className={styles.hint}>{text(tryMessages.completionOff, { reason: failure })}</p>}
        <div className={styles.editors}>
          <div className={styles.group}>
            <div className={styles.legend}>{text(tryMessages.query)}</div>
            <Suspense fallback={<SkeletonRows />}>
              <GraphqlEditor label={text(tryMessages.query)} value={query} onChange={setQuery} schema={schema} />
            </Suspense>
          </div>
          <div className={styles.group}>
            <div className={styles.legend}>{text(tryMessages.variables)}</div>
            <CodeEditor
              label={text(tryMessages.variables)}
              language="json"
              value={variables}
              onChange={setVariables}
              marks={marks}
              minHeight={180}
              maxHeight={420}
            />
          </div>
        </div>
        <CredentialFields schemes={schemes} credentials={credentials} onChange={set} onForget={forget} />
        <div className={styles.actions}>
          <Button type="submit" disabled={isRunning} title="Ctrl+Enter">
            {text(tryMessages.send)}
          </Button>
          {isRunning && (
            <Button variant="default" onClick={cancel}>
              {text(tryMessages.cancel)}
            </Button>
          )}
          {sent.length > 0 && (
            <Select
              inline
              labelHidden
              label={text(tryMessages.history)}
              value=""
              options={[
                { value: '', label: text(tryMessages.history) },
                ...sent.map((each, index) => ({ value: String(index + 1), label: toTitle(each.query) })),
              ]}
              onChange={value => {
                const chosen = sent[Number(value) - 1]
                if (!chosen) return
                setQuery(chosen.query)
                setVariables(chosen.variables)
              }}
            />
          )}
        </div>
      </form>
      <TryAnswer state={state} />
    </div>
  )
}

function toTitle(query: string): string {
  const line = query.replaceAll(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 60)}…` : line
}

function toRequest(url: string, query: string, variables: string, placed: readonly ReturnType<typeof placeCredential>[]): BuiltRequest {
  const at = (where: string) => placed.filter(each => each.in === where)
  const address = new URL(url)
  for (const { name, value } of at('query')) address.searchParams.set(name, value)
  const cookies = at('cookie').map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
  const type = 'application/json'
  return {
    method: 'POST',
    url: address.href,
    headers: [
      ['Accept', 'application/graphql-response+json, application/json'],
      ['Content-Type', type],
      ...at('header').map(({ name, value }) => [name, value] as const),
      ...(cookies.length > 0 ? [['Cookie', cookies.join('; ')] as const] : []),
    ],
    body: { type, text: `{"query":${JSON.stringify(query)}${variables.trim() === '' ? '' : `,"variables":${variables}`}}` },
  }
}
