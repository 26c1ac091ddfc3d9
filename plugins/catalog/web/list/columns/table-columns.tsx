import type { Text } from '@portico/core/web'
import type { Column } from '@portico/ui'
import { catalogMessages } from '../../messages.ts'
import { StarButton } from '../../parts/StarButton.tsx'
import type { EntityRow } from '../entity-row.ts'
import { nameColumn, type IndexColumn } from './column.ts'
import type { ChosenColumns } from './column-choice.ts'
import { EntityCell } from './EntityCell.tsx'

/** From this width on cells show more. */
export const wideFrom = 1080
/** The marks at the start of a row and the star at its end. */
const edgesPx = 88

const chosenLast = 1000

/** The columns of a table, and how they are drawn. */
export interface FittedColumns {
  readonly columns: readonly IndexColumn[]
  /** There is not the room for one line each: columns are narrower, and words take two lines. */
  readonly isTight: boolean
}

/**
 * The columns that fit the width of a table: in one line, else in two, else without the least important; those that a reader has chosen go last.
 * Before the first measurement nothing is left out.
 */
export function fittingColumns(columns: readonly IndexColumn[], width: number, chosen: ChosenColumns = {}): FittedColumns {
  const fits = (some: readonly IndexColumn[], pxOf: (column: IndexColumn) => number) =>
    width === 0 || some.reduce((sum, column) => sum + pxOf(column), edgesPx) <= width
  const dropOrderOf = ({ id, dropOrder = 0 }: IndexColumn) => (chosen[id] ? chosenLast : 0) + dropOrder
  const dropped = columns.filter(({ dropOrder }) => dropOrder !== undefined).toSorted((a, b) => dropOrderOf(a) - dropOrderOf(b))
  let fitting = [...columns]
  for (const column of dropped) {
    if (fits(fitting, tightPxOf)) break
    fitting = fitting.filter(each => each !== column)
  }
  return { columns: fitting, isTight: !fits(fitting, ({ minPx }) => minPx) }
}

function tightPxOf({ tightPx, minPx }: IndexColumn): number {
  return tightPx ?? minPx
}

/** The columns as the table takes them. */
export function toTableColumns(
  { columns: fitting, isTight }: FittedColumns,
  text: (message: Text) => string,
  isWide: boolean,
): Column<EntityRow>[] {
  const columns = fitting.map((column): Column<EntityRow> => {
    const { id, title, value, sort, load, grow = false, minPx, summary = false } = column
    return {
      id,
      title: text(title),
      value,
      cell: row => <EntityCell row={row} column={column} isWide={isWide} isTight={isTight} />,
      unsortable: !sort,
      hint: load && !sort ? text(catalogMessages.askedElsewhere) : undefined,
      highlight: id === nameColumn,
      summary,
      grow,
      minPx: isTight ? tightPxOf(column) : minPx,
    }
  })
  return [...columns, { ...starColumn, title: text(catalogMessages.starred) }]
}

const starColumn: Omit<Column<EntityRow>, 'title'> = {
  id: 'starred',
  titleHidden: true,
  unsortable: true,
  summary: true,
  minPx: 48,
  align: 'end',
  cell: ({ entity }) => <StarButton entity={entity} size={24} />,
}
