import { entityReadPermission } from '@portico/catalog/common'
import type { Decision } from '@portico/core/common'
import { defineServerPlugin, permissionPort } from '@portico/core/server'

const ofTeamB: Decision = {
  result: 'CONDITIONAL',
  pluginId: 'catalog',
  resourceType: 'catalog-entity',
  conditions: { rule: 'IS_ENTITY_OWNER', resourceType: 'catalog-entity', params: { claims: ['group:default/team-b'] } },
}

/** In place of the permission service: bob sees only what team-b owns, and others see everything. Needs `permission.enabled`. */
export const oneTeamPolicy = defineServerPlugin({
  id: 'policy',
  provides: { permissions: permissionPort },
  setup: () => ({
    permissions: {
      authorize: async (caller, requests) =>
        requests.map(({ permission }) =>
          permission.name === entityReadPermission.name && caller.type === 'user' && caller.userEntityRef === 'user:default/bob'
            ? ofTeamB
            : { result: 'ALLOW' as const },
        ),
    },
  }),
})
