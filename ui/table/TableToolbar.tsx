import type { ReactNode } from 'react'
import { useNumber } from '../locale.tsx'
import { uiMessages } from '../messages.ts'
import { FilterToggle } from '../FilterToggle.tsx'
import { SearchField } from '../SearchField.tsx'
import { useText } from '../text.tsx'
import styles from './TableToolbar.module.css'

export interface TableToolbarProps {
  readonly title?: ReactNode
  readonly count?: number | undefined
  readonly search?: { readonly value: string; readonly delayMs: number; readonly onChange: (value: string) => void } | undefined
  readonly filters?:
    | { readonly panelId: string; readonly open: boolean; readonly active: number; readonly onToggle: () => void }
    | undefined
  readonly selected?: { readonly count: number; readonly actions?: ReactNode } | undefined
  readonly menu?: ReactNode
  readonly children?: ReactNode
}

/** Above the rows: title and count, search, filters, columns and export. */
export function TableToolbar({ title, count, search, filters, selected, menu, children }: TableToolbarProps) {
  const text = useText()
  const number = useNumber()
  return (
    <div className={styles.toolbar}>
      {filters && (
        <FilterToggle
          label={text(uiMessages.filter)}
          open={filters.open}
          active={filters.active}
          panelId={filters.panelId}
          onToggle={filters.onToggle}
        />
      )}
      {title && (
        <h2 className={styles.title}>
          {title}
          {count !== undefined && <span className={styles.count}>{number(count)}</span>}
        </h2>
      )}
      {selected && selected.count > 0 && (
        <div className={styles.selected} role="status">
          {text(uiMessages.selectedCount, { count: number(selected.count) })}
          {selected.actions}
        </div>
      )}
      <div className={styles.rest}>
        {children}
        {search && (
          <div className={styles.search}>
            <SearchField {...search} />
          </div>
        )}
        {menu}
      </div>
    </div>
  )
}
