import { useText } from '@portico/core/web'
import { Autocomplete, fromList, type LoadOptions } from '@portico/ui'
import { useMemo, useState, type ReactNode } from 'react'
import { catalogMessages } from '../messages.ts'
import type { IndexFilter } from './filters/filter.ts'
import styles from './IndexFiltersPanel.module.css'

export interface MoreFiltersProps {
  readonly offered: readonly IndexFilter[]
  /** What is chosen, by filter. */
  readonly values: Readonly<Record<string, readonly string[]>>
  readonly picker: (filter: IndexFilter) => ReactNode
}

/** Filters that are there once somebody wants them: there may be many. Those that are in use are always there. */
export function MoreFilters({ offered, values, picker }: MoreFiltersProps) {
  const text = useText()
  const [added, setAdded] = useState<readonly string[]>([])
  const isShown = ({ id }: IndexFilter) => added.includes(id) || (values[id]?.length ?? 0) > 0
  const shown = offered.filter(isShown)
  const others = offered.filter(filter => !isShown(filter))
  const key = others.map(({ id }) => id).join('\n')
  const load = useMemo<LoadOptions>(
    () => fromList(others.map(({ id, title }) => ({ value: id, label: text(title) }))),
    // oxlint-disable-next-line react/exhaustive-deps -- the same ids are the same filters
    [key, text],
  )
  if (offered.length === 0) return undefined
  return (
    <div className={styles.pickers}>
      {shown.map(picker)}
      {others.length > 0 && (
        <Autocomplete
          label={text(catalogMessages.moreFilters)}
          placeholder={text(catalogMessages.addFilter)}
          value={undefined}
          onChange={chosen => chosen && setAdded([...added, chosen.value])}
          load={load}
        />
      )}
    </div>
  )
}
