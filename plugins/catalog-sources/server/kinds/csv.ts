/** The rows of a CSV text as records by the names in its first line. Fields in quotes may hold commas, quotes and line ends. */
export function parseCsv(text: string): Record<string, string>[] {
  const rows = rowsOf(text.replace(/^\uFEFF/, ''))
  const [names = [], ...rest] = rows
  return rest
    .filter(row => row.some(field => field !== ''))
    .map(row =>
      Object.fromEntries(names.map((name, index) => [name.trim(), row[index] ?? ''] as const).filter(([, value]) => value !== '')),
    )
}

function rowsOf(text: string): string[][] {
  const separator = (text.split(/\r?\n/, 1)[0] ?? '').includes(';') && !(text.split(/\r?\n/, 1)[0] ?? '').includes(',') ? ';' : ','
  const rows: string[][] = []
  let row: string[] = []
  let field = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (isQuoted && sign === '"' && text[at + 1] === '"') {
      field += '"'
      at += 1
    } else if (sign === '"' && (isQuoted || field === '')) isQuoted = !isQuoted
    else if (!isQuoted && sign === separator) {
      row.push(field)
      field = ''
    } else if (!isQuoted && (sign === '\n' || sign === '\r')) {
      if (sign === '\r' && text[at + 1] === '\n') at += 1
      rows.push([...row, field])
      row = []
      field = ''
    } else field += sign
  }
  if (field !== '' || row.length > 0) rows.push([...row, field])
  return rows
}
