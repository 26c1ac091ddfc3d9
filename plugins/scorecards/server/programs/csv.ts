import { toCsvLine } from '@portico/core/server/csv'
import type { EntityRow, OverviewGroup } from '@portico/scorecards/common'

const scoreHead = ['score', 'coverage', 'pass', 'fail', 'unknown', 'exempt']
const scoreOf = ({ score, coverage, counts }: Pick<EntityRow, 'score' | 'coverage' | 'counts'>): (string | number | undefined)[] => [
  score,
  coverage,
  counts.pass,
  counts.fail,
  counts.unknown,
  counts.exempt,
]

export const groupHead = (): string => toCsvLine(['key', 'title', 'entities', ...scoreHead, 'change'])
export const groupLine = (group: OverviewGroup): string =>
  toCsvLine([group.key, group.title, group.entities, ...scoreOf(group), group.change])

export const entityHead = (): string =>
  toCsvLine(['entity', 'title', 'kind', 'type', 'owner', 'system', 'lifecycle', 'level', ...scoreHead, 'failing', 'not known'])
export const entityLine = (row: EntityRow): string =>
  toCsvLine([
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
