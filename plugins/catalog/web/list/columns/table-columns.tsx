import type { Text } from '@portico/core/web'
import type { Column } from '@portico/ui'
import { catalogMessages } from '../../messages.ts'
import { StarButton } from '../../parts/StarButton.tsx'
import type { EntityRow } from '../entity-row.ts'
import { nameColumn, type IndexColumn } from './column.ts'
import { EntityCell } from './EntityCell.tsx'

/** From this width on cells show more. */
export const wideFrom = 1080
/** The marks at the start of a row and the star at its end. */
const edgesPx = 88

/** The columns that fit the width of a table. Before the first measurement nothing is left out. */
export function fittingColumns(columns: readonly IndexColumn[], width: number): IndexColumn[] {
  const dropped = columns.filter(({ dropOrder }) => dropOrder !== undefined).toSorted((a, b) => (a.dropOrder ?? 0) - (b.dropOrder ?? 0))
  let fitting = [...columns]
  const needed = () => fitting.reduce((sum, { minPx }) => sum + minPx, edgesPx)
  for (const column of dropped) {
    if (width === 0 || needed() <= width) break
    fitting = fitting.filter(each => each !== column)
  }
  return fitting
}

/** The columns as the table takes them. */
export function toTableColumns(fitting: readonly IndexColumn[], text: (message: Text) => string, isWide: boolean): Column<EntityRow>[] {
  const columns = fitting.map((column): Column<EntityRow> => {
    const { id, title, value, sort, load, grow = false, minPx, summary = false } = column
    return {
      id,
      title: text(title),
      value,
      cell: row => <EntityCell row={row} column={column} isWide={isWide} />,
      unsortable: !sort,
      hint: load && !sort ? text(catalogMessages.askedElsewhere) : undefined,
      highlight: id === nameColumn,
      summary,
      grow,
      minPx,
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
