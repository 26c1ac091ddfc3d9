import IconExclamationCircle from '@tabler/icons-react/dist/esm/icons/IconExclamationCircle.mjs'
import type { ReactNode } from 'react'
import styles from './ErrorText.module.css'

/** What went wrong, in a cell or beside a button: words that wrap. `Status` is for a word or two. */
export function ErrorText({ children }: { children: ReactNode }) {
  return (
    <span className={styles.error}>
      <IconExclamationCircle size={14} stroke={2} aria-hidden className={styles.icon} />
      <span className={styles.words}>{children}</span>
    </span>
  )
}
