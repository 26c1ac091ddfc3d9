import { compoundRefOf, entityRefOf, entityTitle, ownersOf, type Entity } from '@portico/catalog/common'
import { EntityLink, KindIcon, StarButton } from '@portico/catalog/web'
import { Link, RequestErrorPanel, useRouteRef, useText } from '@portico/core/web'
import { Content, DataTable, EmptyState, Page, PageHeader, SearchField, SegmentedControl, SkeletonRows, type Column } from '@portico/ui'
import IconBook from '@tabler/icons-react/dist/esm/icons/IconBook.mjs'
import { useMemo } from 'react'
import { maxDocs, useDocsList, useDocsState, type DocsList } from '../index/use-docs-list.ts'
import { techdocsMessages } from '../messages.ts'
import { AttentionCard } from '../parts/AttentionCard.tsx'
import { docRootRoute } from '../routes.ts'
import styles from './DocsIndexPage.module.css'

const tableFilters = [
  { type: 'multiple-select', column: 'kind' },
  { type: 'multiple-select', column: 'type' },
] as const

const typingMs = 200

/** Everything that has docs, as a table or as cards. */
export default function DocsIndexPage() {
  const text = useText()
  const { list, look, words, setList, setLook, setWords } = useDocsState()
  const { entities, total, error, refetch } = useDocsList(list, words)
  return (
    <Page>
      <PageHeader title={text(techdocsMessages.documentation)} subtitle={text(techdocsMessages.subtitlePlain)} />
      <Content>
        <div className={styles.bar}>
          <Choice
            label={text(techdocsMessages.list)}
            value={list}
            options={['all', 'owned', 'starred']}
            titles={{ all: text(techdocsMessages.all), owned: text(techdocsMessages.owned), starred: text(techdocsMessages.starred) }}
            onChange={setList}
          />
          <div className={styles.filter}>
            <SearchField
              value={words}
              onChange={setWords}
              label={text(techdocsMessages.search)}
              placeholder={text(techdocsMessages.search)}
              delayMs={typingMs}
            />
          </div>
          <Choice
            label={text(techdocsMessages.view)}
            value={look}
            options={['table', 'cards']}
            titles={{ table: text(techdocsMessages.table), cards: text(techdocsMessages.cards) }}
            onChange={setLook}
          />
        </div>
        {error && !entities ? (
          <RequestErrorPanel error={error} title={text(techdocsMessages.failed)} onRetry={() => void refetch()} />
        ) : !entities ? (
          <SkeletonRows rows={6} />
        ) : entities.length === 0 ? (
          <NoDocs list={list} words={words.trim()} />
        ) : look === 'table' ? (
          <DocsTable entities={entities} />
        ) : (
          <DocsCards entities={entities} />
        )}
        {total > maxDocs && <p className={styles.more}>{text(techdocsMessages.more, { count: maxDocs })}</p>}
        <AttentionCard list={list} />
      </Content>
    </Page>
  )
}

interface ChoiceProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly T[]
  readonly titles: Readonly<Record<T, string>>
  readonly onChange: (value: T) => void
}

function Choice<T extends string>({ label, value, options, titles, onChange }: ChoiceProps<T>) {
  return (
    <SegmentedControl
      label={label}
      labelHidden
      segments={options.map(option => ({ value: option, label: titles[option] }))}
      value={value}
      onChange={onChange}
    />
  )
}

function NoDocs({ list, words }: { readonly list: DocsList; readonly words: string }) {
  const text = useText()
  if (words !== '') return <EmptyState icon={<IconBook size={32} />} title={text(techdocsMessages.noHits, { term: words })} />
  const title = { all: techdocsMessages.none, owned: techdocsMessages.noneOwned, starred: techdocsMessages.noneStarred }[list]
  return (
    <EmptyState icon={<IconBook size={32} />} title={text(title)}>
      {text(techdocsMessages.noneHint)}
    </EmptyState>
  )
}

function DocsLink({ entity }: { readonly entity: Entity }) {
  const toDocs = useRouteRef(docRootRoute)
  const { kind, namespace, name } = compoundRefOf(entity)
  return (
    <Link to={toDocs({ kind: kind.toLowerCase(), namespace: namespace.toLowerCase(), name })} className={styles.name}>
      <KindIcon kind={kind} /> <span dir="auto">{entityTitle(entity)}</span>
    </Link>
  )
}

function DocsTable({ entities }: { readonly entities: readonly Entity[] }) {
  const text = useText()
  const columns = useMemo<Column<Entity>[]>(
    () => [
      {
        id: 'name',
        title: text(techdocsMessages.name),
        value: entityTitle,
        cell: entity => <DocsLink entity={entity} />,
        highlight: true,
        grow: true,
      },
      {
        id: 'owner',
        title: text(techdocsMessages.owner),
        value: entity => ownersOf(entity).join(' '),
        cell: entity => ownersOf(entity).map(owner => <EntityLink key={owner} entity={owner} defaultKind="group" />),
        summary: true,
      },
      { id: 'kind', title: text(techdocsMessages.kind), field: 'kind', summary: true },
      { id: 'type', title: text(techdocsMessages.type), field: 'spec.type' },
    ],
    [text],
  )
  return (
    <div className={styles.table}>
      <DataTable
        label={text(techdocsMessages.documentation)}
        title={text(techdocsMessages.documentation)}
        columns={columns}
        rows={entities}
        rowKey={entityRefOf}
        filters={tableFilters}
        paging={{ form: 'client' }}
        actions={entity => <StarButton entity={entity} />}
      />
    </div>
  )
}

function DocsCards({ entities }: { readonly entities: readonly Entity[] }) {
  return (
    <ul className={styles.cards}>
      {entities.map(entity => (
        <li key={entityRefOf(entity)} className={styles.card}>
          <h2 className={styles.title}>
            <DocsLink entity={entity} />
          </h2>
          <p className={styles.description}>{typeof entity.metadata.description === 'string' ? entity.metadata.description : ''}</p>
          <div className={styles.owner}>
            {ownersOf(entity).map(owner => (
              <EntityLink key={owner} entity={owner} defaultKind="group" />
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}
