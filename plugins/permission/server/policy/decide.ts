import { matchesWildcard, type Condition, type Decision, type Permission } from '@portico/core/common'
import type { Policy, PreparedGrant, PreparedRole } from './compile.ts'
import type { Identity } from './identity.ts'
import { toConditions } from './placeholders.ts'
import { rulesIn } from './role.ts'

/** The outcome of one line of a role for a request, or why it does not apply. */
export type Outcome =
  | 'allows'
  | 'allows-if'
  | 'denies'
  | 'denies-if'
  | 'other-permission'
  | 'other-action'
  | 'other-resource-type'
  | 'not-about-a-resource'
  | 'no-such-rule'
  | 'no-user'
  | 'mistake'

/** One line of a role, evaluated for one request. It counts only when the caller has the role. */
export interface TraceStep {
  readonly role: PreparedRole
  readonly held: boolean
  readonly grant: PreparedGrant
  readonly outcome: Outcome
  /** For `allows-if` and `denies-if`. */
  readonly conditions?: Condition
}

type Verdict = Pick<TraceStep, 'grant' | 'outcome' | 'conditions'>

export interface Judgement {
  readonly decision: Decision
  /** Every line of every role, in order. */
  readonly trace: readonly TraceStep[]
}

const allow: Decision = { result: 'ALLOW' }
const deny: Decision = { result: 'DENY' }

/**
 * Decides, with a trace. What no role allows is denied, and a denial is stronger than any permission.
 * Roles count by their members and lines alone; their names and their order do not matter.
 */
export function decide(policy: Policy, permission: Permission, identity: Identity): Judgement {
  const trace: TraceStep[] = []
  for (const role of policy.roles) {
    const counting = holding(policy, role, identity)
    for (const grant of role.grants)
      trace.push({ role, held: counting.includes(grant), grant, ...weigh(policy, grant, permission, identity) })
  }
  const counting = trace.filter(step => step.held)
  return { decision: combine(policy, permission, counting), trace }
}

/** The roles a caller has, for many decisions about the same one. */
export function rolesOf(policy: Policy, identity: Identity): readonly PreparedRole[] {
  return policy.roles.flatMap(role => {
    const grants = holding(policy, role, identity)
    if (grants.length === 0) return []
    return grants.length === role.grants.length ? role : { ...role, grants }
  })
}

/** The lines of a role that count for a caller. As an agent nobody gains anything: only what is denied counts. */
function holding(policy: Policy, role: PreparedRole, identity: Identity): readonly PreparedGrant[] {
  if (hasRole(policy, role, identity)) return role.grants
  return identity.isAgent && role.words.has('agents') ? role.grants.filter(({ effect }) => effect === 'deny') : []
}

/** The decision of `decide` without its trace, for when the reason is not needed. */
export function decideFor(policy: Policy, roles: readonly PreparedRole[], permission: Permission, identity: Identity): Decision {
  const counting: Verdict[] = []
  for (const role of roles) {
    for (const grant of role.grants) {
      if (matchesWildcard(permission.name, grant.permission)) counting.push({ grant, ...weigh(policy, grant, permission, identity) })
    }
  }
  return combine(policy, permission, counting)
}

/** Whether the caller is a member. A group's members are those who own what it owns; a user's ref stands for that user only. */
function hasRole(policy: Policy, role: PreparedRole, { userEntityRef, ownershipEntityRefs, isGuest }: Identity): boolean {
  const guest = userEntityRef === undefined || isGuest === true || policy.guests.has(userEntityRef)
  if (role.words.has('everyone') || role.words.has(guest ? 'guests' : 'signed-in')) return true
  if (userEntityRef !== undefined && role.users.has(userEntityRef)) return true
  return ownershipEntityRefs.some(ref => role.groups.has(ref))
}

function weigh(
  policy: Policy,
  grant: PreparedGrant,
  permission: Permission,
  identity: Identity,
): Pick<TraceStep, 'outcome' | 'conditions'> {
  const { action } = permission.attributes
  if (!matchesWildcard(permission.name, grant.permission)) return { outcome: 'other-permission' }
  if (grant.action && !(action !== undefined && grant.action.includes(action))) return { outcome: 'other-action' }
  const resourceType = permission.type === 'resource' ? permission.resourceType : undefined
  if (grant.resourceType !== undefined && grant.resourceType !== resourceType) return { outcome: 'other-resource-type' }
  const allows = grant.effect === 'allow'
  // Invalid conditions must not grant anything: a denial then holds for all resources.
  if (grant.mistake !== undefined) return { outcome: allows ? 'mistake' : 'denies' }
  if (!grant.conditions) return { outcome: allows ? 'allows' : 'denies' }
  if (resourceType === undefined) return { outcome: 'not-about-a-resource' }
  const rules = policy.resourceTypes.get(resourceType)?.rules
  if (!rulesIn(grant.conditions).every(({ rule }) => rules?.has(rule))) return { outcome: 'no-such-rule' }
  const conditions = toConditions(grant.conditions, resourceType, identity)
  if (!conditions) return { outcome: allows ? 'no-user' : 'denies' }
  return { outcome: allows ? 'allows-if' : 'denies-if', conditions }
}

function combine(policy: Policy, permission: Permission, counting: readonly Verdict[]): Decision {
  const isThere = (outcome: Outcome) => counting.some(step => step.outcome === outcome)
  const conditionsOf = (outcome: Outcome) => unique(counting.filter(step => step.outcome === outcome))
  if (isThere('denies')) return deny
  const allowing = conditionsOf('allows-if')
  const denying = conditionsOf('denies-if').map((not): Condition => ({ not }))
  if (!isThere('allows') && allowing.length === 0) return deny
  const all = [...(isThere('allows') ? [] : [join('anyOf', allowing)]), ...denying]
  const owner = permission.type === 'resource' ? policy.resourceTypes.get(permission.resourceType) : undefined
  if (all.length === 0) return allow
  if (permission.type !== 'resource' || !owner) return deny
  return { result: 'CONDITIONAL', pluginId: owner.pluginId, resourceType: permission.resourceType, conditions: join('allOf', all) }
}

/** Roles often have equal conditions; these are checked once. */
function unique(steps: readonly Verdict[]): Condition[] {
  const byText = new Map<string | undefined, Condition>()
  for (const { grant, conditions } of steps)
    if (conditions && !byText.has(grant.conditionsText)) byText.set(grant.conditionsText, conditions)
  return [...byText.values()]
}

function join(word: 'anyOf' | 'allOf', conditions: readonly Condition[]): Condition {
  const [only] = conditions
  if (conditions.length === 1 && only) return only
  return word === 'anyOf' ? { anyOf: conditions } : { allOf: conditions }
}
