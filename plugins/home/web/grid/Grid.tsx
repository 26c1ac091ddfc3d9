import type { CSSProperties, ReactNode, Ref } from 'react'
import type { Box } from '../layout/layout.ts'
import styles from './Grid.module.css'

interface GridProps {
  readonly ref?: Ref<HTMLDivElement>
  /** On tablets cells stand in two columns, one after the other. Where they are moved, they keep their places. */
  readonly flows?: boolean
  readonly children: ReactNode
}

/** Twelve columns and rows of 44 px with 16 px between them; on phones one column. Every cell has its height before its content comes. */
export function Grid({ ref, flows = false, children }: GridProps) {
  return (
    <div ref={ref} className={styles.grid} data-flows={flows || undefined}>
      {children}
    </div>
  )
}

/** `order` is the place on a phone, where it is not that of the element. */
export function Cell({ box: { x, y, w, h }, order = 0, children }: { box: Box; order?: number; children: ReactNode }) {
  return (
    <div
      className={styles.cell}
      data-wide={w > 6 || undefined}
      data-short={h === 2 || undefined}
      style={{ '--x': x + 1, '--y': y + 1, '--w': w, '--h': h, '--order': order } as CSSProperties}
    >
      {children}
    </div>
  )
}
