import { entityReadPermission } from '@portico/catalog/common'
import type { Decision } from '@portico/core/common'
import type { PermissionPort } from '@portico/core/server'
import { manageScorecardsPermission } from '@portico/scorecards/common'

const ofTeamB: Decision = {
  result: 'CONDITIONAL',
  pluginId: 'catalog',
  resourceType: 'catalog-entity',
  conditions: { rule: 'IS_ENTITY_OWNER', resourceType: 'catalog-entity', params: { claims: ['group:default/team-b'] } },
}

/** Stands in for the permission service: bob sees only what team-b owns, and eve writes no checks. Needs `permission.enabled`. */
export const authorizeOneTeam: PermissionPort['authorize'] = async (caller, requests) =>
  requests.map(({ permission: { name } }): Decision => {
    const user = caller.type === 'user' ? caller.userEntityRef : ''
    if (user === 'user:default/bob' && name === entityReadPermission.name) return ofTeamB
    return { result: user === 'user:default/eve' && name === manageScorecardsPermission.name ? 'DENY' : 'ALLOW' }
  })
