/** Where the pages for agents are. */
export const mcpPaths = {
  agents: '/agents',
  consent: (id: string) => `/agents/connect/${encodeURIComponent(id)}`,
  settings: '/settings/agents',
} as const
