import type { ReactNode } from 'react'
import styles from './Page.module.css'

/** One screen: a header, then content. */
export function Page({ children }: { children: ReactNode }) {
  return <div className={styles.page}>{children}</div>
}

export interface PageHeaderProps {
  readonly title: ReactNode
  readonly subtitle?: ReactNode
  /** Where this page sits, shown above the title. */
  readonly breadcrumb?: ReactNode
  /** Buttons at the right; at most one of them filled. */
  readonly actions?: ReactNode
}

/** The head of a page: where, what, one line of facts, and what can be done. */
export function PageHeader({ title, subtitle, breadcrumb, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.heading}>
        {breadcrumb && <div className={styles.breadcrumb}>{breadcrumb}</div>}
        <h1 className={styles.title}>{title}</h1>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}

/** The body of a page. Pages of cards stay readable at a bounded width; tables and graphs may take all of it. */
export function Content({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return <div className={`${styles.content} ${wide ? '' : styles.bounded}`}>{children}</div>
}
