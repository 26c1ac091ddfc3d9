import { commandPalette, defineWebPlugin, matchCommands, sidebarSections, useApi, useRouteRef } from '@portico/core/web'
import IconUsersGroup from '@tabler/icons-react/dist/esm/icons/IconUsersGroup.mjs'
import { membersRoute, teamRoute, teamsFactory, teamsApiRef, teamsMessages, teamsRoute } from './teams.ts'

function useTeamItems() {
  const { names } = useApi(teamsApiRef)
  const teamPath = useRouteRef(teamRoute)
  return names.map(name => ({ label: name, to: teamPath({ name }) }))
}

const teams = ['rockets', 'boosters', 'parachutes']

export const teamsWeb = defineWebPlugin({
  id: 'teams',
  pages: [
    {
      path: '/',
      title: teamsMessages.teams,
      load: () => import('./TeamsPage.tsx'),
      route: teamsRoute,
      nav: {
        label: teamsMessages.teams,
        icon: <IconUsersGroup />,
        order: 0,
        mobilePriority: 10,
        shortcut: 'g t',
        submenu: { title: teamsMessages.myTeams, useItems: useTeamItems },
      },
    },
    { path: '/teams/:name/*', title: teamsMessages.teams, load: () => import('./TeamPage.tsx'), route: teamRoute },
  ],
  routes: { teams: teamsRoute, team: teamRoute, members: membersRoute },
  apis: [teamsFactory],
  featureFlags: [{ name: 'team-mood', description: 'Show the mood of teams' }],
  fills: [
    sidebarSections.fill({ title: teamsMessages.myTeams, useItems: useTeamItems }),
    commandPalette.fill({
      title: teamsMessages.teams,
      search: query =>
        matchCommands(teams, query, name => [name]).map(name => ({ id: `team:${name}`, title: name, icon: <IconUsersGroup />, to: `/teams/${name}` })),
    }),
  ],
  translations: { de: async () => ({ translation: { teams: { teams: 'Teams', myTeams: 'Meine Teams', members: 'Mitglieder' } } }) },
})
