import { RequestErrorPanel, useText } from '@portico/core/web'
import { toPage } from '@portico/ui'
import { useState } from 'react'
import { catalogMessages } from '../messages.ts'
import { shownColumns } from './columns/column-choice.ts'
import { EmptyIndex } from './EmptyIndex.tsx'
import { EntityCards } from './EntityCards.tsx'
import { EntityTable } from './EntityTable.tsx'
import type { EntityRow } from './entity-row.ts'
import type { FacetValue } from './filters/filter.ts'
import styles from './IndexBody.module.css'
import type { IndexModel, IndexSettings } from './index-model.ts'
import { IndexPager } from './IndexPager.tsx'
import type { KindList } from './kind-list.ts'
import type { IndexPreferences } from './preferences.ts'
import { toMoment } from '../time/use-moment.ts'
import type { EntityList } from './use-entity-list.ts'
import type { IndexControls } from './use-index-state.ts'

export interface IndexContentProps {
  readonly label: string
  /** Several of the kind, in words. */
  readonly kindName: string
  readonly kinds: readonly FacetValue[] | undefined
  readonly only: KindList | undefined
  readonly list: EntityList
  readonly controls: IndexControls
  readonly model: IndexModel
  readonly settings: IndexSettings
  readonly preferences: IndexPreferences
  readonly onPreferences: (part: Partial<IndexPreferences>) => void
  readonly selected: ReadonlySet<string>
  readonly onSelect: (selected: ReadonlySet<string>) => void
  /** The estimated width of the list, before layout. */
  readonly estimatedWidth: number
}

const noRows: readonly EntityRow[] = []
const noChoice = {}

/** The list itself: failed, loading, empty, or loaded. */
export function IndexContent(props: IndexContentProps) {
  const { label, kindName, kinds, only, list, controls, model, settings, preferences, onPreferences, selected, onSelect, estimatedWidth } =
    props
  const text = useText()
  const { state, change, clear, turn, sortBy } = controls
  const { filters } = state
  const [page, setPage] = useState(0)
  const { rows, error } = list
  if (error) {
    return (
      <div className={styles.failure}>
        <RequestErrorPanel error={error} title={text(catalogMessages.listFailed)} onRetry={list.retry} />
      </div>
    )
  }
  if (rows?.length === 0 && !list.isOld)
    return (
      <EmptyIndex
        isPast={toMoment(state.asOf) !== undefined}
        filters={filters}
        kind={kindName}
        kinds={kinds}
        only={only}
        change={change}
        clear={clear}
      />
    )
  const size = preferences.clientPageSize
  const here = settings.pagination === 'none' && rows ? toPage(rows, Math.floor(page / size), size) : undefined
  const shown = here?.rows ?? rows ?? noRows
  const expected = Math.min(state.limit, 20)
  // Stale rows keep the columns of their own kind.
  const kind = shown[0]?.entity.kind.toLocaleLowerCase('en-US') ?? filters.kind
  const chosen = preferences.columns[kind] ?? noChoice
  return (
    <>
      {preferences.look === 'cards' ? (
        <EntityCards label={label} rows={shown} loading={list.isOld} expected={expected} />
      ) : (
        <EntityTable
          label={label}
          rows={shown}
          columns={shownColumns(model.columns(kind), { ...filters, kind }, shown, chosen)}
          chosen={chosen}
          order={state.order}
          onOrder={sortBy}
          loading={rows === undefined || list.isOld}
          dense={preferences.look === 'compact'}
          expected={expected}
          estimatedWidth={estimatedWidth}
          selection={{ selected, onChange: keys => onSelect(new Set([...keys].map(String))) }}
        />
      )}
      <IndexPager
        mode={settings.pagination}
        state={state}
        list={list}
        turn={turn}
        here={{
          offset: (here?.page ?? 0) * size,
          limit: size,
          onChange: ({ offset, limit }) => {
            setPage(offset)
            if (limit !== size) onPreferences({ clientPageSize: limit })
          },
        }}
      />
    </>
  )
}
