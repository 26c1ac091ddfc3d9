import { useAnalytics, useApis, useIdentity, useQuery } from '@portico/core/web'
import { useEffect, useState } from 'react'
import { takeNear } from '../near.ts'
import { resultsQuery, type ResultsRequest } from '../search-queries.ts'

/** Asks the question, with what is near to the user, and tells analytics what came of it. */
export function useResults(asked: Omit<ResultsRequest, 'near'>) {
  const { term, types } = asked
  const api = useApis()
  const { userEntityRef } = useIdentity()
  // What is near when the page opens: starring a result must not move it under the pointer.
  const [near] = useState(() => takeNear(userEntityRef, api))
  const { captureEvent } = useAnalytics()
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...resultsQuery({ ...asked, near }),
    placeholderData: previous => previous,
  })
  const isFresh = data !== undefined && !isPlaceholderData
  const count = data?.numberOfResults ?? data?.results.length
  const typeList = types.join(',')
  useEffect(() => {
    if (!isFresh || term === '') return
    captureEvent('search', term, { value: count ?? 0, attributes: { types: typeList } })
    if (count === 0) captureEvent('no-result', term)
  }, [isFresh, term, typeList, count, captureEvent])
  return { data, error, isStale: isPlaceholderData, refetch: () => void refetch() }
}
