import { toPlainText, valueOf, type Column } from './column.ts'

/** Rows as comma-separated values. What a spreadsheet would take for a formula is made a text. */
export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const written = columns.filter(column => column.field !== undefined || column.value !== undefined)
  const lines = rows.map(row => written.map(column => toCell(valueOf(column, row))))
  return [written.map(({ title }) => toCell(title)), ...lines].map(line => `${line.join(',')}\r\n`).join('')
}

function toCell(value: unknown): string {
  const words = toPlainText(value)
  const harmless = typeof value !== 'number' && /^[=+\-@\t\r]/.test(words) ? `'${words}` : words
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
