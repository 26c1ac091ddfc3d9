import { useStarredEntities } from '@portico/catalog/web'
import { query, useAnalytics, useQuery, useStored } from '@portico/core/web'
import { searchApi, toQueryParams, type SearchResult } from '@portico/search/common'
import { useEffect, useState } from 'react'
import type { SearchState } from '../search-state.ts'

const maxNear = 20

/** Asks the question, with what is near to the user, and tells analytics what came of it. */
export function useResults({ term, types, filters, pageLimit, pageCursor, explain }: SearchState & { readonly explain: boolean }) {
  const { starred } = useStarredEntities()
  const [recent, setRecent] = useStored<readonly string[]>('search', 'recent')
  // What is near when the page opens: starring a result must not move it under the pointer.
  const [near] = useState(() => ({ starred: [...starred].slice(0, maxNear), recent: recent.value ?? [] }))
  const { captureEvent } = useAnalytics()
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...query(searchApi.query, {
      query: {
        ...(term !== '' && { term }),
        ...toQueryParams({ types, filters, ...near }),
        ...(pageLimit !== undefined && { pageLimit }),
        ...(pageCursor !== undefined && { pageCursor }),
        ...(explain && { explain: 'true' as const }),
      },
    }),
    placeholderData: previous => previous,
  })
  const isFresh = data !== undefined && !isPlaceholderData
  const count = data?.numberOfResults ?? data?.results.length
  const asked = types.join(',')
  useEffect(() => {
    if (!isFresh || term === '') return
    captureEvent('search', term, { value: count ?? 0, attributes: { types: asked } })
    if (count === 0) captureEvent('no-result', term)
  }, [isFresh, term, asked, count, captureEvent])

  function remember({ document }: SearchResult): void {
    const { kind, namespace, name } = document
    if (typeof kind !== 'string' || typeof namespace !== 'string' || typeof name !== 'string') return
    const ref = `${kind}:${namespace}/${name}`.toLowerCase()
    void setRecent([ref, ...(recent.value ?? []).filter(each => each !== ref)].slice(0, maxNear))
  }
  return { data, error, isStale: isPlaceholderData, refetch: () => void refetch(), remember }
}
