import { useText } from '@portico/core/web'
import { Autocomplete, fromList, type Option } from '@portico/ui'
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
  // As text, which stays the same between renders: a new loader would load again.
  const options = JSON.stringify(others.map(({ id, title }): Option => ({ value: id, label: text(title) })))
  const load = useMemo(() => fromList(JSON.parse(options) as Option[]), [options])
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
