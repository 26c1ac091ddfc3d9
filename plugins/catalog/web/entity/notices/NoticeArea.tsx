import type { ReactNode } from 'react'
import styles from './NoticeArea.module.css'

/** Where notices stand, above the content. It takes no room where there is nothing to say. */
export function NoticeArea({ children }: { children: ReactNode }) {
  return <div className={styles.notices}>{children}</div>
}
