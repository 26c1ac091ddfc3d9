import { EntityLink } from '@portico/catalog/web'
import type { ConnectorDetails } from '@portico/connectors/common'
import { useText } from '@portico/core/web'
import { CodeBlock, CopyButton, DataTable, InfoCard, RelativeTime, Stack, StructuredMetadata, useDuration } from '@portico/ui'
import { ConnectorState } from './ConnectorState.tsx'
import { annotationSample, firstTarget } from './first-target.ts'
import { operateMessages } from './messages.ts'
import styles from './Operate.module.css'
import { UnnamedStates } from './UnnamedStates.tsx'

interface ConnectorProps {
  readonly connector: ConnectorDetails
}

/** How a connector runs: its targets, what went wrong, and how it is switched on. */
export function OverviewTab({ connector }: ConnectorProps) {
  const text = useText()
  const isOff = connector.state === 'off'
  return (
    <div className={styles.columns}>
      <Stack>
        {connector.problems.length > 0 && <Problems connector={connector} />}
        {isOff ? (
          <InfoCard title={text(operateMessages.howToConfigure)}>
            <p className={styles.words}>{text(operateMessages.howToConfigureText)}</p>
            <CodeBlock language="yaml" title="app-config.yaml" code={firstTarget(connector.name, connector.target)} />
          </InfoCard>
        ) : (
          connector.targetStates.length > 0 && <Targets connector={connector} />
        )}
        <UnnamedStates states={connector.unnamedStates} />
        <Errors connector={connector} />
      </Stack>
      <Stack>
        <About connector={connector} />
        <InfoCard title={text(operateMessages.howToAnnotate)}>
          <p className={styles.words}>{text(operateMessages.howToAnnotateText)}</p>
          <CodeBlock language="yaml" title="catalog-info.yaml" code={annotationSample(connector)} />
        </InfoCard>
      </Stack>
    </div>
  )
}

function Problems({ connector: { problems } }: ConnectorProps) {
  const text = useText()
  return (
    <InfoCard title={text(operateMessages.problems)} subtitle={text(operateMessages.problemsText)} flush>
      <DataTable
        label={text(operateMessages.problems)}
        rows={problems}
        rowKey={problem => `${problem.file} ${problem.line} ${problem.key} ${problem.message}`}
        columns={[
          { id: 'line', title: text(operateMessages.line), value: ({ line }) => line, align: 'end' },
          {
            id: 'key',
            title: text(operateMessages.key),
            value: ({ key }) => key,
            minPx: 180,
            cell: ({ key }) => <span className={styles.code}>{key}</span>,
          },
          { id: 'message', title: text(operateMessages.message), value: ({ message }) => message, grow: true, summary: true },
        ]}
      />
    </InfoCard>
  )
}

function Targets({ connector: { targetStates } }: ConnectorProps) {
  const text = useText()
  return (
    <InfoCard title={text(operateMessages.targets)} flush>
      <DataTable
        label={text(operateMessages.targets)}
        rows={targetStates}
        rowKey={({ name }) => name}
        columns={[
          { id: 'name', title: text(operateMessages.target), value: ({ name }) => name, highlight: true },
          { id: 'state', title: text(operateMessages.state), cell: ({ state }) => <ConnectorState state={state} />, summary: true },
          {
            id: 'address',
            title: text(operateMessages.address),
            value: ({ baseUrl }) => baseUrl,
            grow: true,
            summary: true,
            cell: ({ baseUrl, error, pausedUntil }) => (
              <span className={styles.target}>
                <span>{baseUrl}</span>
                {error !== undefined && (
                  <span className={styles.error}>
                    {error}
                    {pausedUntil !== undefined && (
                      <>
                        {' '}
                        ({text(operateMessages.pausedUntil)} <RelativeTime at={pausedUntil} />)
                      </>
                    )}
                  </span>
                )}
              </span>
            ),
          },
          { id: 'auth', title: text(operateMessages.auth), value: ({ auth }) => auth },
          {
            id: 'rate',
            title: text(operateMessages.rate),
            align: 'end',
            cell: ({ requestsInLastMinute, perMinute }) => text(operateMessages.rateOf, { count: requestsInLastMinute, max: perMinute }),
          },
        ]}
      />
    </InfoCard>
  )
}

function Errors({ connector: { errors } }: ConnectorProps) {
  const text = useText()
  return (
    <InfoCard title={text(operateMessages.errors)} flush>
      <DataTable
        label={text(operateMessages.errors)}
        rows={errors}
        rowKey={error => `${error.at} ${error.entityRef} ${error.request} ${error.code}`}
        empty={<p className={styles.muted}>{text(operateMessages.noErrors)}</p>}
        paging={{ form: 'client' }}
        columns={[
          { id: 'message', title: text(operateMessages.message), value: ({ message }) => message, grow: true, highlight: true },
          { id: 'request', title: text(operateMessages.request), value: ({ request }) => request },
          {
            id: 'entity',
            title: text(operateMessages.entity),
            value: ({ entityRef }) => entityRef,
            cell: ({ entityRef }) => entityRef !== undefined && <EntityLink entity={entityRef} tab="tools" />,
            summary: true,
          },
          {
            id: 'at',
            title: text(operateMessages.at),
            value: ({ at }) => at,
            cell: ({ at }) => <RelativeTime at={at} isPast />,
            summary: true,
          },
        ]}
      />
    </InfoCard>
  )
}

function About({ connector }: ConnectorProps) {
  const text = useText()
  const duration = useDuration()
  const { origin, file, webhooks, requests } = connector
  const facts = {
    [text(operateMessages.origin)]: `${origin} · ${file}`,
    ...Object.fromEntries(
      [...Map.groupBy(requests, ({ everyMs }) => everyMs)].map(([everyMs, same]) => [
        `${text(operateMessages.every)} ${duration(everyMs)}`,
        same.map(({ name }) => name).join(', '),
      ]),
    ),
  }
  return (
    <InfoCard title={text(operateMessages.about)}>
      <StructuredMetadata facts={facts} />
      {webhooks.map(({ name, path }) => (
        <div key={name} className={styles.webhook}>
          <p className={styles.label}>{text(operateMessages.webhook, { name })}</p>
          <span className={styles.code}>{path}</span> <CopyButton value={path} />
        </div>
      ))}
    </InfoCard>
  )
}
