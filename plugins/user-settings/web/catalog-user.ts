import { defineContract, get } from '@portico/core/common'
import { z } from 'zod'

/** The little that settings need of the catalog, by its wire: a portal without a catalog has settings too. */
export const catalogUserApi = defineContract('catalog', {
  getUserEntity: get('/entities/by-name/:kind/:namespace/:name', {
    access: 'signed-in',
    reply: z.looseObject({ kind: z.string(), metadata: z.looseObject({ name: z.string(), title: z.string().optional() }) }),
  }),
})

/** The parts of `kind:namespace/name`; undefined when it is not written in full. */
export function partsOf(ref: string): { readonly kind: string; readonly namespace: string; readonly name: string } | undefined {
  const [, kind, namespace, name] = /^([^:/\s]+):([^:/\s]+)\/([^:/\s]+)$/.exec(ref) ?? []
  return kind !== undefined && namespace !== undefined && name !== undefined ? { kind, namespace, name } : undefined
}
