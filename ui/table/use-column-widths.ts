import { useCallback, useLayoutEffect, useRef, useState, type CSSProperties, type RefObject } from 'react'
import { columnId, type Column } from './column.ts'
import type { TableState } from './table-state.ts'

/**
 * The widths of columns. They are the content's own until one is dragged: from then on all stay as they were.
 */
export function useColumnWidths<Row>(
  scroller: RefObject<HTMLElement | null>,
  columns: readonly Column<Row>[],
  windowed: boolean,
  saved: TableState['widths'],
  onSave: (widths: TableState['widths']) => void,
) {
  const [dragged, setDragged] = useState<TableState['widths']>()
  const latest = useRef<TableState['widths']>(undefined)
  // A windowed table would change its widths while scrolling: the first rows decide for all.
  const [settled, setSettled] = useState<TableState['widths']>({})
  const boxWidth = useBoxWidth(scroller, windowed, () => setSettled({}))
  const settle = useCallback(() => {
    const box = scroller.current
    if (!box || !windowed || box.clientWidth === 0) return
    const measured = readWidths(box)
    // oxlint-disable-next-line react/set-state-in-effect -- widths can only be read once they are drawn
    setSettled(last => (columns.every(column => last[columnId(column)] !== undefined) ? last : measured))
  }, [scroller, columns, windowed])
  useLayoutEffect(settle, [settle, boxWidth])

  const widths = dragged ?? saved
  const chosen = columns.some(column => widths[columnId(column)] !== undefined)
  const used = chosen ? widths : settled
  const fixed = columns.some(column => used[columnId(column)] !== undefined)
  const total = columns.reduce((sum, column) => sum + (used[columnId(column)] ?? 120), 0)
  const tableStyle: CSSProperties | undefined = chosen ? { width: total, minWidth: '100%' } : undefined

  return {
    fixed,
    tableStyle,
    widthOf: (id: string) => used[id],
    start: () => {
      const box = scroller.current
      latest.current = { ...saved, ...(box && readWidths(box)) }
      setDragged(latest.current)
    },
    resize: (id: string, width: number, done: boolean) => {
      latest.current = { ...latest.current, [id]: width }
      setDragged(done ? undefined : latest.current)
      if (done) onSave(latest.current)
    },
  }
}

/** The width of the table's box. In another one the columns have other widths. */
function useBoxWidth(scroller: RefObject<HTMLElement | null>, isWatched: boolean, onChange: () => void): number | undefined {
  const [width, setWidth] = useState<number>()
  const change = useRef(onChange)
  useLayoutEffect(() => void (change.current = onChange))
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box || !isWatched || typeof ResizeObserver === 'undefined') return undefined
    let last = box.clientWidth
    const observer = new ResizeObserver(() => {
      if (box.clientWidth === last) return
      last = box.clientWidth
      change.current()
      setWidth(last)
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [scroller, isWatched])
  return width
}

function readWidths(box: HTMLElement): Record<string, number> {
  const heads = [...box.querySelectorAll<HTMLElement>('th[data-column]')]
  return Object.fromEntries(heads.map(head => [head.dataset['column'] ?? '', Math.round(head.getBoundingClientRect().width)]))
}
