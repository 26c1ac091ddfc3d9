import { columnId, type Column } from './column.ts'

const tickPx = 40
const actionsPx = 120
const unknownPx = 120
const minGrowPx = 160
const defaultMinPx = 80

/** What stands before and behind the columns of a table. */
export interface TableEdges {
  readonly ticks: boolean
  readonly actions: boolean
}

/** The columns of a table that never scrolls sideways. One takes the room that the others leave: the last, where none is made for it. */
export function toFlowingColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  if (columns.some(({ grow }) => grow)) return columns
  const last = columns.findLast(({ titleHidden }) => !titleHidden)
  return columns.map(column => (column === last ? { ...column, grow: true } : column))
}

/**
 * How wide they are, as a CSS grid takes it: each as wide as what is in it while there is room. Where there is not, they shrink towards their
 * least width and end in an ellipsis. In a table of two lines they share the room in proportion to that width, whatever is in them.
 */
export function toTracks<Row>(columns: readonly Column<Row>[], edges: TableEdges, isTwoLined = false): string {
  const tracks = columns.map(({ minPx = defaultMinPx, grow, titleHidden }) => {
    if (!isTwoLined) return `minmax(${minPx}px, ${grow ? '1fr' : 'max-content'})`
    return titleHidden ? `${minPx}px` : `minmax(${minPx}px, ${minPx}fr)`
  })
  return [...(edges.ticks ? [`${tickPx}px`] : []), ...tracks, ...(edges.actions ? ['max-content'] : [])].join(' ')
}

/**
 * How wide columns of known widths are. In a place of another width the column that grows takes the difference, the last where none does; columns that a
 * reader has set share it.
 */
export function toFixedTracks<Row>(
  columns: readonly Column<Row>[],
  { widthOf, isChosen }: { readonly widthOf: (id: string) => number | undefined; readonly isChosen: boolean },
  edges: TableEdges,
): string {
  const growing = columns.find(({ grow }) => grow) ?? columns.at(-1)
  const tracks = columns.map(column => {
    const width = widthOf(columnId(column)) ?? unknownPx
    if (isChosen) return `minmax(${width}px, ${width}fr)`
    // Measured widths are rounded up, so the place may be a few pixels narrower than all of them.
    return column === growing ? `minmax(${Math.min(width - columns.length, minGrowPx)}px, 1fr)` : `${width}px`
  })
  return [...(edges.ticks ? [`${tickPx}px`] : []), ...tracks, ...(edges.actions ? [`${actionsPx}px`] : [])].join(' ')
}
