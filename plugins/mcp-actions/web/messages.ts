import { defineMessages } from '@portico/core/web'

/** Texts that are there before the pages of agents are loaded. */
export const agentTabMessages = defineMessages('mcp-actions', {
  agents: 'Agents',
  connectedAgents: 'Connected agents',
  calls: 'Calls of agents',
  connect: 'Connect an agent',
})
