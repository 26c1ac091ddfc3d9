import { EmptyWidget, query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { WidgetList, WidgetRow } from '@portico/home/web'
import { scorecardsApi, scorecardsPaths } from '@portico/scorecards/common'
import { SkeletonRows } from '@portico/ui'
import { ChangeNumber } from '../parts/ChangeNumber.tsx'
import { ScoreNumber } from '../parts/ScoreNumber.tsx'
import { scorecardsHomeMessages } from './messages.ts'
import styles from './Home.module.css'

/** How the teams of the user score. */
export function TeamScoresWidget() {
  const text = useText()
  const { data, error, refetch } = useQuery({ ...query(scorecardsApi.getMine), staleTime: 30_000 })
  if (error) return <RequestErrorPanel error={error} title={text(scorecardsHomeMessages.scoresFailed)} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={3} />
  const teams = data.teams.filter(({ entities }) => entities > 0)
  if (teams.length === 0) {
    return <EmptyWidget title={text(scorecardsHomeMessages.noTeams)}>{text(scorecardsHomeMessages.noTeamsText)}</EmptyWidget>
  }
  return (
    <WidgetList>
      {teams.map(team => (
        <WidgetRow
          key={team.ref}
          to={scorecardsPaths.team(team.ref)}
          detail={
            <span className={styles.score}>
              <ScoreNumber score={team} />
              <ChangeNumber change={team.change} />
            </span>
          }
        >
          {team.title}
        </WidgetRow>
      ))}
    </WidgetList>
  )
}
