import { alertApiRef, useApi, useQuery, useText, type Message } from '@portico/core/web'
import { useEffect } from 'react'
import { catalogMessages } from '../messages.ts'
import type { IndexState } from './filters/index-state.ts'
import type { IndexModel } from './index-model.ts'
import { kindFacetsQuery, kindsQuery, statusConditions } from './index-queries.ts'
import { toMoment } from '../time/use-moment.ts'
import { isSameText } from './same-text.ts'

const lookAgainMs = 3000

/** The kinds that there are, and how many of each have the status that is asked for. */
export function useKinds({ filters, asOf }: Pick<IndexState, 'filters' | 'asOf'>, model: IndexModel) {
  // How many there were of each kind in the past nobody is asked.
  const isPast = toMoment(asOf) !== undefined
  const { data, error } = useQuery({
    ...kindsQuery(),
    // An empty catalog is one that is being filled.
    refetchInterval: ({ state }) => (state.data?.facets['kind']?.length === 0 ? lookAgainMs : false),
  })
  useFailureAlert(error, catalogMessages.kindsFailed)
  const conditions = statusConditions(filters, model)
  const narrowed = useQuery({ ...kindsQuery(conditions), enabled: conditions.length > 0, placeholderData: previous => previous })
  const kinds = data?.facets['kind']
  const found = conditions.length > 0 ? narrowed.data?.facets['kind'] : kinds
  const countOf = (kind: string) => found?.find(({ value }) => isSameText(value, kind))?.count ?? 0
  return {
    kinds,
    /** Kinds as they are offered; counts are not known while they are asked for. */
    counted: kinds?.map(({ value }) => ({ value, count: found && !isPast ? countOf(value) : NaN })),
    failed: error !== null,
  }
}

/** Which values the entities of a kind have for the small filters. Those of large ones are read when they are opened. */
export function useKindFacets(kind: string, model: IndexModel) {
  const { data, error, isPlaceholderData } = useQuery({
    ...kindFacetsQuery(kind, model),
    placeholderData: previous => previous,
  })
  useFailureAlert(error, catalogMessages.typesFailed)
  const facets = error ? undefined : data?.facets
  return {
    /** The values of a facet; undefined while they are not known. */
    valuesOf: (facet: string | undefined) => (facet === undefined ? undefined : facets?.[facet]),
    failed: error !== null,
    /** The data is of the previous kind. */
    isOld: isPlaceholderData,
  }
}

function useFailureAlert(error: Error | null, message: Message): void {
  const alerts = useApi(alertApiRef)
  const text = useText()
  useEffect(() => {
    if (error) alerts.post({ message: text(message), severity: 'error' })
  }, [error, alerts, text, message])
}
