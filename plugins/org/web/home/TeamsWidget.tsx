import { EmptyWidget, useText } from '@portico/core/web'
import { WidgetList, WidgetRow } from '@portico/home/web'
import { useMyTeams } from '../groups/use-my-teams.tsx'
import { orgMessages } from '../messages.ts'

/** The groups of the signed-in user. */
export function TeamsWidget() {
  const text = useText()
  const teams = useMyTeams()
  if (teams.length === 0) {
    return <EmptyWidget title={text(orgMessages.noTeams)}>{text(orgMessages.noTeamsText)}</EmptyWidget>
  }
  return (
    <WidgetList>
      {teams.map(({ label, to, icon }) => (
        <WidgetRow key={to} to={to} icon={icon}>
          {text(label)}
        </WidgetRow>
      ))}
    </WidgetList>
  )
}
