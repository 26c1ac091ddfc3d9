import type { ReactNode } from 'react'
import styles from './Stack.module.css'

/** One under the other, at the distance of groups. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>
}
