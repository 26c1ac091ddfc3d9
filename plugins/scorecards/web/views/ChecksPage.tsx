import { Link, query, RequestErrorPanel, usePermission, useQuery, useText } from '@portico/core/web'
import { manageScorecardsPermission, scorecardsApi, scorecardsPaths, type CheckSummary } from '@portico/scorecards/common'
import { Button, DataTable, InfoCard, Menu, SkeletonRows, useNumber, type Column } from '@portico/ui'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useMemo } from 'react'
import { scorecardsMessages } from '../messages.ts'
import { EmptyScorecards, PackList } from '../overview/EmptyScorecards.tsx'
import { detailMessages } from '../parts/detail-messages.ts'
import { pageMessages } from '../parts/page-messages.ts'
import styles from '../parts/Pages.module.css'
import { ResultBar } from '../parts/ResultBar.tsx'
import { scoreMessages } from '../parts/score-messages.ts'
import { ScoreNumber } from '../parts/ScoreNumber.tsx'
import { ScorecardsFrame } from '../parts/ScorecardsFrame.tsx'
import { SeverityBadge, StateChip } from '../parts/SeverityBadge.tsx'

/** Every check with its numbers, and the packs that they come in. */
export default function ChecksPage() {
  const text = useText()
  const { allowed } = usePermission({ permission: manageScorecardsPermission })
  return (
    <ScorecardsFrame title={text(scorecardsMessages.scorecards)} tab="checks" actions={allowed && <NewMenu />}>
      <Checks />
    </ScorecardsFrame>
  )
}

function NewMenu() {
  const text = useText()
  const entries = [
    ['Check', pageMessages.newCheck],
    ['Scorecard', detailMessages.newScorecard],
    ['Campaign', detailMessages.newCampaign],
  ] as const
  return (
    <Menu
      button={
        <Button size="xs" variant="default" leftSection={<IconPlus size={16} aria-hidden />}>
          {text(pageMessages.newWord)}
        </Button>
      }
    >
      {entries.map(([kind, title]) => (
        <Menu.Item key={kind} component={Link} to={scorecardsPaths.editor({ kind })} plain>
          {text(title)}
        </Menu.Item>
      ))}
    </Menu>
  )
}

function Checks() {
  const text = useText()
  const { data, error, refetch } = useQuery({ ...query(scorecardsApi.listChecks, { query: {} }), refetchInterval: 60_000 })
  const packs = useQuery(query(scorecardsApi.listPacks))
  const columns = useColumns()
  if (error) return <RequestErrorPanel error={error} title={text(detailMessages.checksFailed)} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={10} />
  if (data.items.length === 0) return <EmptyScorecards />
  return (
    <div className={styles.page}>
      <InfoCard title={text(scorecardsMessages.checks)} flush>
        <DataTable
          label={text(scorecardsMessages.checks)}
          columns={columns}
          rows={data.items}
          rowKey={({ name }) => name}
          search
          paging={{ form: 'client' }}
          filters={[
            { column: 'severity', type: 'select' },
            { column: 'pack', type: 'select' },
            { column: 'state', type: 'select' },
          ]}
        />
      </InfoCard>
      {packs.data && (
        <InfoCard title={text(detailMessages.packsTitle)}>
          <PackList packs={packs.data.items} />
        </InfoCard>
      )}
    </div>
  )
}

function useColumns(): readonly Column<CheckSummary>[] {
  const text = useText()
  const number = useNumber()
  return useMemo(
    () => [
      {
        id: 'name',
        title: text(scorecardsMessages.check),
        value: ({ title }) => title,
        highlight: true,
        grow: true,
        minPx: 220,
        cell: ({ name, title, state }) => (
          <span className={styles.main}>
            <Link to={scorecardsPaths.check(name)} title={title}>
              {title}
            </Link>
            <StateChip state={state} />
          </span>
        ),
      },
      { id: 'pack', title: text(detailMessages.pack), value: ({ pack }) => pack ?? text(detailMessages.noPack), minPx: 100 },
      {
        id: 'severity',
        title: text(pageMessages.severity),
        value: ({ severity }) => text(scoreMessages[severity]),
        unsortable: true,
        minPx: 100,
        cell: ({ severity }) => <SeverityBadge severity={severity} />,
      },
      {
        id: 'entities',
        title: text(pageMessages.entities),
        value: ({ entities }) => entities,
        cell: ({ entities }) => number(entities),
        align: 'end',
        minPx: 80,
      },
      {
        id: 'score',
        title: text(detailMessages.score),
        value: ({ score }) => score,
        summary: true,
        minPx: 150,
        cell: check => <ScoreNumber score={check} />,
      },
      {
        id: 'results',
        title: text(pageMessages.results),
        minPx: 140,
        cell: ({ title, counts }) => <ResultBar label={title} counts={counts} hasLegend={false} />,
      },
      { id: 'state', title: text(detailMessages.state), value: ({ state }) => text(pageMessages[state]), initiallyHidden: true },
    ],
    [text, number],
  )
}
