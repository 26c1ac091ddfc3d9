import { alertApiRef, useApi, useQuery, useText, type Message } from '@portico/core/web'
import { useEffect } from 'react'
import { catalogMessages } from '../messages.ts'
import type { IndexModel } from './index-model.ts'
import { kindFacetsQuery, kindsQuery } from './index-queries.ts'

/** The kinds that there are. */
export function useKinds() {
  const { data, error } = useQuery(kindsQuery())
  useFailureAlert(error, catalogMessages.kindsFailed)
  return { kinds: data?.facets['kind'], failed: error !== null }
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
