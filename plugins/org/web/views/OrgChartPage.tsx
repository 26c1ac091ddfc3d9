import { catalogApi, entityRefOf, toEntityRef, type Entity } from '@portico/catalog/common'
import { presentEntity } from '@portico/catalog/web'
import { query, RequestErrorPanel, toQuery, useQuery, useRouteRef, useSearchParams, useText } from '@portico/core/web'
import { Breadcrumbs, Button, Content, EmptyState, InfoCard, Link, Page, PageHeader, SkeletonRows } from '@portico/ui'
import IconAffiliate from '@tabler/icons-react/dist/esm/icons/IconAffiliate.mjs'
import IconUsersGroup from '@tabler/icons-react/dist/esm/icons/IconUsersGroup.mjs'
import { useMemo, useState } from 'react'
import { levelsThatFit, sumBelow, useGroupTree } from '../groups/group-tree.ts'
import { useLooseGroups } from '../groups/loose-groups.ts'
import { profileOf } from '../groups/profile.ts'
import { useGroupNumbers } from '../groups/use-group-numbers.ts'
import { orgMessages } from '../messages.ts'
import { GroupBranch, groupFields } from '../parts/GroupBranch.tsx'
import { catalogGraphRoute, orgChartRoute } from '../routes.ts'
import styles from './OrgChartPage.module.css'

const pageSize = 50
/** With few groups at the top the next level is shown too. */
const fewRoots = 3
const minRows = 8
const headPx = 200
const rowPx = 36

export default function OrgChartPage() {
  const text = useText()
  const [search] = useSearchParams()
  const toChart = useRouteRef(orgChartRoute)
  const toGraph = useRouteRef(catalogGraphRoute)
  const root = toGroupRef(search.get('root'))
  const { data } = useQuery({
    ...query(catalogApi.getEntitiesByRefs, { query: {}, body: { entityRefs: [root ?? ''], fields: groupFields } }),
    enabled: root !== undefined,
  })
  const entity = data?.items[0] ?? undefined
  const name = root === undefined ? '' : entity ? profileOf(entity).name : presentEntity(root, { defaultKind: 'group' }).primaryTitle
  return (
    <Page>
      <PageHeader
        title={root === undefined ? text(orgMessages.orgChart) : name}
        {...(root !== undefined && {
          breadcrumb: <Breadcrumbs items={[{ title: text(orgMessages.orgChart), to: toChart() }, { title: name }]} />,
        })}
        {...(root !== undefined &&
          toGraph && {
            actions: (
              <Button
                component={Link}
                plain
                to={`${toGraph()}?${toQuery({ rootEntityRefs: [root], selectedKinds: ['group', 'user'], maxDepth: '2' })}`}
                variant="default"
                leftSection={<IconAffiliate size={16} aria-hidden />}
              >
                {text(orgMessages.viewGraph)}
              </Button>
            ),
          })}
      />
      <Content>
        <InfoCard title={text(orgMessages.groupsOf)}>
          {root === undefined ? <AllGroups /> : <OneGroup key={root} groupRef={root} entity={entity} isLoading={!data} />}
        </InfoCard>
      </Content>
    </Page>
  )
}

function AllGroups() {
  const text = useText()
  const [limit, setLimit] = useState(pageSize)
  const { numbers, tree, isPending } = useNumbersWithBelow()
  const parents = useMemo(() => numbers.children && [...numbers.children.keys()].sort(), [numbers.children])
  const loose = useLooseGroups(parents)
  const { data, error, refetch } = useQuery({
    ...query(catalogApi.queryEntitiesByPredicate, {
      body: {
        query: { $all: [{ kind: 'group' }, { $not: { 'relations.childof': { $exists: true } } }] },
        fields: groupFields,
        orderBy: [{ field: 'metadata.name', order: 'asc' }],
        limit,
      },
    }),
    placeholderData: previous => previous,
  })
  if (error) return <RequestErrorPanel error={error} title={text(orgMessages.chartFailed)} onRetry={() => void refetch()} />
  if (!data || isPending) return <SkeletonRows rows={8} />
  if (data.items.length === 0 && (loose.data ?? []).length === 0) {
    return (
      <EmptyState size="small" icon={<IconUsersGroup size={28} aria-hidden />} title={text(orgMessages.noGroupsAtAll)}>
        {text(orgMessages.noGroupsAtAllHint)}
      </EmptyState>
    )
  }
  const fitting = tree ? levelsThatFit(tree, data.items.map(entityRefOf), rowsThatFit()) : 0
  const openLevels = Math.max(fitting, data.totalItems <= fewRoots ? 1 : 0)
  return (
    <ul className={styles.tree} aria-label={text(orgMessages.groupsOf)}>
      {data.items.map(entity => {
        const ref = entityRefOf(entity)
        return <GroupBranch key={ref} groupRef={ref} entity={entity} numbers={numbers} above={[]} openLevels={openLevels} />
      })}
      {data.totalItems > data.items.length && (
        <li>
          <Button size="compact-sm" variant="subtle" onClick={() => setLimit(limit * 2)}>
            {text(orgMessages.more)}
          </Button>
        </li>
      )}
      {loose.data?.map(({ ref, why }) => (
        <GroupBranch
          key={ref}
          groupRef={ref}
          entity={undefined}
          numbers={numbers}
          above={[]}
          note={text(why === 'missing' ? orgMessages.notInCatalog : orgMessages.circle)}
        />
      ))}
    </ul>
  )
}

function OneGroup({ groupRef, entity, isLoading }: { groupRef: string; entity: Entity | undefined; isLoading: boolean }) {
  const text = useText()
  const { numbers, tree, isPending } = useNumbersWithBelow()
  if (isLoading || isPending || !numbers.children) return <SkeletonRows rows={8} />
  return (
    <ul className={styles.tree} aria-label={text(orgMessages.groupsOf)}>
      <GroupBranch
        groupRef={groupRef}
        entity={entity}
        numbers={numbers}
        above={[]}
        openLevels={Math.max(1, tree ? levelsThatFit(tree, [groupRef], rowsThatFit()) : 0)}
        {...(!entity && { note: text(orgMessages.notInCatalog) })}
      />
    </ul>
  )
}

/** Direct children, and members with those of all groups below. */
function useNumbersWithBelow() {
  const own = useGroupNumbers()
  const { tree, isPending } = useGroupTree()
  const members = useMemo(() => (tree && own.members ? sumBelow(tree, own.members) : own.members), [tree, own.members])
  return { numbers: { children: own.children, members }, tree, isPending }
}

/** How many rows are in view below the head of the page. */
function rowsThatFit(): number {
  return Math.max(minRows, Math.floor((window.innerHeight - headPx) / rowPx))
}

function toGroupRef(text: string | null): string | undefined {
  return text ? toEntityRef(text, { defaultKind: 'group' }) : undefined
}
