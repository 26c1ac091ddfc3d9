import { useMemo } from 'react'
import { useLocale } from '../locale.tsx'
import { uiMessages } from '../messages.ts'
import { fromList, type LoadOptions, type Option } from '../pick/options.ts'
import { Autocomplete, MultiSelect } from '../pick/Picker.tsx'
import { useText } from '../text.tsx'
import { toFilterValues } from './arrange-rows.ts'
import { columnId, type Column } from './column.ts'
import styles from './FilterPanel.module.css'
import { hasFilters, type TableState } from './table-state.ts'

/** A filter by one column. */
export interface TableFilter {
  readonly type: 'select' | 'multiple-select'
  /** The id of the column; its title where it has none. */
  readonly column: string
  /** Loads the values; those in the rows by default. Keep it the same between renders. */
  readonly load?: LoadOptions
}

export interface FilterPanelProps<Row> {
  readonly id: string
  readonly filters: readonly TableFilter[]
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly selected: TableState['filters']
  readonly onChange: (selected: TableState['filters']) => void
}

/** The filters of a table, beside it. */
export function FilterPanel<Row>({ id, filters, columns, rows, selected, onChange }: FilterPanelProps<Row>) {
  const text = useText()
  return (
    <section id={id} className={styles.panel} aria-labelledby={`${id}-title`}>
      <div className={styles.head}>
        <h3 id={`${id}-title`} className={styles.title}>
          {text(uiMessages.filters)}
        </h3>
        <button type="button" className={styles.clear} disabled={!hasFilters(selected)} onClick={() => onChange({})}>
          {text(uiMessages.clearAll)}
        </button>
      </div>
      {filters.map(filter => (
        <ColumnFilter
          key={filter.column}
          filter={filter}
          rows={rows}
          column={columns.find(column => columnId(column) === filter.column)}
          values={selected[filter.column] ?? []}
          onChange={values => onChange({ ...selected, [filter.column]: values })}
        />
      ))}
    </section>
  )
}

interface ColumnFilterProps<Row> {
  readonly filter: TableFilter
  readonly column: Column<Row> | undefined
  readonly rows: readonly Row[]
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}

function ColumnFilter<Row>({ filter, column, rows, values, onChange }: ColumnFilterProps<Row>) {
  const text = useText()
  const locale = useLocale()
  const load = useMemo(
    () => filter.load ?? fromList(column ? toFilterValues(rows, column, locale) : []),
    [filter.load, column, rows, locale],
  )
  const options: readonly Option[] = values.map(value => ({ value, label: value }))
  const shared = { label: column?.title ?? filter.column, placeholder: text(uiMessages.allResults), load }
  if (filter.type === 'select') {
    return <Autocomplete {...shared} value={options[0]} onChange={option => onChange(option ? [option.value] : [])} />
  }
  return <MultiSelect {...shared} values={options} onChange={chosen => onChange(chosen.map(({ value }) => value))} />
}
