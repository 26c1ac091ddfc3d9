import { useEntity } from '@portico/catalog/web'
import { useText } from '@portico/core/web'
import { targetsOf } from '../groups/profile.ts'
import { orgMessages } from '../messages.ts'
import { Fact, ProfileCard } from './ProfileCard.tsx'
import { RefList } from './RefList.tsx'

/** Who a person is, how to reach them, and in which groups they are. */
export function UserProfileCard() {
  const text = useText()
  const entity = useEntity()
  const groups = targetsOf(entity, 'memberOf')
  return (
    <ProfileCard entity={entity}>
      <Fact label={text(orgMessages.memberOf)} isWide>
        {groups.length > 0 ? <RefList refs={groups} label={text(orgMessages.memberOf)} /> : text(orgMessages.noGroups)}
      </Fact>
    </ProfileCard>
  )
}
