import { notAllowedError, type ConditionalDecision, type Decision, type Permission } from '@portico/core/common'
import type { PermissionDirectory } from './permission-directory.ts'
import { isExposedGuest, type Principal } from './principal.ts'

/** A guest asks for what guests of an exposed portal may not do. */
export function guestRefused(details: Readonly<Record<string, unknown>> = {}) {
  return notAllowedError(
    'Guests may not do this, because anyone who reaches this portal can be a guest. Sign in as yourself; where guests are the only ones who can sign in, ' +
      'an operator has to add a provider to auth.providers',
    { code: 'core.guest-refused', details: { ...details, guest: true } },
  )
}

/** For what is decided without a permission. */
export function refuseExposedGuest(caller: Principal): void {
  if (isExposedGuest(caller)) throw guestRefused()
}

const deny: Decision = { result: 'DENY' }

/** Limits what a policy decided for guests of an exposed portal. Everybody else's decisions stay as they are. */
export function createGuestLimits({ find }: Pick<PermissionDirectory, 'find'>) {
  /** What is declared counts, not what a caller says of a permission. */
  function limitOf({ name, guests }: Permission) {
    return find(name)?.permission.guests ?? guests
  }

  function limited(caller: Principal & { readonly type: 'user' }, permission: Permission, decision: Decision): Decision {
    const limit = limitOf(permission)
    if (limit === undefined || decision.result === 'DENY') return decision
    const owner = find(permission.name)
    if (limit === 'refused' || permission.type !== 'resource' || !owner) return deny
    const { resourceType } = permission
    const own = { rule: limit.rule, resourceType, params: { [limit.param]: [caller.userEntityRef] } }
    const conditions = decision.result === 'CONDITIONAL' ? { allOf: [own, decision.conditions] } : own
    return { result: 'CONDITIONAL', pluginId: owner.pluginId, resourceType, conditions } satisfies ConditionalDecision
  }

  return {
    isRefused: (caller: Principal, permission: Permission): boolean => isExposedGuest(caller) && limitOf(permission) === 'refused',
    /** Equal decisions stay one object: their resources are then loaded in one call. */
    apply(caller: Principal, permissions: readonly Permission[], decisions: readonly Decision[]): readonly Decision[] {
      if (!isExposedGuest(caller)) return decisions
      const made = new Map<Decision, Map<string, Decision>>()
      return permissions.map((permission, at) => {
        const decision = decisions[at] ?? deny
        const byName = made.get(decision) ?? new Map<string, Decision>()
        const result = byName.get(permission.name) ?? limited(caller, permission, decision)
        made.set(decision, byName.set(permission.name, result))
        return result
      })
    },
  }
}
