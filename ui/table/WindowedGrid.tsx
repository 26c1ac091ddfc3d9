import { useLayoutEffect, useRef } from 'react'
import { useRowWindow } from '../rows/use-row-window.ts'
import { Grid, rowHeight, type TableGridProps } from './Grid.tsx'

/** Each row more costs time in every frame; these few are there before a wheel reaches them. */
const overscan = 6

/** A table of so many rows that only those in view are drawn. */
export function WindowedGrid<Row>(props: TableGridProps<Row>) {
  const { rows } = props
  const scroller = useRef<HTMLDivElement>(null)
  const { remeasure, ...rowWindow } = useRowWindow({ count: rows.length, rowHeight, scroller, overscan, indexAttribute: 'data-row' })
  useLayoutEffect(remeasure, [remeasure, rows])
  return <Grid {...props} scroller={scroller} rowWindow={rowWindow} />
}
