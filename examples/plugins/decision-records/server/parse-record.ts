import type { DecisionRecord } from '../common/index.ts'

export interface ParsedRecord extends DecisionRecord {
  /** Without the front matter. */
  readonly text: string
}

const maxHead = 4000

/** Reads title, status and date as the common templates write them: front matter, a list at the top, or sections. */
export function parseRecord(file: string, source: string): ParsedRecord {
  const { front, text } = splitFront(source.replaceAll('\r\n', '\n'))
  const head = text.slice(0, maxHead)
  const title = /^#[ \t]+(\S[^\n]{0,300})/m.exec(head)?.[1]?.trim() ?? file.replace(/\.md$/i, '')
  const status = fieldOf(front, 'status') ?? fieldOf(head, 'status') ?? /^##[ \t]+Status[ \t]*\n+([^\n#]{1,200})/im.exec(head)?.[1]?.trim()
  const date = fieldOf(front, 'date') ?? fieldOf(head, 'date') ?? /\d{4}-\d{2}-\d{2}/.exec(file)?.[0]
  return { file, title, ...(status && { status }), ...(date && { date }), text }
}

function splitFront(source: string): { readonly front: string; readonly text: string } {
  const end = source.startsWith('---\n') ? source.indexOf('\n---\n', 3) : -1
  return end < 0 ? { front: '', text: source } : { front: source.slice(4, end), text: source.slice(end + 5) }
}

/** `status: accepted`, `* Status: accepted`, `- **Date**: 2026-01-02`. */
function fieldOf(text: string, name: string): string | undefined {
  const found = new RegExp(`^(?:[*-][ \\t]+)?\\**${name}\\**:\\**[ \\t]*([^\\n]{1,200})$`, 'im').exec(text)?.[1]
  return found?.replaceAll(/^["'*\s]+|["'*\s]+$/g, '') || undefined
}
