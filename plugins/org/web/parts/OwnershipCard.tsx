import { catalogApi, entityRefOf } from '@portico/catalog/common'
import { catalogIndexRoute, KindIcon, useEntity } from '@portico/catalog/web'
import { Link, query, RequestErrorPanel, toQuery, useQuery, useRouteRef, useText } from '@portico/core/web'
import { EmptyState, InfoCard, SkeletonRows, Switch, useNumber } from '@portico/ui'
import { useState, type ReactNode } from 'react'
import { useGroupsBelow } from '../groups/groups-below.ts'
import { isKind, targetsOf } from '../groups/profile.ts'
import { orgMessages } from '../messages.ts'
import styles from './OwnershipCard.module.css'

/** The maximum number of owners that fit into an address. */
const maxLinked = 100
const maxTypes = 6

/** How many entities of each kind and type a user or group owns; each number links to that list. */
export function OwnershipCard() {
  const text = useText()
  const entity = useEntity()
  const ref = entityRefOf(entity)
  const isUser = isKind(entity, 'user')
  const [isWide, setIsWide] = useState(isUser)
  const groups = targetsOf(entity, 'memberOf')
  const hasMore = isUser ? groups.length > 0 : targetsOf(entity, 'parentOf').length > 0
  const below = useGroupsBelow(ref, isWide && !isUser)
  const owners = !isWide ? [ref] : isUser ? [ref, ...groups] : below.data?.refs
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...query(catalogApi.getEntityFacetsByPredicate, { body: { facets: ['kind'], query: ownedBy(owners ?? []) } }),
    enabled: owners !== undefined,
    placeholderData: previous => previous,
  })
  const failure = data && !isPlaceholderData ? undefined : (below.error ?? error)
  const kinds = [...(data?.facets['kind'] ?? [])].sort((a, b) => b.count - a.count)
  return (
    <InfoCard
      title={text(orgMessages.ownership)}
      action={
        hasMore && (
          <Switch
            size="sm"
            label={text(isUser ? orgMessages.includeTeams : orgMessages.includeBelow)}
            checked={isWide}
            onChange={event => setIsWide(event.currentTarget.checked)}
          />
        )
      }
    >
      {failure ? (
        <RequestErrorPanel
          error={failure}
          title={text(orgMessages.ownershipFailed)}
          onRetry={() => void (below.error ? below.refetch() : refetch())}
        />
      ) : !data || !owners ? (
        <SkeletonRows rows={4} />
      ) : kinds.length === 0 ? (
        <EmptyState size="small" title={text(orgMessages.ownsNothing)}>
          {text(orgMessages.ownsNothingHint)}
        </EmptyState>
      ) : (
        <ul className={styles.kinds} data-stale={isPlaceholderData || undefined}>
          {kinds.map(({ value, count }) => (
            <OwnedKind key={value} kind={value} count={count} owners={owners} />
          ))}
        </ul>
      )}
    </InfoCard>
  )
}

function OwnedKind({ kind, count, owners }: { kind: string; count: number; owners: readonly string[] }) {
  const number = useNumber()
  const { data } = useQuery({
    ...query(catalogApi.getEntityFacetsByPredicate, {
      body: { facets: ['spec.type'], query: { ...ownedBy(owners), kind: kind.toLowerCase() } },
    }),
    placeholderData: previous => previous,
  })
  const types = [...(data?.facets['spec.type'] ?? [])].sort((a, b) => b.count - a.count).slice(0, maxTypes)
  return (
    <li className={styles.kind}>
      <Counted kind={kind} owners={owners} className={styles.line ?? ''}>
        <KindIcon kind={kind} />
        <span className={styles.name}>{kind}</span> <span className={styles.count}>{number(count)}</span>
      </Counted>
      {types.length > 0 && (
        <ul className={styles.types}>
          {types.map(({ value, count: some }) => (
            <li key={value}>
              <Counted kind={kind} type={value} owners={owners} className={styles.type ?? ''}>
                {value} <span className={styles.some}>{number(some)}</span>
              </Counted>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

interface CountedProps {
  readonly kind: string
  readonly type?: string
  readonly owners: readonly string[]
  readonly className: string
  readonly children: ReactNode
}

/** A number that links to the index, filtered by what it counts; plain text where the filter would not fit into an address. */
function Counted({ kind, type, owners, className, children }: CountedProps) {
  const toIndex = useRouteRef(catalogIndexRoute)
  if (owners.length > maxLinked) return <span className={className}>{children}</span>
  const filters = { kind: kind.toLowerCase(), ...(type !== undefined && { type: [type] }), owners, user: 'all' }
  return (
    <Link to={`${toIndex()}?${toQuery({ filters })}`} className={className}>
      {children}
    </Link>
  )
}

function ownedBy(owners: readonly string[]) {
  return { 'relations.ownedby': { $in: owners } }
}
