/** Where people find what waits for their yes or no. */
export const approvalPaths = {
  list: '/approvals',
  /** One of them, by the plugin that asks, also after it was decided. */
  one: (plugin: string, id: string) => `/approvals/${encodeURIComponent(plugin)}/${encodeURIComponent(id)}`,
} as const
