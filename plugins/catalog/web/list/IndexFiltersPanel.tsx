import { PluginBoundary, useText } from '@portico/core/web'
import { Checkbox } from '@portico/ui'
import { catalogMessages } from '../messages.ts'
import { FacetPicker } from './FacetPicker.tsx'
import type { IndexFilter } from './filters/filter.ts'
import type { IndexFilters } from './filters/index-state.ts'
import styles from './IndexFiltersPanel.module.css'
import type { IndexModel, IndexSettings } from './index-model.ts'
import { KindPicker } from './KindPicker.tsx'
import { MoreFilters } from './MoreFilters.tsx'
import { OwnerPicker } from './OwnerPicker.tsx'
import type { useKindFacets, useKinds } from './use-facets.ts'
import type { IndexControls } from './use-index-state.ts'
import type { ListCounts } from './use-list-counts.ts'
import { UserListPicker } from './UserListPicker.tsx'

export interface IndexFiltersPanelProps {
  readonly filters: IndexFilters
  readonly model: IndexModel
  readonly change: IndexControls['change']
  readonly counts: ListCounts
  readonly kinds: ReturnType<typeof useKinds>
  readonly facets: ReturnType<typeof useKindFacets>
  readonly settings: IndexSettings
}

/** Everything that narrows the list, in a column beside it or in a drawer. */
export function IndexFiltersPanel(props: IndexFiltersPanelProps) {
  const { filters, model, change, counts, kinds, settings } = props
  const text = useText()
  const { kind } = filters
  const offered = model.filters(kind)
  const status = offered.filter(({ place }) => place === 'status')
  return (
    <div className={styles.panel}>
      <UserListPicker kind={kind} value={filters.user} counts={counts} onChange={user => change({ user })} />
      {settings.onlyKind === undefined && (
        <KindPicker kinds={kinds.counted} failed={kinds.failed} value={kind} onChange={chosen => change({ kind: chosen })} />
      )}
      <div className={styles.pickers}>
        {offered
          .filter(({ place }) => place === 'pickers')
          .map(filter => (
            <FilterPicker key={filter.id} {...props} filter={filter} />
          ))}
      </div>
      <MoreFilters
        offered={offered.filter(({ place }) => place === 'more')}
        values={filters.values}
        picker={filter => <FilterPicker key={filter.id} {...props} filter={filter} />}
      />
      {status.length > 0 && (
        <fieldset className={styles.status}>
          <legend className={styles.legend}>{text(catalogMessages.processingStatus)}</legend>
          {status.map(filter => (
            <FilterPicker key={filter.id} {...props} filter={filter} />
          ))}
        </fieldset>
      )}
    </div>
  )
}

const none: readonly string[] = []

function FilterPicker({ filter, filters, change, facets, settings }: IndexFiltersPanelProps & { filter: IndexFilter }) {
  const text = useText()
  const { id, plugin, title, facet, place, look = 'values', large = place === 'more', label, Picker } = filter
  const { kind } = filters
  const values = filters.values[id] ?? none
  const onChange = (chosen: readonly string[]) => change({ values: { [id]: chosen } })
  if (Picker) {
    return (
      <PluginBoundary plugin={plugin}>
        <Picker kind={kind} values={values} onChange={onChange} />
      </PluginBoundary>
    )
  }
  if (look === 'flag') {
    return (
      <Checkbox
        label={text(title)}
        checked={values.length > 0}
        onChange={event => onChange(event.currentTarget.checked ? ['true'] : none)}
      />
    )
  }
  if (look === 'owners') return <OwnerPicker kind={kind} owners={values} onChange={onChange} settings={settings} />
  const known = large ? undefined : facets.valuesOf(facet)
  if (facet === undefined || !isOffered(filter, known, values)) return undefined
  return <FacetPicker kind={kind} counts={settings.counts} label={title} valueLabel={label} {...{ facet, known, values, onChange }} />
}

/** A picker without options is not shown. One whose options could not be loaded retries when it opens. */
function isOffered(
  { isWorthwhile }: IndexFilter,
  known: ReturnType<IndexFiltersPanelProps['facets']['valuesOf']>,
  chosen: readonly string[],
) {
  return known === undefined || chosen.length > 0 || (known.length > 0 && (isWorthwhile?.(known) ?? true))
}
