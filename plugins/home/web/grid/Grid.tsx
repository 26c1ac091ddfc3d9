import type { CSSProperties, ReactNode, Ref } from 'react'
import type { Box } from '../layout/layout.ts'
import styles from './Grid.module.css'

/** Twelve columns and rows of 44 px with 16 px between them; on phones one column. Every cell has its height before its content comes. */
export function Grid({ ref, children }: { ref?: Ref<HTMLDivElement>; children: ReactNode }) {
  return (
    <div ref={ref} className={styles.grid}>
      {children}
    </div>
  )
}

/** `order` is the place on a phone, where it is not that of the element. */
export function Cell({ box: { x, y, w, h }, order = 0, children }: { box: Box; order?: number; children: ReactNode }) {
  return (
    <div className={styles.cell} style={{ '--x': x + 1, '--y': y + 1, '--w': w, '--h': h, '--order': order } as CSSProperties}>
      {children}
    </div>
  )
}
