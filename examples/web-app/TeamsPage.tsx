import { Link, SupportButton, useApi, useRouteRef, useShortcut, useText } from '@portico/core/web'
import { Content, Page, PageHeader, Stack } from '@portico/ui'
import { teamRoute, teamsApiRef, teamsMessages } from './teams.ts'

/** All teams. */
export default function TeamsPage() {
  const text = useText()
  const { names } = useApi(teamsApiRef)
  const teamPath = useRouteRef(teamRoute)
  useShortcut('n', { label: 'New team', run: () => undefined })
  return (
    <Page>
      <PageHeader title={text(teamsMessages.teams)} actions={<SupportButton />} />
      <Content>
        <Stack>
          {names.map(name => (
            <Link key={name} to={teamPath({ name })}>
              {name}
            </Link>
          ))}
        </Stack>
      </Content>
    </Page>
  )
}
