import type { EntityRow, OverviewGroup } from '@portico/scorecards/common'

type Cell = string | number | undefined

/** A cell as RFC 4180 has it. A text that a spreadsheet would run as a formula begins with an apostrophe. */
function toCell(value: Cell): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const toLine = (cells: readonly Cell[]): string => `${cells.map(toCell).join(',')}\r\n`

const scoreHead = ['score', 'coverage', 'pass', 'fail', 'unknown', 'exempt']
const scoreOf = ({ score, coverage, counts }: Pick<EntityRow, 'score' | 'coverage' | 'counts'>): Cell[] => [
  score,
  coverage,
  counts.pass,
  counts.fail,
  counts.unknown,
  counts.exempt,
]

export const groupHead = (): string => toLine(['key', 'title', 'entities', ...scoreHead, 'change'])
export const groupLine = (group: OverviewGroup): string => toLine([group.key, group.title, group.entities, ...scoreOf(group), group.change])

export const entityHead = (): string =>
  toLine(['entity', 'title', 'kind', 'type', 'owner', 'system', 'lifecycle', 'level', ...scoreHead, 'failing', 'not known'])
export const entityLine = (row: EntityRow): string =>
  toLine([
    row.entityRef,
    row.title,
    row.kind,
    row.type,
    row.owner,
    row.system,
    row.lifecycle,
    row.level,
    ...scoreOf(row),
    row.failing.join(' '),
    row.unknown.join(' '),
  ])
