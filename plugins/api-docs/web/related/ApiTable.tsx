import { definitionPath } from '@portico/api-docs/common'
import { catalogApi, entityRefOf, ownersOf, tryParseEntityRef, type Entity } from '@portico/catalog/common'
import { EntityLink, presentEntity } from '@portico/catalog/web'
import { Link, query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { DataTable, InfoCard, Status, useNumber, type Column } from '@portico/ui'
import { useState, type ReactNode } from 'react'
import { ApiVersion } from './ApiVersion.tsx'
import { relatedMessages } from './messages.ts'
import styles from './RelatedApis.module.css'

interface Row {
  readonly ref: string
  /** Undefined while it is loading. */
  readonly entity: Entity | null | undefined
}

const pageSize = 20
const fields = ['kind', 'metadata.name', 'metadata.namespace', 'metadata.title', 'metadata.description', 'spec.type', 'spec.lifecycle']

export interface ApiTableProps {
  readonly title: string
  readonly refs: readonly string[]
  /** Through which components, of a system. */
  readonly through?: ReadonlyMap<string, readonly string[]> | undefined
  /** Why there are none, and how to add one. */
  readonly empty: ReactNode
}

/** APIs a page at a time: only what is on the page is read. */
export function ApiTable({ title, refs, through, empty }: ApiTableProps) {
  const text = useText()
  const number = useNumber()
  const [page, setPage] = useState({ offset: 0, limit: pageSize })
  const offset = page.offset < refs.length ? page.offset : 0
  const here = refs.slice(offset, offset + page.limit)
  const { data, error, refetch } = useQuery({
    ...query(catalogApi.getEntitiesByRefs, { body: { entityRefs: here, fields: [...fields, 'relations'] } }),
    enabled: here.length > 0,
    placeholderData: previous => previous,
  })
  const byRef = new Map(data?.items.flatMap(entity => (entity ? [[entityRefOf(entity), entity] as const] : [])))
  const isLoaded = data?.items.length === here.length
  const rows = here.map((ref): Row => ({ ref, entity: byRef.get(ref.toLowerCase()) ?? (isLoaded ? null : undefined) }))
  const columns = useColumns(through)
  return (
    <InfoCard title={title} subtitle={refs.length > pageSize ? number(refs.length) : undefined} flush>
      {refs.length === 0 ? (
        <p className={styles.quiet}>{empty}</p>
      ) : (
        <DataTable
          label={title}
          columns={columns}
          rows={rows}
          rowKey={({ ref }) => ref}
          remote
          loading={data === undefined && !error}
          error={error && <RequestErrorPanel error={error} title={text(relatedMessages.failed)} onRetry={() => void refetch()} />}
          {...(refs.length > pageSize && {
            paging: { form: 'offset' as const, offset, limit: page.limit, count: refs.length, onChange: setPage },
          })}
        />
      )}
    </InfoCard>
  )
}

function useColumns(through: ApiTableProps['through']): readonly Column<Row>[] {
  const text = useText()
  const spec = (name: string) => (row: Row) => words(row.entity?.spec?.[name])
  return [
    {
      id: 'name',
      title: text(relatedMessages.name),
      highlight: true,
      cell: ({ ref, entity }) => <EntityLink entity={entity ?? ref} defaultKind="API" />,
    },
    { id: 'type', title: text(relatedMessages.type), summary: true, cell: spec('type') },
    { id: 'version', title: text(relatedMessages.version), summary: true, cell: ({ ref }) => <ApiVersion entityRef={ref} /> },
    {
      id: 'owner',
      title: text(relatedMessages.owner),
      summary: true,
      cell: ({ entity }) => entity && <FirstOf refs={ownersOf(entity)} kind="Group" />,
    },
    { id: 'lifecycle', title: text(relatedMessages.lifecycle), cell: spec('lifecycle') },
    ...(through
      ? [
          {
            id: 'through',
            title: text(relatedMessages.through),
            cell: ({ ref }: Row) => <FirstOf refs={through.get(ref) ?? []} kind="Component" />,
          },
        ]
      : []),
    { id: 'description', title: text(relatedMessages.description), grow: true, cell: ({ entity }) => <Detail entity={entity} /> },
    {
      id: 'definition',
      title: text(relatedMessages.definition),
      titleHidden: true,
      summary: true,
      cell: row => <DefinitionLink row={row} />,
    },
  ]
}

function DefinitionLink({ row: { ref, entity } }: { readonly row: Row }) {
  const text = useText()
  if (entity === null) return undefined
  const name = entity ? presentEntity(entity, { defaultKind: 'API' }).primaryTitle : (tryParseEntityRef(ref)?.name ?? ref)
  return (
    <Link to={definitionPath(ref)} aria-label={text(relatedMessages.openDefinition, { name })}>
      {text(relatedMessages.definition)}
    </Link>
  )
}

function Detail({ entity }: { readonly entity: Row['entity'] }) {
  const text = useText()
  if (entity === null) return <Status kind="warning">{text(relatedMessages.notInCatalog)}</Status>
  const description = entity?.metadata.description
  return (
    <span title={description} dir="auto">
      {description}
    </span>
  )
}

/** The first of several entities, and how many more. */
function FirstOf({ refs, kind }: { readonly refs: readonly string[]; readonly kind: string }) {
  const [first, ...rest] = refs
  if (first === undefined) return undefined
  return (
    <span className={styles.through}>
      <EntityLink entity={first} defaultKind={kind} hideIcon />
      {rest.length > 0 && (
        <span className={styles.more} title={rest.join(', ')}>
          +{rest.length}
        </span>
      )}
    </span>
  )
}

function words(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
