import { catalogApi, entityRefOf } from '@portico/catalog/common'
import { KindIcon, presentEntity, useStarredEntities } from '@portico/catalog/web'
import { query, useQuery, useText } from '@portico/core/web'
import { Button, EmptyState } from '@portico/ui'
import IconAffiliate from '@tabler/icons-react/dist/esm/icons/IconAffiliate.mjs'
import IconSitemap from '@tabler/icons-react/dist/esm/icons/IconSitemap.mjs'
import { useEffect, useMemo } from 'react'
import { organisationView } from '../graph/organisation-view.ts'
import { kindInRef } from '../graph/entity-refs.ts'
import { maxRoots, type ViewState } from '../graph/view-state.ts'
import { catalogGraphMessages } from '../messages.ts'
import { GraphPlaceholder } from './GraphPlaceholder.tsx'
import styles from './StartingPoints.module.css'

const maxStarred = 6

export interface StartingPointsProps {
  readonly onStart: (view: Partial<ViewState>, options?: { readonly replace: boolean }) => void
  /** Whether the page was opened without any choice. An organisation that fits one picture is shown then. */
  readonly isFresh: boolean
}

/** The empty state: what the graph is for, and suggestions for a start. */
export function StartingPoints({ onStart, isFresh }: StartingPointsProps) {
  const text = useText()
  const { starred } = useStarredEntities()
  const { data, isPending } = useQuery(
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
  const roots = useMemo(() => (data?.items ?? []).map(entity => entityRefOf(entity)), [data])
  const fits = roots.length > 1 && data?.pageInfo.nextCursor === undefined
  useEffect(() => {
    if (isFresh && fits) onStart({ ...organisationView, rootEntityRefs: roots }, { replace: true })
  }, [isFresh, fits, roots, onStart])
  const names = new Map(
    (data?.items ?? []).map(entity => [entityRefOf(entity), presentEntity(entity, { defaultKind: entity.kind }).primaryTitle]),
  )
  for (const ref of [...starred].slice(0, maxStarred)) {
    if (!names.has(ref)) names.set(ref, presentEntity(ref, { defaultKind: kindInRef(ref) }).primaryTitle)
  }
  if (isFresh && (isPending || fits)) return <GraphPlaceholder />
  return (
    <EmptyState
      icon={<IconAffiliate size={32} aria-hidden />}
      title={text(catalogGraphMessages.emptyTitle)}
      wide
      action={
        roots.length > 0 && (
          <Button
            leftSection={<IconSitemap size={16} aria-hidden />}
            onClick={() => onStart({ ...organisationView, rootEntityRefs: roots })}
          >
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
