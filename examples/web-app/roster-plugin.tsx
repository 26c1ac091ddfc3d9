import { defineExtension, defineExternalRouteRef, defineWebPlugin, Link, useRouteRef } from '@portico/core/web'
import { teamCards } from './teams.ts'

/** A link out of this plugin: whoever has a route `teams.members` is its target, unless the app or the config says otherwise. */
const toMembers = defineExternalRouteRef({ id: 'members', params: ['name'], optional: true, defaultTarget: 'teams.members' })

const RosterCard = defineExtension<{ team: string }>({
  plugin: 'roster',
  name: 'RosterCard',
  load: async () =>
    function RosterCard({ team }) {
      const membersPath = useRouteRef(toMembers)
      return (
        <>
          <p>Ada is on call for {team}.</p>
          {membersPath && <Link to={membersPath({ name: team })}>All members</Link>}
        </>
      )
    },
})

/** Fills a slot on another plugin's page, and links back to it, without importing its pages. */
export const rosterWeb = defineWebPlugin({
  id: 'roster',
  externalRoutes: { members: toMembers },
  fills: [teamCards.fill({ title: 'On call', View: RosterCard })],
})
