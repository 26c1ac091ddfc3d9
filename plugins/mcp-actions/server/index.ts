import { agentTokenPort, defineServerPlugin, identityPort } from '@portico/core/server'
import { administerAgentsPermission, mcpActionsApi } from '@portico/mcp-actions/common'
import { mcpActionsSections } from './config.ts'
import { migrations } from './migrations/index.ts'
import { openAgents } from './open-agents.ts'
import { agentsPast, createAgentsPast } from './past.ts'
import { mcpActionsRoutes } from './routes.ts'

export { agentsPast, type AgentsPast, type PastAgent } from './past.ts'

/** Tools for agents, by the Model Context Protocol, with the consent of their users. */
export const mcpActionsPlugin = defineServerPlugin({
  id: 'mcp-actions',
  config: mcpActionsSections,
  uses: { identity: identityPort },
  provides: { agentTokens: agentTokenPort, past: agentsPast },
  migrations,
  permissions: { permissions: [administerAgentsPermission] },
  commands: async () => (await import('./commands/mcp-command.ts')).mcpCommands,
  setup(core, { identity }) {
    const { live, approvals, ...dependencies } = openAgents(core, identity)
    core.actions.offer(async () => (await import('./agent-actions.ts')).approvalActions(approvals))
    core.implement(mcpActionsApi, mcpActionsRoutes({ ...dependencies, approvals, audit: core.security.audit }))
    return { agentTokens: { verify: live.verify }, past: createAgentsPast(core.db) }
  },
})
