import { catalogApi, entityRefOf, type Entity } from '@portico/catalog/common'
import { EntityLink, useEntity } from '@portico/catalog/web'
import { query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { Avatar, DataTable, EmptyState, InfoCard, Link, Switch, useNumber, type Column } from '@portico/ui'
import { useMemo, useState } from 'react'
import { maxGroups, useGroupsBelow } from '../groups/groups-below.ts'
import { mailAddress, profileOf, targetsOf } from '../groups/profile.ts'
import { orgMessages } from '../messages.ts'
import styles from './MembersCard.module.css'
import { MissingMembers } from './MissingMembers.tsx'

const firstPage = { offset: 0, limit: 10 }
const fields = ['kind', 'metadata.name', 'metadata.namespace', 'metadata.title', 'metadata.description', 'spec.profile', 'relations']

/** The members of a group, and optionally of the groups below it: searched, sorted and paged by the server. */
export function MembersCard() {
  const text = useText()
  const number = useNumber()
  const entity = useEntity()
  const ref = entityRefOf(entity)
  const hasBelow = targetsOf(entity, 'parentOf').length > 0
  const named = useMemo(() => targetsOf(entity, 'hasMember').filter(target => target.startsWith('user:')), [entity])
  const [isNested, setIsNested] = useState(false)
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(firstPage)
  const below = useGroupsBelow(ref, isNested)
  const groups = isNested ? below.data?.refs : [ref]
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...query(catalogApi.queryEntitiesByPredicate, {
      body: {
        query: { kind: 'user', 'relations.memberof': { $in: groups ?? [] } },
        fields,
        orderBy: [{ field: 'metadata.name', order: 'asc' }],
        ...(search !== '' && { fullTextFilter: { term: search } }),
        ...page,
      },
    }),
    enabled: groups !== undefined,
    placeholderData: previous => previous,
  })
  const columns = useMemo(() => columnsOf(text, isNested ? new Set(below.data?.refs) : undefined), [text, isNested, below.data])
  const failure = data && !isPlaceholderData ? undefined : (below.error ?? error)
  const total = data?.totalItems
  return (
    <InfoCard
      title={total === undefined || search !== '' ? text(orgMessages.members) : `${text(orgMessages.members)} (${number(total)})`}
      flush
      action={
        hasBelow && (
          <Switch
            size="sm"
            label={text(orgMessages.includeBelow)}
            checked={isNested}
            onChange={event => {
              setIsNested(event.currentTarget.checked)
              setPage(firstPage)
            }}
          />
        )
      }
    >
      <DataTable<Entity>
        label={text(orgMessages.members)}
        columns={columns}
        rows={data?.items ?? []}
        rowKey={entityRefOf}
        loading={!failure && (isPending || isPlaceholderData)}
        {...(failure && {
          error: (
            <RequestErrorPanel
              error={failure}
              title={text(orgMessages.membersFailed)}
              onRetry={() => void (below.error ? below.refetch() : refetch())}
            />
          ),
        })}
        remote
        search={(total ?? 0) > firstPage.limit || search !== ''}
        onStateChange={state => {
          if (state.search === search) return
          setSearch(state.search)
          setPage(firstPage)
        }}
        empty={
          <EmptyState size="small" title={text(orgMessages.noMembers)}>
            {text(hasBelow && !isNested ? orgMessages.noMembersBelow : orgMessages.noMembersHint)}
          </EmptyState>
        }
        {...(total !== undefined && total > firstPage.limit && { paging: { form: 'offset', ...page, count: total, onChange: setPage } })}
      />
      {below.data?.isCut && isNested && <p className={styles.note}>{text(orgMessages.tooManyGroups, { count: number(maxGroups) })}</p>}
      {!isNested && search === '' && total !== undefined && !isPlaceholderData && named.length > total && (
        <MissingMembers refs={named} count={named.length - total} />
      )}
    </InfoCard>
  )
}

function columnsOf(text: ReturnType<typeof useText>, groups: ReadonlySet<string> | undefined): Column<Entity>[] {
  return [
    { id: 'name', title: text(orgMessages.name), highlight: true, cell: entity => <Person entity={entity} /> },
    { id: 'email', title: text(orgMessages.email), summary: true, cell: entity => <Email address={profileOf(entity).email} /> },
    ...(groups
      ? [
          {
            id: 'groups',
            title: text(orgMessages.groups),
            grow: true,
            cell: (entity: Entity) => (
              <span className={styles.groups}>
                {targetsOf(entity, 'memberOf')
                  .filter(ref => groups.has(ref))
                  .map(ref => (
                    <EntityLink key={ref} entity={ref} defaultKind="group" hideIcon />
                  ))}
              </span>
            ),
          },
        ]
      : []),
  ]
}

function Person({ entity }: { entity: Entity }) {
  const { name, picture } = profileOf(entity)
  return (
    <span className={styles.person}>
      <Avatar name={name} picture={picture} size={24} decorative />
      <EntityLink entity={entity} defaultKind="user" hideIcon />
    </span>
  )
}

function Email({ address }: { address: string | undefined }) {
  return address === undefined ? '–' : <Link to={mailAddress(address)}>{address}</Link>
}
