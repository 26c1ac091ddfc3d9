import type { Condition } from '@portico/core/common'
import { inputError } from '@portico/core/common'
import type { PermissionRule, ResourceLoader } from './permission-rule.ts'

/** Whether a resource meets the conditions of a decision. A resource that is not there meets none, not even a `not`. */
export function meetsConditions(conditions: Condition, resource: unknown, rules: readonly PermissionRule[]): boolean {
  if (resource === undefined) return false
  if ('anyOf' in conditions) return conditions.anyOf.some(each => meetsConditions(each, resource, rules))
  if ('allOf' in conditions) return conditions.allOf.every(each => meetsConditions(each, resource, rules))
  if ('not' in conditions) return !meetsConditions(conditions.not, resource, rules)
  const rule = rules.find(each => each.name === conditions.rule && each.resourceType === conditions.resourceType)
  if (!rule) throw inputError(`There is no rule '${conditions.rule}' for resources of type '${conditions.resourceType}'`)
  const params = rule.paramsSchema?.safeParse(conditions.params ?? {})
  if (params && !params.success) throw inputError(`The parameters of rule '${rule.name}' do not fit: ${params.error.issues[0]?.message}`)
  return rule.apply(resource, params?.data ?? {})
}

/** Which of the resources meet the conditions, in the order of their refs. They are loaded at once. */
export async function whichMeet(
  conditions: Condition,
  refs: readonly string[],
  load: ResourceLoader,
  rules: readonly PermissionRule[],
): Promise<readonly boolean[]> {
  const resources = await load(refs)
  return refs.map((_, i) => meetsConditions(conditions, resources[i], rules))
}
