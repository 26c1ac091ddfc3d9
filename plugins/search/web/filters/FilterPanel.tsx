import { useEntityNames } from '@portico/catalog/web'
import { useText } from '@portico/core/web'
import type { ResultFacets } from '@portico/search/common'
import { Button, Menu } from '@portico/ui'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useState } from 'react'
import { searchMessages } from '../messages.ts'
import { changed, type SearchState } from '../search-state.ts'
import { filterFields, type FilterField } from './fields.ts'
import { AutocompleteFilter, CheckboxFilter, SelectFilter } from './SearchFilter.tsx'
import styles from './Filters.module.css'

const forms = { select: SelectFilter, checkbox: CheckboxFilter, autocomplete: AutocompleteFilter }

export interface FilterPanelProps {
  readonly state: SearchState
  readonly facets: ResultFacets | undefined
  readonly onChange: (state: SearchState) => void
}

/** The filters that are of use for what is found, those that are set, and a way to add others. */
export function FilterPanel({ state, facets, onChange }: FilterPanelProps) {
  const text = useText()
  const [added, setAdded] = useState<readonly string[]>([])
  const isSet = (field: string) => added.includes(field) || (state.filters[field]?.length ?? 0) > 0
  // One without any value to choose would be a heading over nothing.
  const hasValues = (field: string) => facets === undefined || (facets.fields[field]?.length ?? 0) > 0
  const isShown = ({ field, isDefault }: FilterField) => isSet(field) || (isDefault && hasValues(field))
  const others = filterFields.filter(({ field, isDefault }) => !isDefault && !isSet(field))
  const ownerNames = useOwnerNames([...(facets?.fields['owner'] ?? []).map(({ value }) => value), ...(state.filters['owner'] ?? [])])
  return (
    <div className={styles.panel} role="group" aria-label={text(searchMessages.filters)}>
      {filterFields.filter(isShown).map(({ field, title, form }) => {
        const Form = forms[form]
        const nameOf = (value: string) => (field === 'owner' ? (ownerNames.get(value) ?? value) : value)
        return (
          <Form
            key={field}
            label={text(title)}
            options={(facets?.fields[field] ?? []).map(({ value, count }) => ({
              value,
              label: form === 'autocomplete' ? nameOf(value) : `${nameOf(value)} (${count})`,
            }))}
            nameOf={nameOf}
            values={state.filters[field] ?? []}
            onChange={values => onChange(changed(state, { filters: { ...state.filters, [field]: values } }))}
          />
        )
      })}
      {others.length > 0 && (
        <Menu
          position="bottom-start"
          button={
            <Button variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />}>
              {text(searchMessages.addFilter)}
            </Button>
          }
        >
          {others.map(({ field, title }) => (
            <Menu.Item key={field} onClick={() => setAdded([...added, field])}>
              {text(title)}
            </Menu.Item>
          ))}
        </Menu>
      )}
    </div>
  )
}

/** Owners are groups unless they say otherwise. */
function useOwnerNames(owners: readonly string[]): ReadonlyMap<string, string> {
  const names = useEntityNames(owners, 'Group')
  return new Map(owners.map((owner, at) => [owner, names[at] ?? owner]))
}
