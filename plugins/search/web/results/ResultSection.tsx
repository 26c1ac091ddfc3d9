import { RequestErrorPanel, useAnalytics, useApis, useConfig, useIdentity, useQuery, useText } from '@portico/core/web'
import { decodePageCursor, searchQuerySection } from '@portico/search/common'
import { Button, EmptyState, SkeletonRows, useNumber } from '@portico/ui'
import IconSearchOff from '@tabler/icons-react/dist/esm/icons/IconSearchOff.mjs'
import { useEffect, useState } from 'react'
import { searchMessages } from '../messages.ts'
import { atPage, changed, type SearchState } from '../search-state.ts'
import styles from '../views/SearchPage.module.css'
import { ResultList } from './ResultList.tsx'
import { ResultPager } from './ResultPager.tsx'
import { shownCount } from './shown-count.ts'
import { takeNear } from '../near.ts'
import { resultsQuery, type ResultsRequest } from '../search-queries.ts'

/** The results of the query in the address, with their number and pages. */
export function ResultSection({ state, onChange }: { state: SearchState; onChange: (state: SearchState) => void }) {
  const text = useText()
  const number = useNumber()
  const defaultLimit = useConfig(searchQuerySection).pageLimit
  const [explain, setExplain] = useState(false)
  const pageLimit = state.pageLimit ?? defaultLimit
  const { data, error, isStale, refetch } = useResults({ ...state, pageLimit, explain })
  const isNarrowed = state.types.length > 0 || Object.values(state.filters).some(values => values.length > 0)
  const page = state.pageCursor === undefined ? 0 : (decodePageCursor(state.pageCursor) ?? 0)
  if (error) {
    return (
      <div className={styles.main}>
        <div className={styles.inner}>
          <RequestErrorPanel error={error} title={text(searchMessages.failed)} onRetry={refetch} />
        </div>
      </div>
    )
  }
  if (!data) {
    return (
      <div className={styles.main}>
        <div className={styles.inner}>
          <SkeletonRows rows={8} />
        </div>
      </div>
    )
  }
  const count = data.numberOfResults
  return (
    <section className={styles.main} aria-label={text(searchMessages.results)}>
      {(count !== 0 || isNarrowed) && (
        <div className={styles.bar}>
          <span className={styles.count} role="status">
            {count === undefined || count === 0
              ? ''
              : count === 1
                ? text(searchMessages.oneResult)
                : text(searchMessages.count, { count: shownCount(count, number) })}
          </span>
          {data.results.length > 0 && state.term !== '' && (
            <Button variant="subtle" size="xs" aria-pressed={explain} onClick={() => setExplain(!explain)}>
              {text(explain ? searchMessages.hideWhy : searchMessages.why)}
            </Button>
          )}
          {isNarrowed && (
            <Button variant="default" size="xs" onClick={() => onChange(changed(state, { types: [], filters: {} }))}>
              {text(searchMessages.seeAll)}
            </Button>
          )}
        </div>
      )}
      {data.results.length === 0 ? (
        <EmptyState icon={<IconSearchOff size={32} aria-hidden />} title={text(searchMessages.noResults)}>
          {text(searchMessages.noResultsHelp)}
        </EmptyState>
      ) : (
        <ResultList results={data.results} stale={isStale} />
      )}
      {(data.results.length > 0 || page > 0) && (
        <ResultPager
          pageLimit={pageLimit}
          onPageLimit={limit => onChange(changed(state, { pageLimit: limit }))}
          onPrevious={page > 0 ? () => onChange(atPage(state, page - 1)) : undefined}
          onNext={data.nextPageCursor === undefined ? undefined : () => onChange(atPage(state, page + 1))}
        />
      )}
    </section>
  )
}

/** Sends the query, with what is near to the user, and tells analytics what came of it. */
function useResults(asked: Omit<ResultsRequest, 'near'>) {
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
