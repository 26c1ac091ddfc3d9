import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

export interface EmptyStateProps {
  readonly icon?: ReactNode
  readonly title: ReactNode
  /** What this is, and why there is nothing. */
  readonly children?: ReactNode
  /** Something to look at, such as an example, under the words. */
  readonly detail?: ReactNode
  /** The one thing to do next. */
  readonly action?: ReactNode
  /** `small` for the inside of a card or a menu. */
  readonly size?: 'page' | 'small'
  /** More room for a detail that is broad. */
  readonly wide?: boolean
}

/** An empty state. */
export function EmptyState({ icon, title, children, detail, action, size = 'page', wide = false }: EmptyStateProps) {
  return (
    <div data-empty className={`${styles.empty} ${size === 'small' ? styles.small : ''} ${wide ? styles.wide : ''}`}>
      {icon && <div className={styles.icon}>{icon}</div>}
      <h2 className={styles.title}>{title}</h2>
      {children && <p className={styles.text}>{children}</p>}
      {detail && <div className={styles.detail}>{detail}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
