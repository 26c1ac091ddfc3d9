import type { Condition as CoreCondition, Decision, Permission } from '@portico/core/common'
import type { Principal } from '@portico/core/server'
import { Condition } from '@portico/permission/common'
import type { Policy } from './compile.ts'
import type { Identity } from './identity.ts'

/** The request to a policy in code. */
export interface PolicyQuery {
  readonly permission: Permission
  readonly identity: Identity
  readonly caller: Principal
}

/** A policy in code. Where it has no opinion, the roles decide. */
export type CodePolicy = (query: PolicyQuery) => Decision | undefined | Promise<Decision | undefined>

/** The options of a policy in code. */
export interface CodePolicyOptions {
  /** A policy that takes longer has not decided, and the answer is DENY. */
  readonly timeoutMs?: number
}

/** The decision of the policy, or a rejection after the timeout. */
export async function decideByCode(policy: CodePolicy, query: PolicyQuery, timeoutMs: number): Promise<Decision | undefined> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`the policy in code has not decided within ${timeoutMs} ms`)), timeoutMs)
  try {
    return await Promise.race([policy(query), late])
  } finally {
    clearTimeout(timer)
  }
}

/** What is wrong with a decision that code made; undefined when nothing is. */
export function decisionMistake(decision: Decision, permission: Permission, { resourceTypes }: Policy): string | undefined {
  if (decision.result === 'ALLOW' || decision.result === 'DENY') return undefined
  if (decision.result !== 'CONDITIONAL') return 'the result is none of ALLOW, DENY and CONDITIONAL'
  if (permission.type !== 'resource') return 'conditions on a permission that is not about a resource'
  if (decision.resourceType !== permission.resourceType) return `conditions on '${decision.resourceType}'`
  const type = resourceTypes.get(permission.resourceType)
  if (!type || type.pluginId !== decision.pluginId) return `the plugin '${decision.pluginId}' has no rules for '${decision.resourceType}'`
  const conditions = Condition.safeParse(decision.conditions)
  if (!conditions.success) return 'the conditions are malformed'
  for (const { rule: name, resourceType, params } of leavesOf(conditions.data)) {
    const rule = type.rules.get(name)
    if (!rule || resourceType !== permission.resourceType) return `there is no rule '${name}' for '${resourceType}'`
    if (rule.paramsSchema && !rule.paramsSchema.safeParse(params ?? {}).success) return `the parameters of '${name}' are invalid`
  }
  return undefined
}

function leavesOf(conditions: CoreCondition): Extract<CoreCondition, { rule: string }>[] {
  if ('anyOf' in conditions) return conditions.anyOf.flatMap(leavesOf)
  if ('allOf' in conditions) return conditions.allOf.flatMap(leavesOf)
  return 'not' in conditions ? leavesOf(conditions.not) : [conditions]
}
