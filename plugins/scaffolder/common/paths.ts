/** Where the pages of runs and of template authors are. */
export const scaffolderPaths = {
  tasks: (query: { readonly owner?: 'all'; readonly template?: string } = {}) => `/create/tasks${toQuery(query)}`,
  task: (taskId: string) => `/create/tasks/${encodeURIComponent(taskId)}`,
  actions: (action?: string) => `/create/actions${toQuery({ action })}`,
  extensions: () => '/create/templating-extensions',
  editorIntro: () => '/create/edit',
  /** The editor with a copy: the ref of a template, or an address. */
  editor: (query: { readonly from?: string } = {}) => `/create/template${toQuery(query)}`,
  formPlayground: (query: { readonly template?: string } = {}) => `/create/template-form${toQuery(query)}`,
  customFields: () => '/create/custom-fields',
} as const

function toQuery(values: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as [string, string]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}
