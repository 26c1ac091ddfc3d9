import type { Condition } from '@portico/core/common'
import { inputError } from '@portico/core/common'
import type { PermissionRule, ResourceLoader } from './permission-rule.ts'

type Test = (resource: unknown) => boolean

/** Conditions as one function, made once for any number of resources. Unknown rules and invalid parameters are refused. */
function toTest(conditions: Condition, rules: readonly PermissionRule[]): Test {
  if ('anyOf' in conditions) return anyOf(conditions.anyOf.map(each => toTest(each, rules)))
  if ('allOf' in conditions) return allOf(conditions.allOf.map(each => toTest(each, rules)))
  if ('not' in conditions) return not(toTest(conditions.not, rules))
  const rule = rules.find(each => each.name === conditions.rule && each.resourceType === conditions.resourceType)
  if (!rule) throw inputError(`There is no rule '${conditions.rule}' for resources of type '${conditions.resourceType}'`)
  const params = rule.paramsSchema?.safeParse(conditions.params ?? {})
  if (params && !params.success) throw inputError(`The parameters of rule '${rule.name}' are invalid: ${params.error.issues[0]?.message}`)
  const given = params?.data ?? {}
  return resource => rule.apply(resource, given)
}

const anyOf =
  (tests: readonly Test[]): Test =>
  resource =>
    tests.some(test => test(resource))
const allOf =
  (tests: readonly Test[]): Test =>
  resource =>
    tests.every(test => test(resource))
const not =
  (test: Test): Test =>
  resource =>
    !test(resource)

/**
 * Which of the resources meet the conditions of a decision, in the order of their refs. They are loaded in one call. A resource that does
 * not exist meets none, not even a `not`.
 */
export async function whichMeet(
  conditions: Condition,
  refs: readonly string[],
  load: ResourceLoader,
  rules: readonly PermissionRule[],
): Promise<readonly boolean[]> {
  const isMet = toTest(conditions, rules)
  const resources = await load(refs)
  return refs.map((_, i) => resources[i] !== undefined && isMet(resources[i]))
}
