import { defineMessages } from '@portico/core/web'

export const memberMessages = defineMessages('api-docs.members', {
  more: 'Show {count} more',
  deprecated: 'Deprecated',
})
