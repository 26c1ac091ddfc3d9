import { EvaluationError } from './evaluate.ts'
import type { Accept, AnswerText } from './messages.ts'

const maxRows = 50_000

/** The answer of a tool as a value. */
export function readAnswer({ text, type }: AnswerText, accept: Accept): unknown {
  if (accept === 'text') return text
  if (accept === 'csv' || (accept === 'auto' && /\bcsv\b/.test(type))) return readCsv(text)
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    if (accept === 'auto' && !text.trimStart().startsWith('<')) return readCsv(text)
    throw new EvaluationError(/^\s*</.test(text) ? 'The answer is a page (HTML or XML), not JSON' : 'The answer is not JSON')
  }
}

/** Rows as objects by the names of the first line (RFC 4180; a semicolon or tab separates too). */
function readCsv(text: string): Record<string, string>[] {
  const source = text.replace(/^\uFEFF/, '')
  const firstLine = source.slice(0, source.search(/\r?\n|$/))
  const separator = [',', ';', '\t'].toSorted((one, other) => firstLine.split(other).length - firstLine.split(one).length)[0] ?? ','
  const rows: string[][] = []
  let row: string[] = []
  let field = ''
  let isQuoted = false
  const endRow = () => {
    row.push(field)
    field = ''
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
    if (rows.length > maxRows) throw new EvaluationError(`The answer has more than ${maxRows} rows`)
  }
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at]
    if (isQuoted) {
      if (char !== '"') field += char
      else if (source[at + 1] === '"') field += source[(at += 1)]
      else isQuoted = false
    } else if (char === '"' && field === '') isQuoted = true
    else if (char === separator) {
      row.push(field)
      field = ''
    } else if (char === '\n') endRow()
    else if (char !== '\r') field += char
  }
  if (field !== '' || row.length > 0) endRow()
  const [names = [], ...records] = rows
  return records.map(record => Object.fromEntries(names.map((name, at) => [name.trim(), record[at] ?? ''])))
}
