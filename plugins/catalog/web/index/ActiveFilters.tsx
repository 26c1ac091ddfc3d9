import { useText } from '@portico/core/web'
import { FilterChips, type FilterChip } from '@portico/ui'
import { catalogMessages } from '../messages.ts'
import { noFilters, type IndexFilters } from './filters.ts'
import type { IndexControls } from './use-index-state.ts'
import { useEntityNames } from './use-entity-names.ts'

const lists = [
  ['types', catalogMessages.type],
  ['owners', catalogMessages.owner],
  ['lifecycles', catalogMessages.lifecycle],
  ['tags', catalogMessages.tags],
  ['namespaces', catalogMessages.namespace],
] as const

/** What narrows the list, each to be taken away again. */
export function ActiveFilters({ filters, change }: { filters: IndexFilters; change: IndexControls['change'] }) {
  const text = useText()
  const owners = useEntityNames(filters.owners, 'Group')
  const chips: FilterChip[] = lists.flatMap(([list, name]) =>
    filters[list].map((value, index) => ({
      key: `${list}\n${value}`,
      name: text(name),
      value: list === 'owners' ? (owners[index] ?? value) : value,
    })),
  )
  if (filters.orphan) chips.push({ key: 'orphan', value: text(catalogMessages.isOrphan) })
  if (filters.error) chips.push({ key: 'error', value: text(catalogMessages.hasError) })
  function remove(key: string) {
    if (key === 'orphan' || key === 'error') return change({ [key]: false })
    const [list, value] = key.split('\n') as [(typeof lists)[number][0], string]
    change({ [list]: filters[list].filter(each => each !== value) })
  }
  return <FilterChips chips={chips} onRemove={remove} onClear={() => change({ ...noFilters, user: filters.user })} />
}
