import { useText } from '@portico/ui'
import IconSelector from '@tabler/icons-react/dist/esm/icons/IconSelector.mjs'
import { useId } from 'react'
import { shellMessages } from '../../messages.ts'
import { AccountPanel, UserBadge, useUserName } from '../Account.tsx'
import styles from './UserMenu.module.css'

/** The user at the foot of the sidebar, and their settings. The browser's own popover closes on Escape and on a click outside. */
export function UserMenu() {
  const text = useText()
  const name = useUserName()
  const id = useId()
  return (
    <>
      <button
        type="button"
        className={styles.user}
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-label={`${name}: ${text(shellMessages.account)}`}
      >
        <UserBadge />
        <span className={styles.name}>{name}</span>
        <IconSelector size={16} className={styles.hint} aria-hidden />
      </button>
      <div id={id} popover="auto" role="dialog" aria-label={text(shellMessages.account)} className={styles.popover}>
        <AccountPanel />
      </div>
    </>
  )
}
