import { scorecardsPaths, type Overview, type OverviewGroup } from '@portico/scorecards/common'
import { EntityLink } from '@portico/catalog/web'
import { Link, useText } from '@portico/core/web'
import { DataTable, HeatTable, useNumber, type Column, type HeatCell } from '@portico/ui'
import { useMemo } from 'react'
import { ChangeNumber } from '../parts/ChangeNumber.tsx'
import { pageMessages } from '../parts/page-messages.ts'
import { ResultBar } from '../parts/ResultBar.tsx'
import { scoreMessages } from '../parts/score-messages.ts'
import { ScoreNumber, toneOfScore, usePercent } from '../parts/ScoreNumber.tsx'
import { overviewMessages } from './messages.ts'
import { groupingTitles } from './OverviewBar.tsx'
import styles from './Overview.module.css'
import type { OverviewState } from './overview-state.ts'

interface GroupsProps {
  readonly state: OverviewState
  readonly overview: Overview
}

/** Every cell says a score and how much of it is known; what is unknown is written, and has no colour. */
export function GroupHeatMap({ state, overview: { groups, columns } }: GroupsProps) {
  const text = useText()
  const toCell = useHeatCell()
  const lines = groups.map(group => ({ id: group.key, title: <GroupName group={group} by={state.by} />, group }))
  const heads = [
    { id: '', title: text(scoreMessages.score), at: -1 },
    ...columns.map(({ type, name, title }, at) => ({
      id: name,
      at,
      title: (
        <Link to={type === 'check' ? scorecardsPaths.check(name) : scorecardsPaths.scorecard(name)} className={styles.column} title={title}>
          {title}
        </Link>
      ),
    })),
  ]
  return (
    <HeatTable
      label={text(overviewMessages.groups)}
      corner={text(overviewMessages[groupingTitles[state.by]])}
      rows={lines}
      columns={heads}
      cellOf={({ group }, { at }) => {
        const cell = at === -1 ? group : group.cells[at]
        return cell ? toCell(cell) : undefined
      }}
    />
  )
}

type Numbers = Pick<OverviewGroup, 'score' | 'coverage' | 'counts'>

function useHeatCell() {
  const text = useText()
  const number = useNumber()
  const percent = usePercent()
  return (cell: Numbers): HeatCell => {
    const { score, coverage, counts } = cell
    const words = score === undefined ? text(scoreMessages.unknown) : percent(score)
    return {
      words,
      note: text(scoreMessages.coverage, { percent: percent(coverage) }),
      tone: toneOfScore(score),
      strength: score === undefined ? 0 : Math.abs(score - 50) / 50,
      title: text(overviewMessages.cell, {
        score: words,
        coverage: percent(coverage),
        pass: number(counts.pass),
        fail: number(counts.fail),
        unknown: number(counts.unknown),
        exempt: number(counts.exempt),
      }),
    }
  }
}

/** The same as rows: score, results and how it changed. */
export function GroupTable({ state, overview: { groups } }: GroupsProps) {
  const text = useText()
  const number = useNumber()
  const columns = useMemo(
    (): readonly Column<OverviewGroup>[] => [
      {
        id: 'name',
        title: text(overviewMessages[groupingTitles[state.by]]),
        highlight: true,
        cell: group => <GroupName group={group} by={state.by} />,
        minPx: 180,
      },
      { id: 'entities', title: text(pageMessages.entities), align: 'end', cell: ({ entities }) => number(entities), minPx: 80 },
      { id: 'score', title: text(scoreMessages.score), summary: true, cell: group => <ScoreNumber score={group} />, minPx: 150 },
      {
        id: 'results',
        title: text(pageMessages.results),
        grow: true,
        cell: ({ title, counts }) => <ResultBar label={title} counts={counts} hasLegend={false} />,
        minPx: 160,
      },
      {
        id: 'change',
        title: text(pageMessages.change),
        align: 'end',
        summary: true,
        cell: ({ change }) => <ChangeNumber change={change} />,
        minPx: 90,
      },
    ],
    [text, number, state.by],
  )
  return (
    <div className={styles.table}>
      <DataTable label={text(overviewMessages.groups)} columns={columns} rows={groups} rowKey={({ key }) => key} />
    </div>
  )
}

/** The name of a group: a team leads to what it can do next, another entity to its own scores. */
function GroupName({ group: { key, title }, by }: { group: OverviewGroup; by: OverviewState['by'] }) {
  const text = useText()
  if (key === '') return <span className={styles.muted}>{text(overviewMessages.none)}</span>
  if (by === 'owner') {
    return (
      <Link to={scorecardsPaths.team(key)} className={styles.group} title={title}>
        {title}
      </Link>
    )
  }
  if (by === 'domain' || by === 'system') return <EntityLink entity={key} defaultKind={by} />
  return (
    <span className={styles.group} title={title}>
      {title}
    </span>
  )
}
