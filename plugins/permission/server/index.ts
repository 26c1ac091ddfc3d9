import { defineServerPlugin, defineService, identityPort, permissionPort } from '@portico/core/server'
import { permissionApi } from '@portico/permission/common'
import { createAuthorize } from './authorize.ts'
import type { CodePolicy, CodePolicyOptions } from './code-policy.ts'
import { membersOf, permissionSections, toPolicyPart, type PolicyConfig } from './config.ts'
import { createDecisions } from './decisions.ts'
import { createIdentities } from './identities.ts'
import { createRefusal } from './refusal.ts'
import { createPolicyStore, type PolicySource } from './policy-store.ts'

export type { CodePolicy, CodePolicyOptions, PolicyQuery } from './code-policy.ts'
export type { PolicyPart } from './policy/compile.ts'
export type { Identity } from './policy/identity.ts'
export type { Grant, PolicyCondition, Role } from './policy/role.ts'
export type { PolicySource } from './policy-store.ts'

/** For plugins that add to the policy. */
export interface PermissionPolicy {
  /** Decides before the roles do. There can be one. A failure, or more than two seconds, counts as DENY. */
  usePolicy(policy: CodePolicy, options?: CodePolicyOptions): void
  /** Adds roles from another source. */
  addSource(source: PolicySource): Promise<void>
}

export const permissionPolicyService = defineService<PermissionPolicy>('permission-policy')

/** Decides who may do what. */
export const permissionPlugin = defineServerPlugin({
  id: 'permission',
  config: permissionSections,
  namedEntities: section => membersOf(section('permission.policy') as PolicyConfig),
  uses: { identity: identityPort },
  provides: { permissions: permissionPort, permissionPolicy: permissionPolicyService },
  commands: async () => [(await import('./explain-command.ts')).explainCommand],
  async setup({ config, onConfig, log, implement, security: { permissions, permissionDirectory } }, { identity }) {
    const store = createPolicyStore({ declared: permissionDirectory.declared, log })
    let written: PolicyConfig = config['permission.policy']
    await store.addSource({
      load: () => toPolicyPart(written),
      onChange: run => onConfig('permission.policy', value => ((written = value), run())),
    })
    const decisions = createDecisions({ store, identities: createIdentities(identity), log })
    const refusal = createRefusal({ refusalDetails: decisions.port.refusalDetails, directory: permissionDirectory })
    const authorize = createAuthorize({ permissions, directory: permissionDirectory, log })

    implement(permissionApi, {
      authorize: async ({ caller, body }) => ({ items: await authorize(caller, body.items) }),
      getRefusal: async ({ caller, query }) => refusal(caller, query),
      getHealth: () => ({ status: 'ok' as const }),
    })
    return {
      permissions: decisions.port,
      permissionPolicy: { usePolicy: decisions.usePolicy, addSource: store.addSource },
    }
  },
})
