import type { ReactNode } from 'react'
import styles from './Columns.module.css'

/** A wide and a narrow column of cards; one below the other where there is no room. */
export function Columns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>
}
