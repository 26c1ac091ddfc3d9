import { observeElementRect, useVirtualizer, type Rect, type Virtualizer } from '@tanstack/react-virtual'
import { useCallback, type RefObject } from 'react'

/** The assumed height of a box that has not been laid out. */
const assumedViewPx = 640

export interface RowWindowOptions {
  readonly count: number
  /** The height of every row, or the expected one of each. */
  readonly rowHeight: number | ((index: number) => number)
  readonly scroller: RefObject<HTMLElement | null>
  /** Rows drawn above and below those in view. */
  readonly overscan?: number
  /** Off: all rows are drawn. */
  readonly enabled?: boolean
  /** The attribute in which a row has its number, for `measureRow`. */
  readonly indexAttribute?: string
}

/** Which rows of many are drawn: those in view and some around. */
export function useRowWindow(options: RowWindowOptions) {
  const { count, rowHeight, scroller, overscan = 12, enabled = true, indexAttribute = 'data-index' } = options
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is memoised: its result is read again with every render
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count,
    overscan,
    enabled,
    indexAttribute,
    getScrollElement: () => scroller.current,
    estimateSize: typeof rowHeight === 'number' ? () => rowHeight : rowHeight,
    initialRect: { width: 0, height: assumedViewPx },
    observeElementRect: observeRect,
    // Rows around those in view are there already, so nothing has to be drawn within the event.
    useFlushSync: false,
  })
  const rows = virtualizer.getVirtualItems()
  const { range } = virtualizer
  const total = virtualizer.getTotalSize()
  const first = enabled ? (rows[0]?.index ?? 0) : 0
  const end = enabled ? (rows.at(-1)?.index ?? -1) + 1 : count
  return {
    first,
    /** One past the last. */
    end,
    /** The height of the rows above those that are drawn. */
    before: enabled ? (rows[0]?.start ?? 0) : 0,
    after: enabled ? total - (rows.at(-1)?.end ?? 0) : 0,
    total,
    /** Whether a row is in view, or next to those that are. */
    isNear: (index: number) => !range || (index >= range.startIndex - 1 && index <= range.endIndex + 1),
    isScrolling: virtualizer.isScrolling,
    /** The ref of a row that may turn out higher than expected. */
    measureRow: virtualizer.measureElement,
    /** Clears the measured sizes: the width changed, or the rows did. */
    remeasure: useCallback(() => virtualizer.measure(), [virtualizer]),
    scrollTo: useCallback((index: number, align: 'auto' | 'center' = 'auto') => virtualizer.scrollToIndex(index, { align }), [virtualizer]),
  }
}

function observeRect(virtualizer: Virtualizer<HTMLElement, HTMLElement>, report: (rect: Rect) => void) {
  return observeElementRect(virtualizer, rect => report({ ...rect, height: rect.height || assumedViewPx }))
}
