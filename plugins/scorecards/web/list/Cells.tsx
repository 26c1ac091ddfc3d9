import type { EntityRow } from '@portico/catalog/web'
import { useClient, useQuery, useText } from '@portico/core/web'
import { ChipList } from '@portico/ui'
import { scoreMessages } from '../parts/score-messages.ts'
import { ScoreNumber } from '../parts/ScoreNumber.tsx'
import { levelWords, summaries } from './summaries.ts'

interface CellProps {
  readonly row: EntityRow
}

function useSummary({ row: { resolved } }: CellProps) {
  const client = useClient()
  return useQuery({
    queryKey: ['scorecards', 'summary', resolved.entityRef],
    queryFn: async () => (await summaries({ client }, resolved.entityRef)) ?? null,
    staleTime: 60_000,
    retry: false,
  })
}

/** The score of an entity, in the list of entities. */
export function ScoreCell(props: CellProps) {
  const { data, error } = useSummary(props)
  if (error) return <span title={error.message}>–</span>
  if (data === null) return '–'
  return data && <ScoreNumber score={data} />
}

/** The levels of an entity, in the list of entities. */
export function LevelCell(props: CellProps) {
  const text = useText()
  const { data, error } = useSummary(props)
  if (error) return <span title={error.message}>–</span>
  if (data === undefined) return undefined
  const levels = data?.scorecards.flatMap(({ levelTitle }) => (levelTitle === undefined ? [] : [levelTitle])) ?? []
  if (levels.length === 0) return data && data.scorecards.length > 0 ? text(scoreMessages.noLevel) : '–'
  return (
    <span title={data ? levelWords(data.scorecards) : undefined}>
      <ChipList items={[...new Set(levels)]} maxLength={24} />
    </span>
  )
}
