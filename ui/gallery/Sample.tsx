import type { ReactNode } from 'react'
import styles from './Gallery.module.css'

/** One state of a widget, with its name above it. */
export function Sample({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={styles.sample} aria-label={name}>
      <h3 className={styles.name}>{name}</h3>
      {children}
    </section>
  )
}

/** The surface that tables and lists stand on. */
export function Card({ children }: { children: ReactNode }) {
  return <div className={styles.card}>{children}</div>
}
