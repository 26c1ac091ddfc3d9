import { catalogApi } from '@portico/catalog/common'
import { query, useQueryCache, useText, type Text } from '@portico/core/web'
import { fromList, MultiSelect, useNumber, type LoadOptions, type Option } from '@portico/ui'
import { useMemo } from 'react'
import { catalogMessages } from '../messages.ts'
import { asItIs, type FacetValue } from './filters/filter.ts'

const freshMs = 30_000

export interface FacetPickerProps {
  readonly label: Text
  /** What a value is called. */
  readonly valueLabel?: ((value: string) => Text) | undefined
  readonly facet: string
  readonly kind: string
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
  readonly counts: boolean
  /** The options, where they are loaded already; else they are read when the picker opens. */
  readonly known?: readonly FacetValue[] | undefined
}

/** Picks values that entities of the kind have. */
export function FacetPicker({ label, valueLabel = asItIs, facet, kind, values, onChange, counts, known }: FacetPickerProps) {
  const text = useText()
  const load = useFacetOptions(facet, kind, counts, known, valueLabel)
  return (
    <MultiSelect
      label={text(label)}
      placeholder={text(catalogMessages.anyOption)}
      values={values.map(value => ({ value, label: text(valueLabel(value)) }))}
      onChange={chosen => onChange(chosen.map(({ value }) => value))}
      load={load}
    />
  )
}

function useFacetOptions(
  facet: string,
  kind: string,
  counts: boolean,
  known: readonly FacetValue[] | undefined,
  valueLabel: (value: string) => Text,
): LoadOptions {
  const text = useText()
  const readFacet = useReadFacet()
  const number = useNumber()
  return useMemo<LoadOptions>(() => {
    const toOption = ({ value, count }: FacetValue): Option => ({
      value,
      label: text(valueLabel(value)),
      ...(counts && { hint: number(count) }),
    })
    return async request => fromList((known ?? (await readFacet(facet, kind))).map(toOption))(request)
  }, [facet, kind, counts, known, valueLabel, readFacet, number, text])
}

/** Reads the values of a facet, cached for a while. */
export function useReadFacet() {
  const cache = useQueryCache()
  return useMemo(
    () => async (facet: string, kind: string) => {
      const asked = query(catalogApi.getEntityFacets, { query: { facet: [facet], filter: [`kind=${kind}`] } })
      return (await cache.fetch({ ...asked, staleTime: freshMs })).facets[facet] ?? []
    },
    [cache],
  )
}
