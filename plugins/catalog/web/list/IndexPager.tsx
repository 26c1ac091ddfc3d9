import { clientPageSizes, CursorPager, offsetPageSizes, OffsetPager } from '@portico/ui'
import type { IndexState } from './filters/index-state.ts'
import type { PagingMode } from './index-model.ts'
import type { EntityList } from './use-entity-list.ts'
import type { IndexControls } from './use-index-state.ts'

export interface IndexPagerProps {
  readonly mode: PagingMode
  readonly state: IndexState
  readonly list: EntityList
  readonly turn: IndexControls['turn']
  /** Where everything is in the browser: the page that is shown. */
  readonly here: { readonly offset: number; readonly limit: number; readonly onChange: (page: { offset: number; limit: number }) => void }
}

/** The pager of the list. */
export function IndexPager({ mode, state, list, turn, here }: IndexPagerProps) {
  const { rows = [], total, pageInfo } = list
  if (mode === 'none') {
    if (rows.length <= clientPageSizes[0]) return undefined
    return <OffsetPager {...here} count={rows.length} sizes={clientPageSizes} />
  }
  if (mode === 'offset') {
    return (
      <OffsetPager offset={state.offset} limit={state.limit} count={total ?? 0} sizes={offsetPageSizes} onChange={page => turn(page)} />
    )
  }
  const { prevCursor, nextCursor } = pageInfo
  return (
    <CursorPager
      count={total}
      shown={rows.length}
      onPrevious={prevCursor === undefined ? undefined : () => turn({ cursor: prevCursor })}
      onNext={nextCursor === undefined ? undefined : () => turn({ cursor: nextCursor })}
    />
  )
}
