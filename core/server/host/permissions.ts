import { notAllowedError, type Decision, type Permission } from '@portico/core/common'
import { meetsConditions } from './conditions.ts'
import type { PermissionRule } from './permission-rule.ts'
import type { Principal, ServicePrincipal } from './principal.ts'
import { defineService } from './service.ts'

export interface PermissionRequest {
  readonly permission: Permission
  readonly resourceRef?: string
}

/** The port through which the core asks whether something is allowed. A permission plugin provides it. */
export interface PermissionPort {
  /** One decision per request, in order. */
  authorize(caller: Principal, requests: readonly PermissionRequest[]): Promise<readonly Decision[]>
}

export const permissionPort = defineService<PermissionPort>('permissions')

/** Loads the resources that conditions are applied to; one result per ref, undefined where there is none. */
export type ResourceLoader<Resource = any> = (refs: readonly string[]) => Promise<readonly (Resource | undefined)[]>

/** What a plugin sees of permissions. */
export interface Permissions {
  /** One decision per request, in order. Conditions are resolved where a resource is named and this plugin owns it. */
  authorize(caller: Principal, requests: readonly PermissionRequest[]): Promise<readonly Decision[]>
  /** Returns when allowed; throws a NotAllowedError that names the permission when not. */
  require(caller: Principal, permission: Permission, resourceRef?: string): Promise<void>
  /** How the resources of one of this plugin's types are loaded. */
  loadWith(resourceType: string, load: ResourceLoader): void
}

/** What a plugin declares about permissions: served as metadata, and used to apply conditions. */
export interface PermissionDeclarations {
  readonly permissions: readonly Permission[]
  readonly rules?: readonly PermissionRule[]
}

const allow: Decision = { result: 'ALLOW' }
const deny: Decision = { result: 'DENY' }

/** Permissions for one plugin. `port` is asked late: the plugin that provides it may be set up after this one. */
export function createPermissions(options: {
  readonly pluginId: string
  readonly enabled: () => boolean
  readonly port: () => PermissionPort | undefined
  readonly rules: readonly PermissionRule[]
}): Permissions & { readonly loaders: ReadonlyMap<string, ResourceLoader> } {
  const loaders = new Map<string, ResourceLoader>()

  async function resolve(decision: Decision, ref: string | undefined): Promise<Decision> {
    if (decision.result !== 'CONDITIONAL' || ref === undefined || decision.pluginId !== options.pluginId) return decision
    const [resource] = (await loaders.get(decision.resourceType)?.([ref])) ?? []
    return meetsConditions(decision.conditions, resource, options.rules) ? allow : deny
  }

  async function authorize(caller: Principal, requests: readonly PermissionRequest[]): Promise<readonly Decision[]> {
    if (caller.type === 'service') return requests.map(({ permission }) => (isWithin(caller, options.pluginId, permission) ? allow : deny))
    if (!options.enabled()) return requests.map(() => allow)
    const decisions = await options.port()?.authorize(caller, requests)
    // Permissions are on but nobody decides: the safe answer is no.
    if (!decisions) return requests.map(() => deny)
    return Promise.all(decisions.map((decision, i) => resolve(decision, requests[i]?.resourceRef)))
  }

  return {
    authorize,
    loaders,
    loadWith: (resourceType, load) => void loaders.set(resourceType, load),
    async require(caller, permission, resourceRef) {
      const [decision] = await authorize(caller, [{ permission, ...(resourceRef !== undefined && { resourceRef }) }])
      if (decision?.result === 'ALLOW') return
      throw notAllowedError(`The permission ${permission.name} is needed for this`, {
        code: 'core.permission-denied',
        details: { permission: permission.name, ...(resourceRef !== undefined && { resourceRef }) },
      })
    },
  }
}

function isWithin(caller: ServicePrincipal, pluginId: string, permission: Permission): boolean {
  if (!caller.restrictions) return true
  const { action } = permission.attributes
  return caller.restrictions.some(
    restriction =>
      restriction.plugin === pluginId &&
      (restriction.permissions?.includes(permission.name) ?? true) &&
      (restriction.actions === undefined || (action !== undefined && restriction.actions.includes(action))),
  )
}
