import type { ViewFact } from '@portico/connectors/common'
import { useText } from '@portico/core/web'
import { useState, type ReactNode } from 'react'
import { toolMessages } from '../messages.ts'
import { itemsOf, type Item } from './fact-words.ts'
import styles from './Sections.module.css'

interface ItemRowsProps {
  readonly fact: ViewFact
  /** How many are shown before a reader wants the others; by default all. */
  readonly count?: number
  readonly children: (item: Item) => ReactNode
}

/** The items of a list, one below the other. */
export function ItemRows({ fact, count, children }: ItemRowsProps) {
  const text = useText()
  const [isWhole, setWhole] = useState(false)
  const items = itemsOf(fact.value?.value)
  if (items.length === 0) return <Nothing fact={fact} />
  const shown = isWhole ? items : items.slice(0, count)
  return (
    <>
      <ul className={styles.rows} aria-label={fact.title}>
        {shown.map((item, index) => (
          <li key={index} className={styles.row}>
            {children(item)}
          </li>
        ))}
      </ul>
      {shown.length < items.length && (
        <RestButton onClick={() => setWhole(true)}>{text(toolMessages.more, { count: items.length - shown.length })}</RestButton>
      )}
    </>
  )
}

/** Shows the rest of a list. */
export function RestButton({ onClick, children }: { readonly onClick: () => void; readonly children: string }) {
  return (
    <button type="button" className={styles.all} onClick={onClick}>
      {children}
    </button>
  )
}

/** A list without items, or one that was never read. */
export function Nothing({ fact }: { readonly fact: ViewFact }) {
  const text = useText()
  return <span className={styles.muted}>{text(fact.value === undefined ? toolMessages.unknown : toolMessages.none)}</span>
}
