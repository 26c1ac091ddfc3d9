import { annotations, catalogApi, entityRefOf, type Entity } from '@portico/catalog/common'
import { query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { DataTable, SkeletonRows, WarningPanel, type Column } from '@portico/ui'
import { useState } from 'react'
import { useEntity } from '../entity-context.tsx'
import { annotationOf } from '../entity/entity-values.ts'
import { entityMessages } from '../entity/messages.ts'
import { EntityLink } from '../parts/EntityLink.tsx'

const locationAnnotations = [annotations.managedByLocation, annotations.managedByOriginLocation] as const
const fields = [
  'kind',
  'metadata.name',
  'metadata.namespace',
  'metadata.title',
  'metadata.description',
  `metadata.annotations.${annotations.managedByLocation}`,
  'spec.type',
  'spec.profile',
]

/** The other entities of the same file or the same origin. */
export function ColocatedTab() {
  const text = useText()
  const entity = useEntity()
  const [page, setPage] = useState({ offset: 0, limit: 20 })
  const known = locationAnnotations.flatMap(name => {
    const value = annotationOf(entity, name)
    return value === undefined ? [] : [{ [`metadata.annotations.${name}`]: value }]
  })
  const others = { $all: [{ $any: known }, { $not: { 'metadata.uid': entity.metadata.uid ?? '' } }] }
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...query(catalogApi.queryEntitiesByPredicate, {
      body: { query: others, orderBy: [{ field: 'metadata.name', order: 'asc' as const }], fields, ...page },
    }),
    enabled: known.length > 0,
    placeholderData: previous => previous,
  })
  if (known.length === 0) return <WarningPanel title={text(entityMessages.noLocation)} />
  if (error) return <RequestErrorPanel error={error} title={text(entityMessages.colocatedFailed)} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} />
  if (data.totalItems === 0) return <WarningPanel severity="info" title={text(entityMessages.noColocated)} />
  const file = annotationOf(entity, annotations.managedByLocation)
  const columns: readonly Column<Entity>[] = [
    { id: 'name', title: text(entityMessages.name), highlight: true, cell: item => <EntityLink entity={item} defaultKind={item.kind} /> },
    { id: 'kind', title: text(entityMessages.kind), summary: true, cell: item => item.kind },
    {
      id: 'shares',
      title: text(entityMessages.shares),
      summary: true,
      cell: item =>
        text(annotationOf(item, annotations.managedByLocation) === file ? entityMessages.sharesLocation : entityMessages.sharesOrigin),
    },
    {
      id: 'description',
      title: text(entityMessages.description),
      grow: true,
      cell: item => <span dir="auto">{item.metadata.description}</span>,
    },
  ]
  return (
    <DataTable
      label={text(entityMessages.colocated)}
      columns={columns}
      rows={data.items}
      rowKey={entityRefOf}
      remote
      loading={isPlaceholderData}
      paging={{ form: 'offset', ...page, count: data.totalItems, onChange: setPage }}
    />
  )
}
