import { defineMessages } from '@portico/core/web'

/** The titles of pages: what the portal loads before any of them. */
export const pageMessages = defineMessages('scaffolder-pages', {
  tasks: 'Tasks',
  run: 'Scaffolder Run',
  commands: 'Templates',
  actions: 'Installed actions',
  extensions: 'Templating extensions',
  manage: 'Manage templates',
  editor: 'Template editor',
  playground: 'Template form playground',
  explorer: 'Custom field explorer',
})
