import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { toRowOffsets, toRowRange, type RowRange } from './row-offsets.ts'

/** Stands in for the height of a box that has not been laid out. */
const assumedViewPx = 640

export interface RowWindowOptions {
  readonly count: number
  /** The height of every row, or the expected one of each. */
  readonly rowHeight: number | ((index: number) => number)
  readonly scroller: RefObject<HTMLElement | null>
  readonly overscan?: number
  /** Off: all rows are drawn. */
  readonly enabled?: boolean
}

/**
 * Which rows of many are drawn: those in view and some around. Rows that turn out higher than expected are given to `measure`.
 */
export function useRowWindow({ count, rowHeight, scroller, overscan = 12, enabled = true }: RowWindowOptions) {
  const measured = useRef(new Map<number, number>())
  const [version, setVersion] = useState(0)
  const offsets = useMemo(() => {
    const expected = typeof rowHeight === 'number' ? () => rowHeight : rowHeight
    return toRowOffsets(count, index => measured.current.get(index) ?? expected(index))
    // oxlint-disable-next-line react/exhaustive-deps -- the version stands for what is in the map
  }, [count, rowHeight, version])
  const [range, setRange] = useState<RowRange>(() => toRowRange(offsets, 0, assumedViewPx, overscan))

  const look = useCallback(() => {
    const box = scroller.current
    const next = toRowRange(offsets, box?.scrollTop ?? 0, box?.clientHeight || assumedViewPx, overscan)
    setRange(last => (last.first === next.first && last.end === next.end ? last : next))
  }, [offsets, overscan, scroller])

  // Asking where things are makes the browser lay them out at once: only for those who need to know.
  useLayoutEffect(() => {
    if (enabled) look()
  }, [look, enabled])
  useEffect(() => {
    const box = scroller.current
    if (!box || !enabled) return
    box.addEventListener('scroll', look, { passive: true })
    const resizing = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(() => look())
    resizing?.observe(box)
    return () => {
      box.removeEventListener('scroll', look)
      resizing?.disconnect()
    }
  }, [scroller, look, enabled])

  const measure = useCallback((heights: Iterable<readonly [number, number]>) => {
    let changed = false
    for (const [index, height] of heights) {
      if (height === 0 || measured.current.get(index) === height) continue
      measured.current.set(index, height)
      changed = true
    }
    if (changed) setVersion(last => last + 1)
  }, [])

  /** What was measured no longer holds: the width changed, or the rows did. */
  const forget = useCallback(() => {
    if (measured.current.size === 0) return
    measured.current.clear()
    setVersion(last => last + 1)
  }, [])

  const scrollTo = useCallback(
    (index: number, align: 'start' | 'center' | 'nearest' = 'nearest', coveredTop = 0) => {
      const box = scroller.current
      if (!box) return
      const top = offsets[index] ?? 0
      const bottom = offsets[index + 1] ?? top
      const height = box.clientHeight || assumedViewPx
      if (align === 'start') box.scrollTop = top
      else if (align === 'center') box.scrollTop = top - (height - (bottom - top)) / 2
      else if (top < box.scrollTop) box.scrollTop = top
      else if (bottom + coveredTop > box.scrollTop + height) box.scrollTop = bottom + coveredTop - height
      look()
    },
    [offsets, scroller, look],
  )

  const total = offsets[count] ?? 0
  const first = enabled ? Math.min(range.first, count) : 0
  const end = enabled ? Math.min(Math.max(range.end, first), count) : count
  return { first, end, before: offsets[first] ?? 0, after: total - (offsets[end] ?? total), total, measure, forget, scrollTo }
}
