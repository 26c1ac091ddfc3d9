export type PermissionAction = 'create' | 'read' | 'update' | 'delete'

/** Something a caller may be allowed to do, as it is written on the wire. */
export type Permission = BasicPermission | ResourcePermission

export interface BasicPermission {
  readonly type: 'basic'
  readonly name: string
  readonly attributes: { readonly action?: PermissionAction }
}

/** A permission for a single resource, such as one entity. */
export interface ResourcePermission {
  readonly type: 'resource'
  readonly name: string
  readonly attributes: { readonly action?: PermissionAction }
  readonly resourceType: string
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
