import type { Permission, RouteSpec } from '@portico/core/common'
import { z } from 'zod'
import type { Service } from '../../host/service.ts'
import { servicesOf } from '../../host/order.ts'
import type { ServerPlugin } from '../../host/plugin.ts'
import { PackageProblem } from '../package-problem.ts'

const PermissionShape = z.looseObject({ name: z.string(), type: z.enum(['basic', 'resource']), attributes: z.looseObject({}) })

/** What the portal has to know of a plugin whose code it does not load. The process says it, so it is checked. */
export const PluginDescription = z.object({
  sections: z.array(z.string()),
  permissions: z.array(PermissionShape as unknown as z.ZodType<Permission>),
  uses: z.record(z.string(), z.object({ id: z.string(), optional: z.boolean() })),
})
export type PluginDescription = z.infer<typeof PluginDescription>

/** What the portal has to know of a route that it passes on. */
export interface RouteDescription {
  readonly plugin: string
  readonly name: string
  readonly method: RouteCall['method']
  readonly path: string
  readonly spec: Pick<RouteSpec, 'access' | 'guests' | 'summary' | 'reads' | 'noStore' | 'streams' | 'anyText' | 'valueLimit' | 'bodyLimit'>
  readonly hasEvents: boolean
}

interface RouteCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
}

/** Describes a plugin, or says what of it works only in the process of the portal. */
export function describePlugin(plugin: ServerPlugin): PluginDescription {
  const { config = {}, permissions, uses = {}, provides, extensions, namedEntities, guestAccess, commands, offline } = plugin
  const inProcess: readonly (readonly [boolean, string])[] = [
    [servicesOf(provides).length > 0, 'provides services to other plugins'],
    [(permissions?.rules ?? []).length > 0, 'has rules for conditions'],
    [extensions !== undefined, 'has settings of extensions'],
    [namedEntities !== undefined, 'names entities in its config'],
    [guestAccess !== undefined, 'signs people in'],
    [commands !== undefined, 'has commands'],
    [offline !== undefined, 'has offline services'],
  ]
  const reason = inProcess.find(([holds]) => holds)?.[1]
  if (reason !== undefined) throw needsProcessOfPortal(`it ${reason}`)
  const services = Object.entries(uses as Readonly<Record<string, Service<unknown>>>)
  const foreign = services.find(([, service]) => !service.optional && !service.remote?.length)
  if (foreign) throw needsProcessOfPortal(`it uses the service '${foreign[1].id}', whose functions cannot be called from another process`)
  return {
    sections: Object.keys(config as object),
    permissions: [...(permissions?.permissions ?? [])],
    uses: Object.fromEntries(services.map(([name, { id, optional }]) => [name, { id, optional: optional !== undefined }])),
  }
}

/** What the plugin does cannot be done in a process of its own. */
export function needsProcessOfPortal(what: string): PackageProblem {
  return new PackageProblem(`'isolation: process' is not possible for this plugin: ${what}. Run it with 'isolation: none', if you trust it`)
}
