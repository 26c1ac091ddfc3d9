import { SlotItems, useApi, useObservable, useRouteRefParams, useTabbedRoutes, useText, useTitle } from '@portico/core/web'
import { Breadcrumbs, Button, Content, InfoCard, Page, PageHeader } from '@portico/ui'
import { teamCards, teamRoute, teamsApiRef, teamsMessages } from './teams.ts'

/** One team, with its tabs; other plugins add cards to the overview. */
export default function TeamPage() {
  const text = useText()
  const { name } = useRouteRefParams(teamRoute)
  useTitle(name)
  const { tabs, content } = useTabbedRoutes({
    label: teamsMessages.teams,
    routes: [
      { path: '/', title: teamsMessages.overview, children: <Overview name={name} /> },
      { path: '/members', title: teamsMessages.members, count: 3, children: <Content>Three people</Content> },
    ],
  })
  return (
    <Page>
      <PageHeader
        title={name}
        breadcrumb={
          <Breadcrumbs
            items={[{ title: 'Company', to: '/' }, { title: text(teamsMessages.teams), to: '/' }, { title: 'Space', to: '/' }, { title: 'Flight', to: '/' }, { title: name }]}
          />
        }
        actions={<FollowButton name={name} />}
        tabs={tabs}
      />
      {content}
    </Page>
  )
}

function Overview({ name }: { name: string }) {
  return (
    <Content>
      <SlotItems slot={teamCards}>
        {({ title, View }) => (
          <InfoCard title={title}>
            <View team={name} />
          </InfoCard>
        )}
      </SlotItems>
    </Content>
  )
}

function FollowButton({ name }: { name: string }) {
  const text = useText()
  const { followed } = useApi(teamsApiRef)
  const { value = false } = useObservable(followed.observe<boolean>(name))
  return (
    <Button variant="default" onClick={() => void followed.set(name, !value)}>
      {text(value ? teamsMessages.unfollow : teamsMessages.follow, { name })}
    </Button>
  )
}
