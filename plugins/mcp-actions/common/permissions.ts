import { basicPermission, limitGuests } from '@portico/core/common'

/** Seeing which agents all users have connected and what these did, and disconnecting them. */
export const administerAgentsPermission = limitGuests(basicPermission('mcp-actions.agents.administer', 'update'))
