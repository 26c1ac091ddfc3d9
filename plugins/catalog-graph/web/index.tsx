import { defineWebPlugin } from '@portico/core/web'

export const catalogGraphWeb = defineWebPlugin({ id: 'catalog-graph' })
