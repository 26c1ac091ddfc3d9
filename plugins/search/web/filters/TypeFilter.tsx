import { useText } from '@portico/core/web'
import { Tabs, useNumber } from '@portico/ui'
import type { ReactNode } from 'react'
import { searchMessages } from '../messages.ts'
import { shownCount } from '../results/shown-count.ts'
import type { ResultTypeLook } from '../results/use-result-types.ts'
import styles from './Filters.module.css'

export interface TypeFilterProps {
  readonly types: readonly ResultTypeLook[]
  readonly chosen: readonly string[]
  /** How many results each type has; unknown at first. */
  readonly counts: ReadonlyMap<string, number> | undefined
  readonly onChange: (types: readonly string[]) => void
}

interface AccordionRow extends Omit<ResultTypeLook, 'type'> {
  /** Undefined for all of them. */
  readonly type: string | undefined
  readonly count: number | undefined
}

/** One type, or all, in a list that folds, with how many results each has. */
export function TypeAccordion({ types, chosen, counts, onChange }: TypeFilterProps) {
  const text = useText()
  const number = useNumber()
  const total = counts && [...counts.values()].reduce((sum, count) => sum + count, 0)
  const rows: readonly AccordionRow[] = [
    { type: undefined, title: searchMessages.allTypes, icon: undefined, count: total },
    ...types.map(look => ({ ...look, count: counts?.get(look.type) })),
  ]
  const isChosen = (type: string | undefined) => (type === undefined ? chosen.length === 0 : chosen.includes(type))
  return (
    <details open>
      <summary className={styles.summary}>{text(searchMessages.resultType)}</summary>
      <ul className={styles.types} aria-label={text(searchMessages.resultType)}>
        {rows.map(({ type, title, icon, count }) => (
          <li key={type ?? ''}>
            <button
              type="button"
              className={styles.type}
              aria-pressed={isChosen(type)}
              onClick={() => onChange(type === undefined ? [] : [type])}
            >
              {icon}
              <span>{text(title)}</span>
              {count !== undefined && <span className={styles.number}>{shownCount(count, number)}</span>}
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Several types, each a chip. */
export function TypeChips({ types, chosen, onChange }: TypeFilterProps) {
  const text = useText()
  return (
    <ul className={styles.chips} aria-label={text(searchMessages.resultType)}>
      {types.map(({ type, title, icon }) => (
        <li key={type}>
          <button
            type="button"
            className={styles.chip}
            aria-pressed={chosen.includes(type)}
            onClick={() => onChange(chosen.includes(type) ? chosen.filter(each => each !== type) : [...chosen, type])}
          >
            {icon}
            {text(title)}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** One type, or all, each a tab above the results. */
export function TypeTabs({ types, chosen, counts, onChange, children }: TypeFilterProps & { readonly children: ReactNode }) {
  const text = useText()
  const selected = chosen[0] ?? ''
  const tabs = [
    { id: '', title: text(searchMessages.allTypes) },
    ...types.map(({ type, title, icon }) => ({ id: type, title: text(title), icon, count: counts?.get(type) })),
  ]
  return (
    <Tabs
      label={text(searchMessages.resultType)}
      selected={selected}
      onSelect={type => onChange(type === '' ? [] : [type])}
      tabs={tabs.map(tab => ({ ...tab, content: tab.id === selected ? children : undefined }))}
    />
  )
}
