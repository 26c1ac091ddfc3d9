import { defineServerPlugin, identityPort, permissionPort } from '@portico/core/server'
import { permissionApi } from '@portico/permission/common'
import { createAuthorize } from './authorize.ts'
import { membersOf, permissionSections, toPolicyPart, type PolicyConfig } from './config.ts'
import { createDecisions } from './policy/decisions.ts'
import { createIdentities } from './policy/identities.ts'
import { createRefusal } from './refusal.ts'
import { createPolicyStore } from './policy/policy-store.ts'
import { permissionPolicyService } from './permission-service.ts'
import { permissionRoutes } from './routes.ts'

export * from './permission-service.ts'
export type { CodePolicy, CodePolicyOptions, PolicyQuery } from './policy/code-policy.ts'
export type { PolicyPart } from './policy/compile.ts'
export type { Identity } from './policy/identity.ts'
export type { Grant, PolicyCondition, Role } from './policy/role.ts'
export type { PolicySource } from './policy/policy-store.ts'

/** Decides who may do what. */
export const permissionPlugin = defineServerPlugin({
  id: 'permission',
  config: permissionSections,
  namedEntities: section => membersOf(section('permission.policy') as PolicyConfig),
  uses: { identity: identityPort },
  provides: { permissions: permissionPort, permissionPolicy: permissionPolicyService },
  commands: async () => [(await import('./commands/explain-command.ts')).explainCommand],
  async setup({ config, onConfig, log, implement, security: { permissions, permissionDirectory } }, { identity }) {
    const store = createPolicyStore({ directory: permissionDirectory, log })
    let written: PolicyConfig = config['permission.policy']
    await store.addSource({
      load: () => toPolicyPart(written),
      onChange: run => onConfig('permission.policy', value => ((written = value), run())),
    })
    const decisions = createDecisions({ store, identities: createIdentities(identity), log })
    const refusal = createRefusal({ refusalDetails: decisions.port.refusalDetails, directory: permissionDirectory })
    const authorize = createAuthorize({ permissions, directory: permissionDirectory, log })

    implement(permissionApi, permissionRoutes({ authorize, refusal }))
    return {
      permissions: decisions.port,
      permissionPolicy: { usePolicy: decisions.usePolicy, addSource: store.addSource },
    }
  },
})
