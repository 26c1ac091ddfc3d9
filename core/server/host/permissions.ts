import { notAllowedError, type ConditionalDecision, type Decision, type Permission } from '@portico/core/common'
import { createGuestLimits, guestRefused } from './guest-limits.ts'
import type { createPermissionDirectory } from './permission-directory.ts'
import type { ResourceLoader } from './permission-rule.ts'
import type { Principal, ServicePrincipal } from './principal.ts'
import { defineService } from './service.ts'

export interface PermissionRequest {
  readonly permission: Permission
  readonly resourceRef?: string
}

/** The port through which the core asks whether something is allowed. A permission plugin provides it. */
export interface PermissionPort {
  /** One decision per request, in order. Requests with the same answer should share one object: their resources are then loaded in one call. */
  authorize(caller: Principal, requests: readonly PermissionRequest[]): Promise<readonly Decision[]>
  /** Details for a refused caller besides the permission's name, such as who could grant it. */
  refusalDetails?(caller: Principal, request: PermissionRequest): Promise<Readonly<Record<string, unknown>>>
}

export const permissionPort = defineService<PermissionPort>('permissions')

/** What a plugin sees of permissions. */
export interface Permissions {
  /** One decision per request, in order. Where a resource is named, its plugin applies the conditions: the answer is then allow or deny. */
  authorize(caller: Principal, requests: readonly PermissionRequest[]): Promise<readonly Decision[]>
  /** Returns when allowed; throws a NotAllowedError that names the permission when not. */
  require(caller: Principal, permission: Permission, resourceRef?: string): Promise<void>
  /** Whether permissions are enabled. Without them everything is allowed, which is too much for some dangerous operations. */
  isEnabled(): boolean
  /** How the resources of one of this plugin's types are loaded. */
  loadWith(resourceType: string, load: ResourceLoader): void
}

const allow: Decision = { result: 'ALLOW' }
const deny: Decision = { result: 'DENY' }
const noDecider = ', and nothing can decide about it: the plugin that decides is not installed or has failed to start'

/** Permissions for one plugin. `port` is resolved lazily: the plugin that provides it may be set up after this one. */
export function createPermissions(options: {
  readonly pluginId: string
  readonly enabled: () => boolean
  readonly port: () => PermissionPort | undefined
  readonly directory: Pick<ReturnType<typeof createPermissionDirectory>, 'find' | 'loadersOf' | 'whichMeet'>
}): Permissions & { readonly loaders: ReadonlyMap<string, ResourceLoader> } {
  const { pluginId, directory } = options
  const loaders = directory.loadersOf(pluginId)
  const guestLimits = createGuestLimits(directory)

  /** Turns conditions on named resources into an answer. */
  async function settle(requests: readonly PermissionRequest[], decisions: readonly Decision[]): Promise<readonly Decision[]> {
    const settled = requests.map((_, i) => decisions[i] ?? deny)
    const open = new Map<ConditionalDecision, number[]>()
    settled.forEach((decision, i) => {
      if (decision.result !== 'CONDITIONAL' || requests[i]?.resourceRef === undefined) return
      const indexes = open.get(decision)
      if (indexes) indexes.push(i)
      else open.set(decision, [i])
    })
    await Promise.all(
      [...open].map(async ([decision, indexes]) => {
        const met = await directory.whichMeet(
          decision,
          indexes.map(index => requests[index]?.resourceRef ?? ''),
        )
        indexes.forEach((index, i) => (settled[index] = met[i] === true ? allow : deny))
      }),
    )
    return settled
  }

  async function authorize(caller: Principal, requests: readonly PermissionRequest[]): Promise<readonly Decision[]> {
    if (caller.type === 'service') return requests.map(({ permission }) => (isWithin(caller, pluginId, permission) ? allow : deny))
    // Permissions are enabled but no plugin decides: the safe answer is deny.
    const decisions = options.enabled() ? ((await options.port()?.authorize(caller, requests)) ?? []) : requests.map(() => allow)
    const permissions = requests.map(({ permission }) => permission)
    return settle(requests, guestLimits.apply(caller, permissions, decisions))
  }

  async function refusalDetails(caller: Principal, request: PermissionRequest): Promise<Readonly<Record<string, unknown>>> {
    if (caller.type === 'service') return {}
    try {
      return (await options.port()?.refusalDetails?.(caller, request)) ?? {}
    } catch {
      // It is refused in any case; an unknown reason must not turn the refusal into a failure.
      return {}
    }
  }

  return {
    authorize,
    isEnabled: options.enabled,
    loaders,
    loadWith: (resourceType, load) => void loaders.set(resourceType, load),
    async require(caller, permission, resourceRef) {
      const request = { permission, ...(resourceRef !== undefined && { resourceRef }) }
      const [decision] = await authorize(caller, [request])
      if (decision?.result === 'ALLOW') return
      const about = { permission: permission.name, ...(resourceRef !== undefined && { resourceRef }) }
      if (guestLimits.isRefused(caller, permission)) throw guestRefused(about)
      const isUndecided = caller.type !== 'service' && options.port() === undefined
      throw notAllowedError(`The permission ${permission.name} is needed for this${isUndecided ? noDecider : ''}`, {
        code: isUndecided ? 'core.permission-undecided' : 'core.permission-denied',
        details: { ...(await refusalDetails(caller, request)), ...about },
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
