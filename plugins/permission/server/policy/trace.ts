import type { Condition, Permission } from '@portico/core/common'
import type { GrantingRole } from '@portico/permission/common'
import type { Outcome, TraceStep } from './decide.ts'
import type { Grant, PolicyCondition } from './role.ts'

/** The roles that carry the permission, whether the caller has them or not. */
export function rolesGranting(trace: readonly TraceStep[]): GrantingRole[] {
  const roles = new Map<string, GrantingRole>()
  for (const { role, outcome } of trace) {
    if (outcome !== 'allows' && outcome !== 'allows-if') continue
    // Allowed without conditions by one line is allowed without conditions.
    if (outcome === 'allows-if' && roles.has(role.name)) continue
    roles.set(role.name, {
      role: role.name,
      ...(role.description !== undefined && { description: role.description }),
      ...(outcome === 'allows-if' && { conditional: true as const }),
    })
  }
  return [...roles.values()]
}

/** The roles of the caller that deny the permission, for all resources or some. */
export function rolesDenying(trace: readonly TraceStep[]): string[] {
  return [...new Set(trace.filter(({ held, outcome }) => held && outcome.startsWith('denies')).map(({ role }) => role.name))]
}

/** A trace as plain data, for logs and other programs. */
export function toTraceData(trace: readonly TraceStep[], permission: Permission) {
  return trace.map(step => ({
    role: step.role.name,
    source: step.role.source,
    held: step.held,
    grant: grantText(step.grant),
    outcome: step.outcome,
    reason: reasonOf(step, permission),
    ...(step.conditions && { conditions: step.conditions }),
  }))
}

/** A line of a role in words: `allow catalog.entity.*, action update, if IS_ENTITY_OWNER`. */
export function grantText({ effect, permission, action, resourceType, conditions }: Grant): string {
  return [
    `${effect} ${permission}`,
    ...(action ? [`action ${action.join(' or ')}`] : []),
    ...(resourceType === undefined ? [] : [`about ${resourceType}`]),
    ...(conditions ? [`if ${conditionText(conditions)}`] : []),
  ].join(', ')
}

/** Conditions in words. */
export function conditionText(conditions: Condition | PolicyCondition): string {
  if ('anyOf' in conditions) return `(${conditions.anyOf.map(conditionText).join(' or ')})`
  if ('allOf' in conditions) return `(${conditions.allOf.map(conditionText).join(' and ')})`
  if ('not' in conditions) return `not ${conditionText(conditions.not)}`
  return conditions.params === undefined ? conditions.rule : `${conditions.rule} ${JSON.stringify(conditions.params)}`
}

/** The outcome of a line, in words. */
export function reasonOf({ outcome, grant, conditions }: TraceStep, permission: Permission): string {
  const action = permission.attributes.action
  const reasons: Record<Outcome, () => string> = {
    allows: () => 'allows it',
    'allows-if': () => `allows it where ${conditions ? conditionText(conditions) : 'conditions are met'}`,
    denies: () =>
      grant.mistake === undefined ? 'denies it' : `denies it for all, because its conditions have a mistake: ${grant.mistake}`,
    'denies-if': () => `denies it where ${conditions ? conditionText(conditions) : 'conditions are met'}`,
    'other-permission': () => 'is about another permission',
    'other-action': () => (action === undefined ? 'is about an action, and the permission has none' : `is not about the action ${action}`),
    'other-resource-type': () => 'is about another type of resource',
    'not-about-a-resource': () => 'has conditions, and the permission is not about a resource',
    'no-such-rule': () => 'has conditions that this type of resource does not know',
    'no-user': () => 'refers to the user, and the caller is anonymous',
    mistake: () => `allows nothing, because its conditions have a mistake: ${grant.mistake}`,
  }
  return reasons[outcome]()
}
