import type { Entity } from '@portico/catalog/common'
import { entityCards } from '@portico/catalog/web'
import { defineExtension, defineWebPlugin, homeWidgets, sidebarSections } from '@portico/core/web'
import IconHierarchy2 from '@tabler/icons-react/dist/esm/icons/IconHierarchy2.mjs'
import { isKind } from './groups/profile.ts'
import { useMyTeams } from './groups/use-my-teams.tsx'
import { orgMessages } from './messages.ts'
import { catalogGraphRoute, orgChartRoute } from './routes.ts'

export { orgChartRoute } from './routes.ts'

const GroupProfileCard = defineExtension({
  plugin: 'org',
  name: 'GroupProfileCard',
  load: async () => (await import('./parts/GroupProfileCard.tsx')).GroupProfileCard,
})
const UserProfileCard = defineExtension({
  plugin: 'org',
  name: 'UserProfileCard',
  load: async () => (await import('./parts/UserProfileCard.tsx')).UserProfileCard,
})
const MembersCard = defineExtension({
  plugin: 'org',
  name: 'MembersCard',
  load: async () => (await import('./parts/MembersCard.tsx')).MembersCard,
})
const OwnershipCard = defineExtension({
  plugin: 'org',
  name: 'OwnershipCard',
  load: async () => (await import('./parts/OwnershipCard.tsx')).OwnershipCard,
})

const TeamsWidget = defineExtension({
  plugin: 'org',
  name: 'TeamsWidget',
  load: async () => (await import('./home/TeamsWidget.tsx')).TeamsWidget,
})

const isGroup = (entity: Entity) => isKind(entity, 'group')
const isUser = (entity: Entity) => isKind(entity, 'user')

/** People and teams: cards on the pages of groups and users, the chart of all groups, my teams in the sidebar. */
export const orgWeb = defineWebPlugin({
  id: 'org',
  pages: [
    {
      path: '/org',
      title: orgMessages.orgChart,
      load: () => import('./views/OrgChartPage.tsx'),
      route: orgChartRoute,
      nav: { label: orgMessages.orgChart, icon: <IconHierarchy2 />, order: 50 },
    },
  ],
  routes: { orgChart: orgChartRoute },
  externalRoutes: { catalogGraph: catalogGraphRoute },
  fills: [
    entityCards.fill({
      name: 'group-profile',
      place: 'main',
      order: 10,
      isFor: isGroup,
      replaces: ['catalog/about', 'catalog/groups'],
      View: GroupProfileCard,
    }),
    entityCards.fill({
      name: 'user-profile',
      place: 'main',
      order: 10,
      isFor: isUser,
      replaces: ['catalog/about', 'catalog/members'],
      View: UserProfileCard,
    }),
    entityCards.fill({
      name: 'group-members',
      place: 'main',
      order: 60,
      isFor: isGroup,
      replaces: ['catalog/members'],
      View: MembersCard,
    }),
    entityCards.fill({
      name: 'ownership',
      place: 'side',
      order: 10,
      isFor: entity => isGroup(entity) || isUser(entity),
      View: OwnershipCard,
    }),
    homeWidgets.fill({
      name: 'teams',
      title: orgMessages.myTeams,
      description: orgMessages.myTeamsText,
      icon: 'group',
      order: 60,
      byDefault: true,
      layout: { columns: 4, rows: 5, minColumns: 2, minRows: 2 },
      View: TeamsWidget,
    }),
    sidebarSections.fill({ name: 'my-teams', title: orgMessages.myTeams, useItems: useMyTeams }),
  ],
  translations: {
    de: () => import('./languages/german.ts'),
    fr: () => import('./languages/french.ts'),
    es: () => import('./languages/spanish.ts'),
    ja: () => import('./languages/japanese.ts'),
  },
})
