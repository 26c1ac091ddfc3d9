import papa from 'papaparse'

/** The rows of a CSV text as records by the names of its first line. A semicolon or a tab separates too. At most so many rows are read. */
export function readCsv(text: string, maxRows: number): Record<string, string>[] {
  return papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t'],
    transformHeader: name => name.trim(),
    preview: maxRows,
  }).data
}

/** A line of a CSV text. What a spreadsheet would run as a formula is escaped. */
export function toCsvLine(cells: readonly (string | number | undefined)[]): string {
  return `${papa.unparse([[...cells]], { escapeFormulae: true })}\r\n`
}
