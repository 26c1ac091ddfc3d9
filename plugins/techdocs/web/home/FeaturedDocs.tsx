import { catalogApi, entityRefOf, type Entity } from '@portico/catalog/common'
import { KindIcon, presentEntity } from '@portico/catalog/web'
import { EmptyWidget, query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { useWidgetSettings, WidgetList, WidgetRow } from '@portico/home/web'
import { docsOf, techdocsPaths } from '@portico/techdocs/common'
import { SkeletonRows } from '@portico/ui'
import { hasDocsQuery } from '../index/use-docs-list.ts'
import { techdocsMessages } from '../messages.ts'
import { featuredSettings } from './featured-settings.ts'

const fields = ['kind', 'metadata.name', 'metadata.namespace', 'metadata.title', 'metadata.description', 'metadata.annotations']

/** Docs that the portal presents: those of entities with a tag, or of all. */
export function FeaturedDocs() {
  const text = useText()
  const { tag, limit } = useWidgetSettings(featuredSettings)
  const tagged = { 'metadata.tags': { $contains: tag } }
  const { data, error, refetch } = useQuery(
    query(catalogApi.queryEntitiesByPredicate, {
      body: {
        query: tag === '' ? hasDocsQuery : { $all: [hasDocsQuery, tagged] },
        fields,
        limit,
        orderBy: [{ field: 'metadata.name', order: 'asc' }],
        totalItems: 'exclude',
      },
    }),
  )
  if (error) return <RequestErrorPanel error={error} title={text(techdocsMessages.featuredFailed)} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={5} />
  if (data.items.length === 0) {
    return <EmptyWidget title={text(techdocsMessages.noFeatured)}>{text(techdocsMessages.noFeaturedText)}</EmptyWidget>
  }
  return (
    <WidgetList>
      {(data.items as Entity[]).map(entity => {
        const docs = docsOf(entity, entityRefOf(entity))
        return (
          <WidgetRow
            key={entityRefOf(entity)}
            to={techdocsPaths.page(docs.ref, docs.path)}
            icon={<KindIcon kind={entity.kind} />}
            detail={entity.metadata.description}
          >
            {presentEntity(entity).primaryTitle}
          </WidgetRow>
        )
      })}
    </WidgetList>
  )
}
