import { columnId, toPlainText, valueOf, type Column } from './column.ts'

/** Rows as comma-separated values. What a spreadsheet would read as a formula is escaped. */
export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const written = columns.filter(column => column.field !== undefined || column.value !== undefined)
  return [written.map(columnId), ...rows.map(row => written.map(column => valueOf(column, row)))].map(toCsvLine).join('')
}

/** One line of a file of comma-separated values. */
export function toCsvLine(values: readonly unknown[]): string {
  return `${values.map(toCell).join(',')}\r\n`
}

function toCell(value: unknown): string {
  const words = toPlainText(value)
  const harmless = typeof value !== 'number' && /^[=+\-@\t\r]/.test(words) ? `'${words}` : words
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
