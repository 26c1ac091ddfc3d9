import { catalogApi, entityRefOf, type Entity } from '@portico/catalog/common'
import { EntityLink, presentEntity } from '@portico/catalog/web'
import { query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { ActionIcon, Avatar, Button, SkeletonRows, useNumber } from '@portico/ui'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import { useState } from 'react'
import { profileOf } from '../groups/profile.ts'
import type { GroupNumbers } from '../groups/use-group-numbers.ts'
import { orgMessages } from '../messages.ts'
import styles from './GroupBranch.module.css'

const pageSize = 50

/** The fields of a group that its row shows. */
export const groupFields = [
  'kind',
  'metadata.name',
  'metadata.namespace',
  'metadata.title',
  'metadata.description',
  'spec.type',
  'spec.profile',
]

export interface GroupBranchProps {
  readonly groupRef: string
  /** Undefined where it is not in the catalog. */
  readonly entity: Entity | undefined
  readonly numbers: GroupNumbers
  /** The refs of the groups above, to detect cycles. */
  readonly above: readonly string[]
  /** How many levels below it are open at first. */
  readonly openLevels?: number
  /** Shown instead of the type. */
  readonly note?: string | undefined
}

/** One group of the chart; those below it are loaded when it is opened. */
export function GroupBranch({ groupRef, entity, numbers, above, openLevels = 0, note }: GroupBranchProps) {
  const text = useText()
  const number = useNumber()
  const [isOpen, setIsOpen] = useState(openLevels > 0)
  const isRepeated = above.includes(groupRef)
  const childCount = numbers.children?.get(groupRef) ?? 0
  const members = numbers.members?.get(groupRef) ?? 0
  const { name, picture } = entity
    ? profileOf(entity)
    : { name: presentEntity(groupRef, { defaultKind: 'group' }).primaryTitle, picture: undefined }
  const type = entity?.spec?.['type']
  const quiet = isRepeated ? text(orgMessages.inCircle) : (note ?? (typeof type === 'string' ? type : undefined))
  const canOpen = childCount > 0 && !isRepeated
  return (
    <li className={styles.branch}>
      <div className={styles.row}>
        {canOpen ? (
          <ActionIcon
            size={24}
            aria-expanded={isOpen}
            aria-label={text(isOpen ? orgMessages.collapse : orgMessages.expand, { name })}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconChevronRight size={16} aria-hidden className={styles.arrow} data-open={isOpen || undefined} />
          </ActionIcon>
        ) : (
          <span className={styles.leaf} />
        )}
        <Avatar name={name} picture={picture} size={24} shape="square" decorative />
        <span className={styles.name}>
          <EntityLink entity={entity ?? groupRef} defaultKind="group" hideIcon />
        </span>
        {quiet !== undefined && (
          <span className={styles.quiet} title={quiet}>
            {quiet}
          </span>
        )}
        <span className={styles.description} dir="auto" title={entity?.metadata.description}>
          {entity?.metadata.description}
        </span>
        {members > 0 && (
          <span className={styles.members} title={text(orgMessages.memberCount, { count: number(members) })}>
            <IconUsers size={14} aria-hidden />
            <span aria-hidden>{number(members)}</span>
            <span className={styles.spoken}>{text(orgMessages.memberCount, { count: number(members) })}</span>
          </span>
        )}
      </div>
      {canOpen && isOpen && (
        <Below groupRef={groupRef} numbers={numbers} above={[...above, groupRef]} openLevels={Math.max(0, openLevels - 1)} />
      )}
    </li>
  )
}

type BelowProps = Required<Pick<GroupBranchProps, 'groupRef' | 'numbers' | 'above' | 'openLevels'>>

function Below({ groupRef, numbers, above, openLevels }: BelowProps) {
  const text = useText()
  const [limit, setLimit] = useState(pageSize)
  const { data, error, refetch } = useQuery({
    ...query(catalogApi.queryEntitiesByPredicate, {
      body: {
        query: { kind: 'group', 'relations.childof': groupRef },
        fields: groupFields,
        orderBy: [{ field: 'metadata.name', order: 'asc' }],
        limit,
      },
    }),
    placeholderData: previous => previous,
  })
  if (error) return <RequestErrorPanel error={error} title={text(orgMessages.chartFailed)} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={Math.min(3, numbers.children?.get(groupRef) ?? 1)} />
  return (
    <ul className={styles.below}>
      {data.items.map(entity => (
        <GroupBranch
          key={entityRefOf(entity)}
          groupRef={entityRefOf(entity)}
          entity={entity}
          numbers={numbers}
          above={above}
          openLevels={openLevels}
        />
      ))}
      {data.totalItems > data.items.length && (
        <li>
          <Button size="compact-sm" variant="subtle" onClick={() => setLimit(limit * 2)}>
            {text(orgMessages.more)}
          </Button>
        </li>
      )}
    </ul>
  )
}
