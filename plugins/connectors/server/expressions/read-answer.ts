import { readCsv } from '@portico/core/server/csv'
import { EvaluationError } from './evaluate.ts'
import type { Accept, AnswerText } from './messages.ts'

const maxRows = 50_000

/** The answer of a tool as a value. */
export function readAnswer({ text, type }: AnswerText, accept: Accept): unknown {
  if (accept === 'text') return text
  if (accept === 'csv' || (accept === 'auto' && /\bcsv\b/.test(type))) return rowsOf(text)
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    if (accept === 'auto' && !text.trimStart().startsWith('<')) return rowsOf(text)
    throw new EvaluationError(/^\s*</.test(text) ? 'The answer is a page (HTML or XML), not JSON' : 'The answer is not JSON')
  }
}

function rowsOf(text: string): Record<string, string>[] {
  const rows = readCsv(text, maxRows + 1)
  if (rows.length > maxRows) throw new EvaluationError(`The answer has more than ${maxRows} rows`)
  return rows
}
