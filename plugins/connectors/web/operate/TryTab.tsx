import { connectorsApi, type ConnectorDetails, type TryResult } from '@portico/connectors/common'
import { RequestErrorPanel, useCall, useClient, useSearchParams, useText } from '@portico/core/web'
import { Autocomplete, Button, DataTable, InfoCard, type LoadOptions, Stack } from '@portico/ui'
import { useCallback } from 'react'
import { operateMessages } from './messages.ts'
import styles from './Operate.module.css'
import { TriedRequest } from './RequestItem.tsx'
import { UnnamedStates } from './UnnamedStates.tsx'

const maxOptions = 100
/** Of a value: the whole of it is in the answer. */
const maxCharacters = 300

/** Asks the tool about one entity and shows each step. The address holds the entity. */
export function TryTab({ connector }: { readonly connector: ConnectorDetails }) {
  const text = useText()
  const [params, setParams] = useSearchParams()
  const entityRef = params.get('entity') ?? undefined
  const attempt = useCall(connectorsApi.tryConnector)
  const { name } = connector
  const client = useClient()
  const load: LoadOptions = useCallback(
    async ({ text: words, signal }) => {
      const { items } = await client.call(connectorsApi.listMatched, { params: { name }, query: { limit: maxOptions } }, { signal })
      const found = items.filter(item => item.entityRef.includes(words.toLowerCase()))
      return { items: found.map(item => ({ value: item.entityRef, label: item.entityRef, hint: Object.values(item.annotations)[0] })) }
    },
    [client, name],
  )
  const run = () => entityRef !== undefined && attempt.mutate({ params: { name }, body: { entityRef } })
  return (
    <Stack>
      <div>
        <p className={styles.words}>{text(operateMessages.tryText)}</p>
        <div className={styles.bar}>
          <div className={styles.field}>
            <Autocomplete
              label={text(operateMessages.entity)}
              placeholder={text(operateMessages.entityHint)}
              allowText
              autoSelect
              load={load}
              value={entityRef === undefined ? undefined : { value: entityRef, label: entityRef }}
              onChange={option => setParams(option ? { entity: option.value } : {}, { replace: true })}
            />
          </div>
          <Button disabled={entityRef === undefined} loading={attempt.isPending} onClick={run}>
            {text(operateMessages.tryIt)}
          </Button>
        </div>
      </div>
      {attempt.error && <RequestErrorPanel error={attempt.error} onRetry={run} />}
      {attempt.data && <Tried result={attempt.data} />}
    </Stack>
  )
}

function Tried({ result }: { readonly result: TryResult }) {
  const text = useText()
  return (
    <>
      {result.message !== undefined && <p className={styles.muted}>{result.message}</p>}
      <UnnamedStates states={result.unnamedStates} />
      <InfoCard title={text(operateMessages.requests)} flush>
        <ul className={styles.requests}>
          {result.requests.map((request, index) => (
            <TriedRequest key={index} request={request} />
          ))}
        </ul>
      </InfoCard>
      <DataTable
        label={text(operateMessages.expressions)}
        title={text(operateMessages.expressions)}
        rows={result.facts}
        rowKey={fact => fact.name}
        columns={[
          { id: 'fact', title: text(operateMessages.fact), highlight: true, value: fact => fact.name },
          {
            id: 'value',
            title: text(operateMessages.value),
            value: fact => fact.value,
            summary: true,
            cell: fact =>
              fact.error === undefined ? (
                <span className={styles.code}>
                  {fact.value === undefined ? text(operateMessages.noValue) : beginOf(JSON.stringify(fact.value))}
                </span>
              ) : (
                <span className={styles.error}>{fact.error}</span>
              ),
            grow: true,
          },
          {
            id: 'expression',
            title: text(operateMessages.expression),
            value: fact => fact.expression,
            cell: fact => <span className={styles.code}>{fact.expression}</span>,
            grow: true,
          },
        ]}
      />
    </>
  )
}

function beginOf(text: string): string {
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text
}
