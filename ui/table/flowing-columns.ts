import type { Column } from './column.ts'

const tickPx = 40
const defaultMinPx = 80

/** The columns of a table that never scrolls sideways. One takes the room that the others leave: the last, where none is made for it. */
export function toFlowingColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  if (columns.some(({ grow }) => grow)) return columns
  const last = columns.findLast(({ titleHidden }) => !titleHidden)
  return columns.map(column => (column === last ? { ...column, grow: true } : column))
}

/**
 * How wide they are, as a CSS grid takes it: each as wide as what is in it while there is room. Where there is not, they shrink towards their
 * least width and end in an ellipsis.
 */
export function toTracks<Row>(columns: readonly Column<Row>[], edges: { readonly ticks: boolean; readonly actions: boolean }): string {
  const tracks = columns.map(({ minPx = defaultMinPx, grow }) => `minmax(${minPx}px, ${grow ? '1fr' : 'max-content'})`)
  return [...(edges.ticks ? [`${tickPx}px`] : []), ...tracks, ...(edges.actions ? ['max-content'] : [])].join(' ')
}
