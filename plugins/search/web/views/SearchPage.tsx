import { useConfig, useText } from '@portico/core/web'
import { searchPageSection } from '@portico/search/common'
import { Button, Content, Page, PageHeader } from '@portico/ui'
import { useState } from 'react'
import { FilterPanel } from '../filters/FilterPanel.tsx'
import { TypeAccordion, TypeChips, TypeTabs } from '../filters/TypeFilter.tsx'
import { searchMessages } from '../messages.ts'
import { SearchBar } from '../parts/SearchBar.tsx'
import { ResultSection } from '../results/ResultSection.tsx'
import { useFacets } from '../results/use-facets.ts'
import { useResultTypes } from '../results/use-result-types.ts'
import { changed } from '../search-state.ts'
import { useSearchState } from '../use-search-state.ts'
import styles from './SearchPage.module.css'

/** One question over everything: results in the middle, what narrows them at the side. */
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
