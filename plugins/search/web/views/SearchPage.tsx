import { useConfig, useLocation, useNavigate, useQuery, useText } from '@portico/core/web'
import { searchPageSection, type ResultFacets } from '@portico/search/common'
import { Button, Content, Page, PageHeader, useDebouncedValue } from '@portico/ui'
import { useMemo, useState } from 'react'
import { FilterPanel } from '../filters/FilterPanel.tsx'
import { TypeAccordion, TypeChips, TypeTabs } from '../filters/TypeFilter.tsx'
import { searchMessages } from '../messages.ts'
import { SearchBar } from '../parts/SearchBar.tsx'
import { ResultSection } from '../results/ResultSection.tsx'
import { useResultTypes } from '../results/use-result-types.ts'
import { filterValuesQuery, typeCountsQuery } from '../search-queries.ts'
import { changed, parseSearchState, toSearch, type SearchState } from '../search-state.ts'
import styles from './SearchPage.module.css'

/** One query over everything: results in the middle, what narrows them at the side. */
export default function SearchPage() {
  const text = useText()
  const [state, setState] = useSearchState()
  const [open, setOpen] = useState(false)
  const { typeFilter } = useConfig(searchPageSection)
  const types = useResultTypes()
  const { counts, facets } = useFacets(state)
  const filter = {
    types,
    counts,
    chosen: state.types,
    onChange: (chosen: readonly string[]) => setState(changed(state, { types: chosen })),
  }
  const results = <ResultSection state={state} onChange={setState} />
  return (
    <Page>
      <PageHeader
        title={text(searchMessages.search)}
        facts={
          <div className={styles.head}>
            <SearchBar value={state.term} onChange={term => setState(changed(state, { term }), { replace: state.term !== '' })} />
          </div>
        }
      />
      <Content>
        {typeFilter === 'chips' && (
          <div className={styles.top}>
            <TypeChips {...filter} />
          </div>
        )}
        <div className={styles.columns}>
          <div className={styles.folded}>
            <Button variant="default" size="xs" aria-expanded={open} onClick={() => setOpen(!open)}>
              {text(open ? searchMessages.hideFilters : searchMessages.showFilters)}
            </Button>
          </div>
          <aside className={styles.side} data-open={open} aria-label={text(searchMessages.filters)}>
            {typeFilter === 'accordion' && <TypeAccordion {...filter} />}
            <FilterPanel state={state} facets={facets} onChange={setState} />
          </aside>
          {typeFilter === 'tabs' ? <TypeTabs {...filter}>{results}</TypeTabs> : results}
        </div>
      </Content>
    </Page>
  )
}

const debounceMs = 250

/** How many results each type has, and which values the filters can have. */
function useFacets({ term, types, filters }: SearchState): {
  readonly counts: ReadonlyMap<string, number> | undefined
  readonly facets: ResultFacets | undefined
} {
  const settled = useDebouncedValue(term, debounceMs)
  const all = useQuery({
    ...typeCountsQuery({ term: settled, filters }),
    placeholderData: previous => previous,
  })
  const values = useQuery({
    ...filterValuesQuery({ term: settled, types }),
    placeholderData: previous => previous,
  })
  const counts = useMemo(() => all.data && new Map(all.data.types.map(({ type, count }) => [type, count])), [all.data])
  return { counts, facets: values.data }
}

/** The state of the search page, which is its address: back and forward work, and a link shows what the sender saw. */
function useSearchState(): readonly [SearchState, (next: SearchState, options?: { readonly replace?: boolean }) => void] {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const state = useMemo(() => parseSearchState(search), [search])
  return [
    state,
    (next, { replace = false } = {}) => {
      const written = toSearch(next)
      void navigate(written === '' ? pathname : `${pathname}?${written}`, { replace })
    },
  ]
}
