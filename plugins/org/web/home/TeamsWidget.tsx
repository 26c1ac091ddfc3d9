import { useText } from '@portico/core/web'
import { WidgetList, WidgetRow } from '@portico/home/web'
import { EmptyState } from '@portico/ui'
import { useMyTeams } from '../groups/use-my-teams.tsx'
import { orgMessages } from '../messages.ts'

/** The groups of the signed-in user. */
export function TeamsWidget() {
  const text = useText()
  const teams = useMyTeams()
  if (teams.length === 0) {
    return (
      <EmptyState size="small" title={text(orgMessages.noTeams)}>
        {text(orgMessages.noTeamsText)}
      </EmptyState>
    )
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
