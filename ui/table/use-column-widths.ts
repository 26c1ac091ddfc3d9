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
  const boxWidth = useBoxWidth(scroller, windowed)
  const settle = useCallback(() => {
    const box = scroller.current
    if (!box || !windowed || !hasHead(box)) return
    const measured = readWidths(box)
    // oxlint-disable-next-line react/set-state-in-effect -- widths can only be read once they are drawn
    setSettled(last => (columns.every(column => last[columnId(column)] !== undefined) ? last : measured))
  }, [scroller, columns, windowed])
  useLayoutEffect(settle, [settle, boxWidth])

  const widths = dragged ?? saved
  const chosen = columns.some(column => widths[columnId(column)] !== undefined)
  const used = chosen ? widths : settled
  const fixed = chosen || columns.every(column => settled[columnId(column)] !== undefined)
  const total = columns.reduce((sum, column) => sum + (used[columnId(column)] ?? 120), 0)
  const tableStyle: CSSProperties | undefined = chosen ? { width: total, minWidth: '100%' } : undefined

  return {
    fixed,
    /** Whether a reader has set the widths. */
    isChosen: chosen,
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

/** The width of the table's box. On a phone it has no columns to measure; turned, it may. */
function useBoxWidth(scroller: RefObject<HTMLElement | null>, isWatched: boolean): number | undefined {
  const [width, setWidth] = useState<number>()
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box || !isWatched || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(() => setWidth(box.clientWidth))
    observer.observe(box)
    return () => observer.disconnect()
  }, [scroller, isWatched])
  return width
}

/** Whether titles stand above the columns: on a phone they are there for screen readers only. */
function hasHead(box: HTMLElement): boolean {
  return (box.querySelector('thead')?.getBoundingClientRect().width ?? 0) > 1
}

function readWidths(box: HTMLElement): Record<string, number> {
  const heads = [...box.querySelectorAll<HTMLElement>('th[data-column]')]
  return Object.fromEntries(heads.map(head => [head.dataset['column'] ?? '', Math.ceil(head.getBoundingClientRect().width)]))
}
