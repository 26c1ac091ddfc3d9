import { defineApi, defineApiRef, defineMessages, defineRouteRef, defineSlot, defineSubRouteRef, storageApiRef, type StorageBucket } from '@portico/core/web'
import type { ComponentType } from 'react'

/** What the plugin says; other languages come beside it. */
export const teamsMessages = defineMessages('teams', {
  teams: 'Teams',
  myTeams: 'My teams',
  overview: 'Overview',
  members: 'Members',
  follow: 'Follow {name}',
  unfollow: 'Unfollow {name}',
})

/** What others link to: a page, and a path below it. */
export const teamRoute = defineRouteRef({ id: 'team', params: ['name'] })
export const teamsRoute = defineRouteRef({ id: 'teams' })
export const membersRoute = defineSubRouteRef({ id: 'team-members', parent: teamRoute, path: '/members' })

/** A slot on the team page that other plugins fill. */
export const teamCards = defineSlot<{ title: string; View: ComponentType<{ team: string }> }>({ id: 'team-card', plugin: 'teams' })

export interface Teams {
  readonly names: readonly string[]
  readonly followed: StorageBucket
}

/** What other code may ask of this plugin; an app can give its own. */
export const teamsApiRef = defineApiRef<Teams>({ id: 'plugin.teams' })

export const teamsFactory = defineApi({
  api: teamsApiRef,
  uses: { storage: storageApiRef },
  create: ({ storage }) => ({ names: ['rockets', 'boosters', 'parachutes'], followed: storage.bucket('teams') }),
})
