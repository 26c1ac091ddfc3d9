import { defineService } from '@portico/core/server'
import type { CodePolicy, CodePolicyOptions } from './policy/code-policy.ts'
import type { PolicySource } from './policy/policy-store.ts'

/** For plugins that add to the policy. */
export interface PermissionPolicy {
  /** Decides before the roles do. There can be one. A failure, or more than two seconds, counts as DENY. Returns the function that ends it. */
  usePolicy(policy: CodePolicy, options?: CodePolicyOptions): () => void
  /** Adds roles from another source. Resolves with the function that takes them away. */
  addSource(source: PolicySource): Promise<() => void>
}

export const permissionPolicyService = defineService<PermissionPolicy>('permission-policy', { registers: ['usePolicy', 'addSource'] })
