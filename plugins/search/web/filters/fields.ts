import type { Text } from '@portico/ui'
import { searchMessages } from '../messages.ts'

/** How a filter is chosen: one of few, several of few, or one of very many. */
export type FilterForm = 'select' | 'checkbox' | 'autocomplete'

export interface FilterField {
  readonly field: string
  readonly title: Text
  readonly form: FilterForm
  /** There without being asked for. */
  readonly isDefault: boolean
}

/** The filters of the search page. */
export const filterFields: readonly FilterField[] = [
  { field: 'kind', title: searchMessages.kind, form: 'select', isDefault: true },
  { field: 'lifecycle', title: searchMessages.lifecycle, form: 'checkbox', isDefault: true },
  { field: 'owner', title: searchMessages.owner, form: 'autocomplete', isDefault: true },
  { field: 'type', title: searchMessages.type, form: 'select', isDefault: false },
  { field: 'tags', title: searchMessages.tags, form: 'autocomplete', isDefault: false },
  { field: 'namespace', title: searchMessages.namespace, form: 'select', isDefault: false },
]

export const knownFields: readonly string[] = filterFields.map(({ field }) => field)
