import { Link, query, RequestErrorPanel, useQuery, useSearchParams, useText } from '@portico/core/web'
import { scaffolderApi, scaffolderPaths, type ListedAction } from '@portico/scaffolder/common'
import { Chip, Content, EmptyState, InfoCard, Markdown, Page, PageHeader, SearchField, SkeletonRows } from '@portico/ui'
import IconBolt from '@tabler/icons-react/dist/esm/icons/IconBolt.mjs'
import { useState } from 'react'
import { ScaffolderTabs } from '../../parts/ScaffolderTabs.tsx'
import { referenceMessages } from '../messages.ts'
import { Examples } from '../parts/Examples.tsx'
import styles from '../parts/Reference.module.css'
import { SchemaTable } from '../parts/SchemaTable.tsx'
import { pageMessages } from '../../parts/page-messages.ts'

/** The installed actions: what each takes, gives and is used for. */
export default function ActionsPage() {
  const text = useText()
  const { data, error, refetch } = useQuery(query(scaffolderApi.listActions))
  return (
    <Page>
      <PageHeader
        title={text(pageMessages.actions)}
        subtitle={text(referenceMessages.actionsSubtitle)}
        tabs={<ScaffolderTabs selected="actions" />}
      />
      <Content>
        {error && !data ? (
          <RequestErrorPanel error={error} title={text(referenceMessages.actionsFailed)} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonRows rows={8} />
        ) : data.length === 0 ? (
          <EmptyState icon={<IconBolt size={32} />} title={text(referenceMessages.nothing)}>
            {text(referenceMessages.noActions)}
          </EmptyState>
        ) : (
          <Actions actions={data} />
        )}
      </Content>
    </Page>
  )
}

function Actions({ actions }: { readonly actions: readonly ListedAction[] }) {
  const text = useText()
  const [search] = useSearchParams()
  const [words, setWords] = useState('')
  const shown = actions.filter(({ id, description = '' }) => matches(`${id} ${description}`, words))
  const selected = actions.find(({ id }) => id === search.get('action')) ?? shown[0]
  return (
    <div className={styles.columns}>
      <div className={styles.side}>
        <SearchField value={words} onChange={setWords} label={text(referenceMessages.actionsSearch)} />
        {shown.length === 0 ? (
          <p className={styles.quiet}>{text(referenceMessages.actionsNone)}</p>
        ) : (
          <nav aria-label={text(referenceMessages.actionsList)}>
            <ul className={styles.list}>
              {shown.map(({ id }) => (
                <li key={id}>
                  <Link
                    to={scaffolderPaths.actions(id)}
                    plain
                    className={styles.item}
                    title={id}
                    {...(id === selected?.id && { 'aria-current': 'true' as const })}
                  >
                    {id}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
      {selected && <ActionDetails key={selected.id} action={selected} />}
    </div>
  )
}

function ActionDetails({ action }: { readonly action: ListedAction }) {
  const text = useText()
  const { id, description, schema, examples, supportsDryRun, isIdempotent, canUndo } = action
  return (
    <InfoCard title={<code>{id}</code>}>
      {description === undefined ? (
        <p className={styles.quiet}>{text(referenceMessages.noDescription)}</p>
      ) : (
        <div className={styles.lead}>
          <Markdown topHeading={3}>{description}</Markdown>
        </div>
      )}
      <div className={styles.chips}>
        <Chip>{text(supportsDryRun ? referenceMessages.dryRun : referenceMessages.noDryRun)}</Chip>
        <Chip>{text(isIdempotent ? referenceMessages.idempotent : referenceMessages.notIdempotent)}</Chip>
        {canUndo && <Chip>{text(referenceMessages.canUndo)}</Chip>}
      </div>
      <h3 className={styles.part}>{text(referenceMessages.input)}</h3>
      <SchemaTable label={text(referenceMessages.input)} schema={schema?.input} none={text(referenceMessages.noInput)} />
      <h3 className={styles.part}>{text(referenceMessages.output)}</h3>
      <SchemaTable label={text(referenceMessages.output)} schema={schema?.output} none={text(referenceMessages.noOutput)} />
      <h3 className={styles.part}>{text(referenceMessages.examples)}</h3>
      <Examples examples={examples} language="yaml" />
    </InfoCard>
  )
}

function matches(whole: string, words: string): boolean {
  const lower = whole.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every(word => lower.includes(word))
}
