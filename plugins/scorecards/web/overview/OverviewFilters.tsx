import { catalogApi } from '@portico/catalog/common'
import { presentEntity } from '@portico/catalog/web'
import { query, useQueryCache, useText } from '@portico/core/web'
import { fromList, MultiSelect, type LoadOptions } from '@portico/ui'
import { useMemo } from 'react'
import { overviewMessages } from './messages.ts'
import type { FilterName, OverviewState } from './overview-state.ts'

const facets: Readonly<Record<FilterName, string>> = {
  owner: 'relations.ownedBy',
  kind: 'kind',
  type: 'spec.type',
  lifecycle: 'spec.lifecycle',
}
const freshMs = 30_000

/** Pickers of owners, kinds, types and lifecycles that there are. */
export function OverviewFilters({ state }: { state: OverviewState }) {
  return (Object.keys(facets) as FilterName[]).map(name => (
    <FilterPicker
      key={name}
      name={name}
      values={state.filters.find(([each]) => each === name)?.[1] ?? []}
      onChange={values => state.change({ [name]: values })}
    />
  ))
}

/** What a value of a filter is called. */
export function filterValueName(name: FilterName, value: string): string {
  return name === 'owner' ? presentEntity(value, { defaultKind: 'group' }).primaryTitle : value
}

function FilterPicker({
  name,
  values,
  onChange,
}: {
  name: FilterName
  values: readonly string[]
  onChange: (values: readonly string[]) => void
}) {
  const text = useText()
  const cache = useQueryCache()
  const load = useMemo<LoadOptions>(() => {
    const asked = query(catalogApi.getEntityFacets, { query: { facet: [facets[name]] } })
    return async request => {
      const found = (await cache.fetch({ ...asked, staleTime: freshMs })).facets[facets[name]] ?? []
      return fromList(found.map(({ value }) => ({ value, label: filterValueName(name, value) })))(request)
    }
  }, [cache, name])
  return (
    <MultiSelect
      label={text(overviewMessages[name])}
      placeholder={text(overviewMessages.any)}
      values={values.map(value => ({ value, label: filterValueName(name, value) }))}
      onChange={chosen => onChange(chosen.map(({ value }) => value))}
      load={load}
    />
  )
}
