/** Where the pages of runs and of template authors are. */
export const scaffolderPaths = {
  tasks: (query: { readonly owner?: 'all'; readonly template?: string } = {}) => `/create/tasks${toQuery(query)}`,
  task: (taskId: string) => `/create/tasks/${encodeURIComponent(taskId)}`,
  actions: (action?: string) => `/create/actions${toQuery({ action })}`,
  extensions: () => '/create/templating-extensions',
} as const

function toQuery(values: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as [string, string]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}
