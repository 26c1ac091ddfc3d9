import { EntityLink } from '@portico/catalog/web'
import { query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { scorecardsApi, type EntityRow } from '@portico/scorecards/common'
import { ChipList, DataTable, EmptyState, RelativeTime, type Column } from '@portico/ui'
import { useMemo, type ReactNode } from 'react'
import { pageSizes, useSearchState } from '../use-search-state.ts'
import { useCheckTitles } from '../use-titles.ts'
import { LevelBadge } from './LevelBadge.tsx'
import { pageMessages } from './page-messages.ts'
import { ResultBadge } from './ResultBadge.tsx'
import { ResultReasonText } from './ResultReasonText.tsx'
import { scoreMessages } from './score-messages.ts'
import { ScoreNumber } from './ScoreNumber.tsx'
import styles from './EntityList.module.css'

type EntitiesQuery = NonNullable<NonNullable<Parameters<typeof query<typeof scorecardsApi.listEntities>>[1]>['query']>

export interface EntityListProps {
  readonly label: string
  /** Which entities, without the page. */
  readonly of: EntitiesQuery
  /** `score`: scores and what is missing; `result`: the result of a check. */
  readonly shows: 'score' | 'result'
  readonly levels?: readonly { readonly name: string; readonly title: string }[]
  readonly toolbar?: ReactNode
  readonly empty?: ReactNode
}

/** Entities with how they score, page by page. */
export function EntityList({ label, of, shows, levels, toolbar, empty }: EntityListProps) {
  const text = useText()
  const { offset, limit, change } = useSearchState()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...query(scorecardsApi.listEntities, { query: { ...of, offset, limit } }),
    placeholderData: previous => previous,
    refetchInterval: 60_000,
  })
  const columns = useColumns(shows, levels)
  return (
    <section className={styles.list} aria-label={label}>
      <DataTable
        label={label}
        title={label}
        columns={columns}
        rows={data?.items ?? []}
        rowKey={({ entityRef }) => entityRef}
        loading={(!data && !error) || isPlaceholderData}
        error={error && <RequestErrorPanel error={error} title={text(pageMessages.listFailed)} onRetry={() => void refetch()} />}
        remote
        toolbar={toolbar}
        paging={{
          form: 'offset',
          offset,
          limit,
          count: data?.total ?? 0,
          sizes: pageSizes,
          onChange: page => change({ offset: String(page.offset), limit: String(page.limit) }),
        }}
        empty={
          empty ?? (
            <EmptyState size="small" title={text(pageMessages.noMatch)}>
              {text(pageMessages.noMatchText)}
            </EmptyState>
          )
        }
      />
    </section>
  )
}

const maxLength = 44

function useColumns(shows: EntityListProps['shows'], levels: EntityListProps['levels']): readonly Column<EntityRow>[] {
  const text = useText()
  const titleOf = useCheckTitles()
  return useMemo(() => {
    const name: Column<EntityRow> = {
      id: 'name',
      title: text(pageMessages.name),
      highlight: true,
      minPx: 180,
      cell: ({ entityRef }) => <EntityLink entity={entityRef} tab="scorecards" />,
    }
    const owner: Column<EntityRow> = {
      id: 'owner',
      title: text(pageMessages.owner),
      minPx: 120,
      cell: row => (row.owner === undefined ? '–' : <EntityLink entity={row.owner} defaultKind="group" hideIcon />),
    }
    if (shows === 'result') {
      return [
        name,
        owner,
        {
          id: 'result',
          title: text(pageMessages.result),
          summary: true,
          minPx: 100,
          cell: ({ result }) => result && <ResultBadge result={result.state} />,
        },
        {
          id: 'why',
          title: text(pageMessages.why),
          grow: true,
          minPx: 200,
          cell: ({ result }) => result && <ResultReasonText result={result} />,
        },
        {
          id: 'since',
          title: text(pageMessages.since),
          summary: true,
          minPx: 110,
          cell: ({ result }) => result && <RelativeTime at={result.since} isPast />,
        },
      ]
    }
    return [
      name,
      owner,
      { id: 'score', title: text(scoreMessages.score), summary: true, minPx: 150, cell: row => <ScoreNumber score={row} /> },
      ...(levels && levels.length > 0
        ? [
            {
              id: 'level',
              title: text(scoreMessages.level),
              summary: true,
              minPx: 120,
              cell: (row: EntityRow) => <LevelBadge levels={levels} level={row.level} />,
            },
          ]
        : []),
      {
        id: 'missing',
        title: text(pageMessages.missing),
        grow: true,
        minPx: 200,
        cell: ({ failing, unknown }: EntityRow) => (
          <ChipList items={[...new Set([...failing, ...unknown].map(titleOf))]} maxLength={maxLength} />
        ),
      },
    ]
  }, [text, shows, levels, titleOf])
}
