import { alertApiRef, useApi, useQuery, useText, type Message } from '@portico/core/web'
import { useEffect } from 'react'
import { catalogMessages } from '../messages.ts'
import { kindFacetsQuery, kindsQuery } from './index-queries.ts'

export interface FacetValue {
  readonly value: string
  readonly count: number
}

/** The kinds that there are. */
export function useKinds() {
  const { data, error } = useQuery(kindsQuery())
  useFailureAlert(error, catalogMessages.kindsFailed)
  return { kinds: data?.facets['kind'], failed: error !== null }
}

/** Which of the small filters the entities of a kind have values for. Large ones are read when they are opened. */
export function useKindFacets(kind: string) {
  const { data, error, isPlaceholderData } = useQuery({
    ...kindFacetsQuery(kind),
    placeholderData: previous => previous,
  })
  useFailureAlert(error, catalogMessages.typesFailed)
  const facets = error ? undefined : data?.facets
  return {
    types: facets?.['spec.type'],
    lifecycles: facets?.['spec.lifecycle'],
    namespaces: facets?.['metadata.namespace'],
    failed: error !== null,
    /** What is here is of the kind before. */
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
