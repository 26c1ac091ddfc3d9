import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowsSort from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import { CheckboxBox } from '../CheckboxBox.tsx'
import { uiMessages } from '../messages.ts'
import { useText } from '../text.tsx'
import { VisuallyHidden } from '../VisuallyHidden.tsx'
import { ColumnResizer } from './ColumnResizer.tsx'
import { columnId, isSortable, type Column } from './column.ts'
import cells from './TableCells.module.css'
import styles from './TableHead.module.css'
import { nextSort, type TableSort } from './table-state.ts'

export interface TableHeadProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly sort: TableSort | undefined
  readonly onSort: (sort: TableSort | undefined) => void
  /** Left out where widths cannot be changed. */
  readonly resizing?: { readonly start: () => void; readonly resize: (id: string, width: number, done: boolean) => void } | undefined
  /** All rows in view are selected, some, or none; left out where nothing can be. */
  readonly selection?: { readonly state: 'all' | 'some' | 'none'; readonly onToggle: () => void } | undefined
  readonly actions: boolean
  /** In a narrow place only the columns of the summary are shown. */
  readonly summarised: boolean
}

/** The titles, which sort, and whose edges change the widths. */
export function TableHead<Row>({ columns, sort, onSort, resizing, selection, actions, summarised }: TableHeadProps<Row>) {
  const text = useText()
  return (
    <thead role="rowgroup">
      <tr role="row">
        {selection && (
          <th role="columnheader" scope="col" className={`${styles.head} ${cells.tick}`}>
            <CheckboxBox
              aria-label={text(uiMessages.selectAll)}
              checked={selection.state === 'all'}
              ref={box => {
                if (box) box.indeterminate = selection.state === 'some'
              }}
              onChange={selection.onToggle}
            />
          </th>
        )}
        {columns.map((column, index) => (
          <th
            key={columnId(column)}
            role="columnheader"
            scope="col"
            data-column={columnId(column)}
            data-align={column.align}
            title={column.hint}
            aria-sort={sort?.column === columnId(column) ? (sort.descending ? 'descending' : 'ascending') : undefined}
            className={[
              styles.head,
              column.align === 'end' && cells.end,
              column.grow && styles.grow,
              summarised && index > 0 && !column.summary && cells.detail,
            ]
              .filter(Boolean)
              .join(' ')}
            style={column.headerStyle}
          >
            <HeadTitle column={column} sort={sort} onSort={onSort} />
            {resizing && !column.titleHidden && (
              <ColumnResizer
                title={column.title}
                onStart={resizing.start}
                onResize={(width, done) => resizing.resize(columnId(column), width, done)}
              />
            )}
          </th>
        ))}
        {actions && (
          <th role="columnheader" scope="col" className={`${styles.head} ${cells.end} ${cells.actions}`}>
            {text(uiMessages.actions)}
          </th>
        )}
      </tr>
    </thead>
  )
}

function HeadTitle<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>
  sort: TableSort | undefined
  onSort: TableHeadProps<Row>['onSort']
}) {
  const text = useText()
  const { title } = column
  if (column.titleHidden) return <VisuallyHidden>{title}</VisuallyHidden>
  if (!isSortable(column)) return column.hint === undefined ? title : <span className={styles.hinted}>{title}</span>
  const sorted = sort?.column === columnId(column)
  const Icon = !sorted ? IconArrowsSort : sort.descending ? IconArrowDown : IconArrowUp
  return (
    <button
      type="button"
      className={styles.sort}
      title={text(uiMessages.sortBy, { column: title })}
      onClick={() => onSort(nextSort(sort, columnId(column)))}
    >
      <span className={styles.words}>{title}</span>
      <Icon size={12} stroke={2} aria-hidden className={sorted ? styles.sorted : styles.sortable} />
    </button>
  )
}
