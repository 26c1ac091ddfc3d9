export type PermissionAction = 'create' | 'read' | 'update' | 'delete'

/** Something a caller may be allowed to do, as it is written on the wire. */
export type Permission = BasicPermission | ResourcePermission

/**
 * What guests of an exposed portal may do, whatever the policy says: nothing, or only to resources that meet a rule whose parameter is a list with the
 * guest. Anyone who reaches the portal is such a guest, so this is for what destroys, reveals secrets, or is for operators.
 */
export type GuestLimit = 'refused' | { readonly rule: string; readonly param: string }

export interface BasicPermission {
  readonly type: 'basic'
  readonly name: string
  readonly attributes: { readonly action?: PermissionAction }
  readonly guests?: GuestLimit
}

/** A permission for a single resource, such as one entity. */
export interface ResourcePermission {
  readonly type: 'resource'
  readonly name: string
  readonly attributes: { readonly action?: PermissionAction }
  readonly resourceType: string
  readonly guests?: GuestLimit
}

export type Condition<Params = Readonly<Record<string, unknown>>> =
  | { readonly rule: string; readonly resourceType: string; readonly params?: Params }
  | { readonly anyOf: readonly Condition<Params>[] }
  | { readonly allOf: readonly Condition<Params>[] }
  | { readonly not: Condition<Params> }

export type Decision = { readonly result: 'ALLOW' } | { readonly result: 'DENY' } | ConditionalDecision

/** Allowed for the resources that meet the conditions; the plugin of that id can apply them. */
export interface ConditionalDecision {
  readonly result: 'CONDITIONAL'
  readonly pluginId: string
  readonly resourceType: string
  readonly conditions: Condition
}

export function basicPermission(name: string, action?: PermissionAction): BasicPermission {
  return { type: 'basic', name, attributes: action ? { action } : {} }
}

export function resourcePermission(name: string, resourceType: string, action?: PermissionAction): ResourcePermission {
  return { type: 'resource', name, resourceType, attributes: action ? { action } : {} }
}

/** The same permission, which guests of an exposed portal never have, or only as far as a rule says. */
export function limitGuests<P extends Permission>(permission: P, guests: GuestLimit = 'refused'): P {
  return { ...permission, guests }
}
