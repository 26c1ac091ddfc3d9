import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useId, useState, type ReactNode } from 'react'
import styles from './Fold.module.css'

export interface FoldProps {
  readonly title: ReactNode
  readonly initiallyOpen?: boolean
  /** Drawn only while it is open. */
  readonly children: () => ReactNode
  /** A line of its own, with a frame: a response, a callback. Without: a small word that opens. */
  readonly framed?: boolean
}

/** Something that unfolds. */
export function Fold({ title, initiallyOpen = false, framed = false, children }: FoldProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(initiallyOpen)
  return (
    <div className={framed ? styles.framed : styles.fold}>
      <button type="button" className={styles.toggle} aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        <IconChevronRight size={14} aria-hidden className={styles.chevron} />
        {title}
      </button>
      <div id={id} hidden={!isOpen} className={styles.body}>
        {isOpen && children()}
      </div>
    </div>
  )
}
