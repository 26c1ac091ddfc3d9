import { Button, useText } from '@portico/ui'
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs'
import { shellMessages } from '../messages.ts'
import { useIdentity, usePortal } from '../portal.tsx'
import styles from './Account.module.css'
import { LanguageSelect } from './LanguageSelect.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'

/** The user's display name, else the name in their ref. */
export function useUserName(): string {
  const { profile, userEntityRef } = useIdentity()
  return profile.displayName ?? userEntityRef.split('/').at(-1) ?? userEntityRef
}

/** The user as a small round sign with their initials. */
export function UserBadge() {
  const initials = useUserName()
    .split(/\s+/)
    .map(word => word[0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase()
  return (
    // The initials are drawn by the style sheet: as text they would have to be part of the name of the button around them.
    <span className={styles.badge} data-initials={initials} aria-hidden />
  )
}

/** The signed-in user, theme and language, and signing out. */
export function AccountPanel() {
  const text = useText()
  const { session } = usePortal()
  const { userEntityRef } = useIdentity()
  return (
    <div className={styles.panel}>
      <div className={styles.who}>
        <UserBadge />
        <div className={styles.names}>
          <div className={styles.name}>{useUserName()}</div>
          <div className={styles.ref}>{userEntityRef}</div>
        </div>
      </div>
      <ThemeSwitch />
      <LanguageSelect />
      <Button variant="default" fullWidth leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void session.signOut()}>
        {text(shellMessages.signOut)}
      </Button>
    </div>
  )
}
