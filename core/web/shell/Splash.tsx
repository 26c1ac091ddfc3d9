import { Loader, useText } from '@portico/ui'
import { shellMessages } from '../messages.ts'
import styles from './Shell.module.css'

/** Shown while a stored session is restored. */
export function Splash() {
  const text = useText()
  return (
    <div className={styles.splash}>
      <Loader size={28} role="progressbar" aria-label={text(shellMessages.restoring)} />
    </div>
  )
}
