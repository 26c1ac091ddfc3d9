import type { z } from 'zod'

/** A rule that conditions may name. `apply` decides for one loaded resource. */
export interface PermissionRule<Resource = any> {
  readonly name: string
  readonly description: string
  readonly resourceType: string
  readonly paramsSchema?: z.ZodType
  readonly apply: (resource: Resource, params: any) => boolean
}
