import { Loader, useText } from '@portico/ui'
import { shellMessages } from '../messages.ts'
import styles from './Shell.module.css'

/** The short moment in which a remembered user signs in again. */
export function Splash() {
  const text = useText()
  return (
    <div className={styles.splash}>
      <Loader size={28} role="progressbar" aria-label={text(shellMessages.restoring)} />
    </div>
  )
}
