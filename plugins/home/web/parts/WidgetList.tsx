import { Link } from '@portico/core/web'
import type { ReactNode } from 'react'
import styles from './WidgetList.module.css'

/** A list inside a widget: one line for each, of 36 px. */
export function WidgetList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>
}

export interface WidgetRowProps {
  /** An address. One that would run a script is shown as text. */
  readonly to: string
  readonly icon?: ReactNode
  /** At the right, in grey. */
  readonly detail?: ReactNode
  /** The whole of what may be cut off. */
  readonly hint?: string
  readonly children: ReactNode
}

export function WidgetRow({ to, icon, detail, hint, children }: WidgetRowProps) {
  return (
    <li className={styles.row}>
      {icon !== undefined && (
        <span className={styles.icon} aria-hidden>
          {icon}
        </span>
      )}
      <Link to={to} className={styles.link} title={hint ?? (typeof children === 'string' ? children : undefined)}>
        {children}
      </Link>
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
    </li>
  )
}
