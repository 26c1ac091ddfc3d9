import { EntityLink } from '@portico/catalog/web'
import { useText } from '@portico/core/web'
import { useNumber } from '@portico/ui'
import { useState } from 'react'
import { orgMessages } from '../messages.ts'
import styles from './RefList.module.css'

const atFirst = 6

/** Links to groups: the first few, and all when asked. */
export function RefList({ refs, label }: { refs: readonly string[]; label: string }) {
  const text = useText()
  const number = useNumber()
  const [isOpen, setIsOpen] = useState(false)
  const shown = isOpen ? refs : refs.slice(0, atFirst)
  return (
    <>
      <ul className={styles.list} aria-label={label}>
        {shown.map(ref => (
          <li key={ref} className={styles.item}>
            <EntityLink entity={ref} defaultKind="group" />
          </li>
        ))}
      </ul>
      {shown.length < refs.length && (
        <button type="button" className={styles.more} onClick={() => setIsOpen(true)}>
          {text(orgMessages.showAll, { count: number(refs.length) })}
        </button>
      )}
    </>
  )
}
