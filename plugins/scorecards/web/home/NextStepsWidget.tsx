import { EmptyWidget, query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { WidgetList, WidgetRow } from '@portico/home/web'
import { scorecardsApi, scorecardsPaths } from '@portico/scorecards/common'
import { SkeletonRows, useNumber } from '@portico/ui'
import { ResultBadge } from '../parts/ResultBadge.tsx'
import { scorecardsHomeMessages } from './messages.ts'

/** What the teams of the user can do next. */
export function NextStepsWidget() {
  const text = useText()
  const number = useNumber()
  const { data, error, refetch } = useQuery({ ...query(scorecardsApi.getMine), staleTime: 30_000 })
  if (error) return <RequestErrorPanel error={error} title={text(scorecardsHomeMessages.stepsFailed)} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={5} />
  if (data.next.length === 0) {
    const isEmpty = data.teams.every(({ entities }) => entities === 0)
    return (
      <EmptyWidget title={text(isEmpty ? scorecardsHomeMessages.noTeams : scorecardsHomeMessages.noSteps)}>
        {text(isEmpty ? scorecardsHomeMessages.noTeamsText : scorecardsHomeMessages.noStepsText)}
      </EmptyWidget>
    )
  }
  return (
    <WidgetList>
      {data.next.map(step => (
        <WidgetRow
          key={`${step.entityRef} ${step.check}`}
          to={scorecardsPaths.entity(step.entityRef)}
          icon={<ResultBadge result={step.state} size="sign" />}
          hint={`${step.entityTitle}: ${step.title}`}
          detail={text(scorecardsHomeMessages.gain, { points: number(step.gain, { maximumFractionDigits: step.gain < 10 ? 1 : 0 }) })}
        >
          {step.entityTitle}: {step.title}
        </WidgetRow>
      ))}
    </WidgetList>
  )
}
