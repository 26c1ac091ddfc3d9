import { dialogApiRef, identityApiRef, useApi, useClient, useText } from '@portico/core/web'
import { ActionIcon, Avatar, InfoCard, Menu } from '@portico/ui'
import { userSettingsApi } from '@portico/user-settings/common'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs'
import IconLogout2 from '@tabler/icons-react/dist/esm/icons/IconLogout2.mjs'
import { settingsMessages } from '../messages.ts'
import styles from './ProfileCard.module.css'
import { useSignedInUser } from './use-signed-in-user.ts'
import { useUserProfile } from './use-user-profile.ts'

/** The profile of the signed-in user, and the menu to sign out. */
export function ProfileCard() {
  const text = useText()
  const { profile, displayName } = useUserProfile()
  const isGuest = useSignedInUser()?.isGuest
  return (
    <InfoCard title={text(settingsMessages.profile)} action={<SignOutMenu />}>
      <div className={styles.profile}>
        <Avatar name={displayName} picture={profile.picture} size={56} decorative />
        <div className={styles.words}>
          <p className={styles.name}>{displayName}</p>
          {profile.email !== undefined && <p className={styles.email}>{profile.email}</p>}
          {isGuest && <p className={styles.note}>{text(settingsMessages.guestNote)}</p>}
        </div>
      </div>
    </InfoCard>
  )
}

function SignOutMenu() {
  const text = useText()
  const identity = useApi(identityApiRef)
  const endSessions = useEndSessions()
  const isGuest = useSignedInUser()?.isGuest
  return (
    <Menu
      width={220}
      button={
        <ActionIcon size={28} aria-label={text(settingsMessages.accountMenu)} title={text(settingsMessages.accountMenu)}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      }
    >
      <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void identity.signOut()}>
        {text(settingsMessages.signOut)}
      </Menu.Item>
      {!isGuest && (
        <Menu.Item leftSection={<IconLogout2 size={16} aria-hidden />} onClick={() => void endSessions()}>
          {text(settingsMessages.signOutEverywhere)}
        </Menu.Item>
      )}
    </Menu>
  )
}

/** Asks for confirmation; afterwards this browser is signed out like the others. */
function useEndSessions(): () => Promise<void> {
  const text = useText()
  const dialogs = useApi(dialogApiRef)
  const client = useClient()
  const identity = useApi(identityApiRef)
  return async () => {
    const done = await dialogs.confirm({
      title: settingsMessages.signOutEverywhere,
      message: text(settingsMessages.signOutEverywhereText),
      confirm: settingsMessages.signOutEverywhere,
      destructive: true,
      run: async () => void (await client.call(userSettingsApi.signOutEverywhere)),
    })
    if (done) await identity.signOut()
  }
}
