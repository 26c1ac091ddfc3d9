import type { ReactNode } from 'react'
import styles from './Page.module.css'

/** One screen: a header, then content. */
export function Page({ children }: { children: ReactNode }) {
  return <div className={styles.page}>{children}</div>
}

/** The body of a page. Pages of cards stay readable at a bounded width; tables and graphs may take all of it. */
export function Content({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return <div className={`${styles.content} ${wide ? '' : styles.bounded}`}>{children}</div>
}
