import { startTransition, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useRowWindow } from '../rows/use-row-window.ts'
import { Grid, rowHeight, type TableGridProps } from './Grid.tsx'
import type { RowBlock } from './RowBlocks.tsx'

/** Rows are drawn in blocks of so many: about as many as are in view. */
const blockRows = 20
/** So many blocks are drawn at most, which is a thousand rows: a table that has no more is drawn whole. */
const maxBlocks = 50

/**
 * A table of so many rows that at first only those in view are drawn. Those around follow block by block while the browser is idle, so that scrolling
 * finds them drawn; the browser itself skips the blocks that are not in view.
 */
export function WindowedGrid<Row>(props: TableGridProps<Row>) {
  const { rows } = props
  const scroller = useRef<HTMLDivElement>(null)
  // What is far from the view may follow a change later, so that a change costs no more than what is seen of it.
  const laterRows = useDeferredValue(rows)
  const [overscan, setOverscan] = useState(1)
  const count = Math.ceil(rows.length / blockRows)
  const maxOverscan = count <= maxBlocks ? count : maxBlocks / 2
  const { remeasure, isNear, isScrolling, ...blocks } = useRowWindow({
    count,
    rowHeight: index => Math.min(blockRows, rows.length - index * blockRows) * rowHeight,
    scroller,
    overscan: Math.min(overscan, maxOverscan),
    indexAttribute: 'data-block',
  })
  useLayoutEffect(remeasure, [remeasure, rows.length])
  const isDrawn = overscan >= maxOverscan || blocks.end - blocks.first >= count
  useWhenIdle(!isDrawn && !isScrolling, overscan, () => startTransition(() => setOverscan(overscan + 1)))
  const items: RowBlock<Row>[] = []
  for (let index = blocks.first; index < blocks.end; index++) {
    const first = index * blockRows
    items.push({ index, first, rows: (isNear(index) ? rows : laterRows).slice(first, Math.min(first + blockRows, rows.length)) })
  }
  return (
    <Grid
      {...props}
      scroller={scroller}
      isScrolling={isScrolling}
      rowBlocks={{ items, before: blocks.before, after: blocks.after, measure: blocks.measureRow }}
    />
  )
}

/** Runs once for each `step` when the browser has nothing else to do; where it cannot tell, never. */
function useWhenIdle(isWanted: boolean, step: number, run: () => void): void {
  const latest = useRef(run)
  useLayoutEffect(() => void (latest.current = run))
  useEffect(() => {
    if (!isWanted || typeof requestIdleCallback === 'undefined') return undefined
    const waiting = requestIdleCallback(() => latest.current())
    return () => cancelIdleCallback(waiting)
  }, [isWanted, step])
}
