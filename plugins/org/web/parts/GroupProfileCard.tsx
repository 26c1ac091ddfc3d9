import { entityRefOf } from '@portico/catalog/common'
import { useEntity } from '@portico/catalog/web'
import { toQuery, useRouteRef, useText } from '@portico/core/web'
import { Button, Link } from '@portico/ui'
import IconHierarchy2 from '@tabler/icons-react/dist/esm/icons/IconHierarchy2.mjs'
import { targetsOf } from '../groups/profile.ts'
import { orgMessages } from '../messages.ts'
import { orgChartRoute } from '../routes.ts'
import { Fact, ProfileCard } from './ProfileCard.tsx'
import styles from './ProfileCard.module.css'
import { RefList } from './RefList.tsx'

/** Who a group is, what it is part of, and which groups are below it. */
export function GroupProfileCard() {
  const text = useText()
  const entity = useEntity()
  const toChart = useRouteRef(orgChartRoute)
  const parents = targetsOf(entity, 'childOf')
  const children = targetsOf(entity, 'parentOf')
  return (
    <ProfileCard
      entity={entity}
      action={
        <Button
          component={Link}
          plain
          to={`${toChart()}?${toQuery({ root: entityRefOf(entity) })}`}
          variant="subtle"
          color="gray"
          size="compact-sm"
          className={styles.way ?? ''}
          leftSection={<IconHierarchy2 size={16} aria-hidden />}
        >
          {text(orgMessages.showInChart)}
        </Button>
      }
    >
      {parents.length > 0 && (
        <Fact label={text(orgMessages.parent)}>
          <RefList refs={parents} label={text(orgMessages.parent)} />
        </Fact>
      )}
      {children.length > 0 && (
        <Fact label={text(orgMessages.children)} isWide>
          <RefList refs={children} label={text(orgMessages.children)} />
        </Fact>
      )}
    </ProfileCard>
  )
}
