import type { CSSProperties, ReactNode } from 'react'

/** One column of a table. */
export interface Column<Row> {
  /** Its name in filters, in exports and in what is saved; its title by default. A title that is translated needs one. */
  readonly id?: string
  /** What stands above it. */
  readonly title: string
  /** A dotted path into the row: `metadata.name`. Sorted, searched, filtered and exported by what is there. */
  readonly field?: string
  /** The same for what is not simply at a path. */
  readonly value?: (row: Row) => unknown
  /** How it is shown; left out, the value is shown as text. */
  readonly cell?: (row: Row) => ReactNode
  /** `end` for numbers: right-aligned, digits of equal width. */
  readonly align?: 'start' | 'end'
  /** The one that names the row: in stronger type. */
  readonly highlight?: boolean
  readonly headerStyle?: CSSProperties
  readonly cellStyle?: CSSProperties | ((row: Row) => CSSProperties)
  /** The title is for screen readers only: a column of buttons. */
  readonly titleHidden?: boolean
  /** Not sortable although it has a value. */
  readonly unsortable?: boolean
  /** What readers should know about it, such as why it is not sortable: with its title. */
  readonly hint?: string | undefined
  /** Takes the width that the others leave, and ends in an ellipsis. */
  readonly grow?: boolean
  /** What it shows is never cut off, because it always fits: cheaper to draw in a long table. */
  readonly unclipped?: boolean
  /** In a table that flows with the page: narrower than this it never is. */
  readonly minPx?: number
  /** Not shown until chosen in the column menu. */
  readonly initiallyHidden?: boolean
  /** On a phone the row is two lines: its first column, and under it the columns marked here. None marked: all of them, each with its title. */
  readonly summary?: boolean
}

/** The id of a column. */
export function columnId({ id, title }: { readonly id?: string; readonly title: string }): string {
  return id ?? title
}

/** What a dotted path leads to. A key that itself has dots, such as an annotation's, is found too. */
export function valueAt(row: unknown, path: string): unknown {
  if (row === null || row === undefined) return undefined
  if (typeof row !== 'object') return undefined
  if (Object.hasOwn(row, path)) return (row as Record<string, unknown>)[path]
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const key = path.slice(0, dot)
    if (!Object.hasOwn(row, key)) continue
    const found = valueAt((row as Record<string, unknown>)[key], path.slice(dot + 1))
    if (found !== undefined) return found
  }
  return undefined
}

/** A column's value in a row. */
export function valueOf<Row>(column: Column<Row>, row: Row): unknown {
  if (column.value) return column.value(row)
  return column.field === undefined ? undefined : valueAt(row, column.field)
}

/** Whether a column has a value that rows can be ordered by. */
export function isSortable<Row>(column: Column<Row>): boolean {
  return !column.unsortable && (column.value !== undefined || column.field !== undefined)
}

/** A value as words: lists joined, objects as JSON, nothing as an empty text. */
export function toPlainText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(toPlainText).join(', ')
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
