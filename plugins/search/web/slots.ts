import { defineSlot } from '@portico/core/web'
import type { Text } from '@portico/ui'
import type { SearchResult } from '@portico/search/common'
import type { ComponentType, ReactNode } from 'react'

export interface ResultViewProps {
  readonly result: SearchResult
  /** Tells that the result was followed. */
  readonly onFollow: () => void
}

/** How results of a type look, and what the type is called. */
export interface ResultView {
  /** The type on the wire: `techdocs`. */
  readonly type: string
  readonly title: Text
  readonly icon?: ReactNode
  /** Shows one result; the search page's own view by default. */
  readonly View?: ComponentType<ResultViewProps>
}

/** Something small about an entity, beside the title of its result. */
export interface EntityResultMark {
  readonly View: ComponentType<{ readonly entityRef: string }>
}

/** What plugins show beside the results that are entities. */
export const entityResultMarks = defineSlot<EntityResultMark>({ id: 'entity-result-marks', plugin: 'search' })

/** Views of results by type. Results of types without one look like any other. */
export const searchResultViews = defineSlot<ResultView>({ id: 'search-result', plugin: 'search' })
