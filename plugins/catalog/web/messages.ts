import { defineMessages } from '@portico/core/web'

export const catalogMessages = defineMessages('catalog', {
  catalog: 'Catalog',
})
