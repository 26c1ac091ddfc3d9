import { useText } from '@portico/core/web'
import { FilterChips, type FilterChip } from '@portico/ui'
import { asItIs, type IndexFilter } from './filters/filter.ts'
import type { IndexFilters } from './filters/index-state.ts'
import type { IndexModel } from './index-model.ts'
import { useEntityNames } from '../presentation/use-entity-names.ts'
import type { IndexControls } from './use-index-state.ts'

const none: readonly string[] = []

/** The active filters of the list, each removable. */
export function ActiveFilters({ filters, model, controls }: { filters: IndexFilters; model: IndexModel; controls: IndexControls }) {
  const text = useText()
  const offered = model.filters(filters.kind)
  const refs = offered.find(({ look }) => look === 'owners')?.id
  const names = useEntityNames((refs === undefined ? undefined : filters.values[refs]) ?? none, 'Group')
  const toChip = ({ id, title, look, label = asItIs }: IndexFilter, value: string, index: number): FilterChip => {
    const key = `${id}\n${value}`
    if (look === 'flag') return { key, value: text(title) }
    return { key, name: text(title), value: id === refs ? (names[index] ?? value) : text(label(value)) }
  }
  const chips = offered.flatMap(filter => (filters.values[filter.id] ?? none).map((value, index) => toChip(filter, value, index)))
  function remove(key: string) {
    const [id = '', ...value] = key.split('\n')
    controls.change({ values: { [id]: (filters.values[id] ?? none).filter(each => each !== value.join('\n')) } })
  }
  return <FilterChips chips={chips} onRemove={remove} onClear={controls.clear} />
}
