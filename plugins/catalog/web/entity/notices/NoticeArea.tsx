import type { ReactNode } from 'react'
import styles from './NoticeArea.module.css'

/** The area of notices above the content. Without notices it takes no space. */
export function NoticeArea({ children }: { children: ReactNode }) {
  return <div className={styles.notices}>{children}</div>
}
