import { entityReadPermission } from '@portico/catalog/common'
import type { Decision } from '@portico/core/common'
import type { PermissionPort } from '@portico/core/server'

/** Users do not see what team-secret owns. */
const notHidden: Decision = {
  result: 'CONDITIONAL',
  pluginId: 'catalog',
  resourceType: 'catalog-entity',
  conditions: { not: { rule: 'IS_ENTITY_OWNER', resourceType: 'catalog-entity', params: { claims: ['group:default/team-secret'] } } },
}

/** Stands in for the permission service: denies these permissions, and hides what team-secret owns. */
export function authorizeAllBut(denied: ReadonlySet<string>): PermissionPort['authorize'] {
  return async (caller, requests) =>
    requests.map(({ permission, resourceRef }) => {
      if (permission.name === entityReadPermission.name && caller.type === 'user') return notHidden
      return { result: resourceRef === 'component:default/hidden' || denied.has(permission.name) ? 'DENY' : 'ALLOW' }
    })
}
