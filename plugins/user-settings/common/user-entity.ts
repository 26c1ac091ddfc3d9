import { defineContract, get } from '@portico/core/common'
import { z } from 'zod'

/** The one route of the catalog that a profile reads, as the wire has it: settings work without a catalog and need none of its code. */
export const userEntityApi = defineContract('catalog', {
  getEntityByName: get('/entities/by-name/:kind/:namespace/:name', {
    access: 'signed-in',
    reply: z.looseObject({ metadata: z.looseObject({ name: z.string(), title: z.string().optional() }) }),
  }),
})
