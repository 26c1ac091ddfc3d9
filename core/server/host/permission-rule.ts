import type { Permission } from '@portico/core/common'
import type { z } from 'zod'

/** A rule that conditions may name. `apply` decides for one loaded resource. */
export interface PermissionRule<Resource = any> {
  readonly name: string
  readonly description: string
  readonly resourceType: string
  readonly paramsSchema?: z.ZodType
  readonly apply: (resource: Resource, params: any) => boolean
}

/** Loads the resources that conditions are applied to; one result per ref, undefined where there is none. */
export type ResourceLoader<Resource = any> = (refs: readonly string[]) => Promise<readonly (Resource | undefined)[]>

/** What a plugin declares about permissions: served as metadata, and used to apply conditions. */
export interface PermissionDeclarations {
  readonly permissions: readonly Permission[]
  readonly rules?: readonly PermissionRule[]
}
