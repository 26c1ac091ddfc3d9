import type { Text } from '@portico/core/web'
import type { Column } from '@portico/ui'
import type { CSSProperties } from 'react'
import { catalogMessages } from '../../messages.ts'
import { StarButton } from '../../parts/StarButton.tsx'
import type { EntityRow } from '../entity-row.ts'
import { nameColumn, type IndexColumn } from './column.ts'
import { EntityCell } from './EntityCell.tsx'

/** From this width on cells show more. */
export const wideFrom = 1080
/** With so few the name has more room. */
const fewColumns = 4
/** The marks at the start of a row and the star at its end. */
const edgesPx = 88

/** The columns that a table of a width has room for. Before anything was measured nothing is left out. */
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
  // The last one takes what the others leave, unless there is one without a size of its own.
  const last = fitting.some(({ share }) => share === undefined) ? undefined : fitting.at(-1)
  const columns = fitting.map((column): Column<EntityRow> => {
    const { id, title, share, value, sort, summary = false } = column
    const wider = id === nameColumn && fitting.length <= fewColumns ? 12 : 0
    const size: CSSProperties = share === undefined || column === last ? {} : { width: `${share + wider}%` }
    return {
      id,
      title: text(title),
      value,
      cell: row => <EntityCell row={row} column={column} isWide={isWide} />,
      unsortable: !sort,
      highlight: id === nameColumn,
      summary,
      headerStyle: size,
    }
  })
  return [...columns, { ...starColumn, title: text(catalogMessages.starred) }]
}

const starColumn: Omit<Column<EntityRow>, 'title'> = {
  id: 'starred',
  titleHidden: true,
  unsortable: true,
  summary: true,
  headerStyle: { width: 48 },
  align: 'end',
  cell: ({ entity }) => <StarButton entity={entity} size={24} />,
}
