import { commandPalette, defineExtension, defineWebPlugin, homeAttention, matchCommands } from '@portico/core/web'
import { mcpPaths } from '@portico/mcp-actions/common'
import { approvalSources, notificationOrigins } from '@portico/notifications/web'
import { settingsTabs } from '@portico/user-settings/web'
import IconRobot from '@tabler/icons-react/dist/esm/icons/IconRobot.mjs'
import { agentTabMessages } from './messages.ts'

const AgentsTab = defineExtension({
  plugin: 'mcp-actions',
  name: 'AgentsTab',
  load: async () => (await import('./parts/AgentsTab.tsx')).AgentsTab,
})

const AgentCallApproval = defineExtension({
  plugin: 'mcp-actions',
  name: 'AgentCallApproval',
  load: async () => (await import('./parts/AgentCallApproval.tsx')).AgentCallApproval,
})

const command = {
  id: 'agents:connect',
  title: agentTabMessages.connect,
  keywords: ['mcp', 'agent', 'assistant', 'ai'],
  to: mcpPaths.agents,
  icon: <IconRobot />,
}

/** Agents that act for users: how to connect them, what they may do, and what they did. */
export const mcpActionsWeb = defineWebPlugin({
  id: 'mcp-actions',
  pages: [{ path: '/agents/*', title: agentTabMessages.agents, load: () => import('./views/AgentRoutes.tsx') }],
  fills: [
    settingsTabs.fill({ path: '/agents', title: agentTabMessages.connectedAgents, order: 60, View: AgentsTab }),
    homeAttention.fill({
      name: 'approvals',
      title: agentTabMessages.calls,
      find: async given => (await import('./attention.ts')).findAgentAttention(given),
    }),
    approvalSources.fill({
      title: agentTabMessages.calls,
      find: async given => (await import('./attention.ts')).findAgentApprovals(given),
      View: AgentCallApproval,
    }),
    notificationOrigins.fill({
      name: 'agents',
      origin: 'plugin:mcp-actions',
      title: agentTabMessages.agents,
      topics: { agents: agentTabMessages.agents },
    }),
    commandPalette.fill({
      name: 'agents',
      title: agentTabMessages.agents,
      minLength: 2,
      search: (words, { text }) => matchCommands([command], words, ({ title, keywords = [] }) => [text(title), ...keywords]),
    }),
  ],
  translations: {
    de: () => import('./languages/german.ts'),
    fr: () => import('./languages/french.ts'),
    es: () => import('./languages/spanish.ts'),
    ja: () => import('./languages/japanese.ts'),
  },
})
