import { defineWebPlugin } from '@portico/core/web'

export const orgWeb = defineWebPlugin({ id: 'org' })
