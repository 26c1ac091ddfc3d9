import { catalogApi, entityRefOf } from '@portico/catalog/common'
import { KindIcon, presentEntity, useStarredEntities } from '@portico/catalog/web'
import { query, useQuery, useText } from '@portico/core/web'
import { Button, EmptyState } from '@portico/ui'
import IconAffiliate from '@tabler/icons-react/dist/esm/icons/IconAffiliate.mjs'
import IconSitemap from '@tabler/icons-react/dist/esm/icons/IconSitemap.mjs'
import { diagramView } from '../graph/diagram-view.ts'
import { kindInRef } from '../graph/entity-refs.ts'
import { maxRoots, type ViewState } from '../graph/view-state.ts'
import { catalogGraphMessages } from '../messages.ts'
import styles from './StartingPoints.module.css'

const maxStarred = 6

/** The empty state: what the graph is for, and suggestions for a start. */
export function StartingPoints({ onStart }: { onStart: (view: Partial<ViewState>) => void }) {
  const text = useText()
  const { starred } = useStarredEntities()
  const { data } = useQuery(
    query(catalogApi.queryEntities, {
      query: {
        filter: ['kind=domain', 'kind=system'],
        fields: ['kind', 'metadata.name', 'metadata.namespace', 'metadata.title'],
        orderField: ['kind,asc', 'metadata.name,asc'],
        limit: maxRoots,
        totalItems: 'exclude',
      },
    }),
  )
  const names = new Map(
    (data?.items ?? []).map(entity => [entityRefOf(entity), presentEntity(entity, { defaultKind: entity.kind }).primaryTitle]),
  )
  for (const ref of [...starred].slice(0, maxStarred)) {
    if (!names.has(ref)) names.set(ref, presentEntity(ref, { defaultKind: kindInRef(ref) }).primaryTitle)
  }
  const roots = (data?.items ?? []).map(entity => entityRefOf(entity))
  return (
    <EmptyState
      icon={<IconAffiliate size={32} aria-hidden />}
      title={text(catalogGraphMessages.emptyTitle)}
      wide
      action={
        roots.length > 0 && (
          <Button leftSection={<IconSitemap size={16} aria-hidden />} onClick={() => onStart({ ...diagramView, rootEntityRefs: roots })}>
            {text(catalogGraphMessages.organisation)}
          </Button>
        )
      }
      detail={
        names.size > 0 && (
          <ul className={styles.list} aria-label={text(catalogGraphMessages.suggestions)}>
            {[...names].map(([ref, name]) => (
              <li key={ref}>
                <button type="button" className={styles.start} title={ref} onClick={() => onStart({ rootEntityRefs: [ref] })}>
                  <KindIcon kind={kindInRef(ref)} />
                  <span className={styles.name}>{name}</span>
                </button>
              </li>
            ))}
          </ul>
        )
      }
    >
      {text(catalogGraphMessages.emptyText)}
    </EmptyState>
  )
}
