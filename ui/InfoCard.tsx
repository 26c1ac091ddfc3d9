import { useId, type ReactNode } from 'react'
import styles from './InfoCard.module.css'

export interface InfoCardProps {
  readonly title: ReactNode
  readonly subtitle?: ReactNode
  readonly action?: ReactNode
  /** The content reaches the card's edges: tables and lists. */
  readonly flush?: boolean
  readonly children: ReactNode
}

/** A titled box of facts. */
export function InfoCard({ title, subtitle, action, flush = false, children }: InfoCardProps) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <div>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
        </div>
        {action}
      </div>
      <div className={flush ? styles.flush : styles.body}>{children}</div>
    </section>
  )
}
