import { matchesWildcard, nearest, type Permission } from '@portico/core/common'
import type { DeclaredPermissions, PermissionRule } from '@portico/core/server'
import { fill, placeholders, strayPlaceholders } from './placeholders.ts'
import { rulesIn, toMember, type Grant, type MemberWord, type Role } from './role.ts'

/** A problem of the policy. A line with a mistake stays safe: it allows nothing, or denies without conditions. */
export interface PolicyProblem {
  readonly severity: 'mistake' | 'warning'
  /** `permission.policy.roles.admin.permissions[0]`, or the name that the source gives it. */
  readonly path: string
  readonly text: string
}

/** A compiled role, as decisions need it. */
export interface PreparedRole extends Role {
  readonly source: string
  readonly words: ReadonlySet<MemberWord>
  readonly users: ReadonlySet<string>
  /** Groups, and other owners. */
  readonly groups: ReadonlySet<string>
  readonly grants: readonly PreparedGrant[]
}

export interface PreparedGrant extends Grant {
  /** Equal for equal conditions. */
  readonly conditionsText?: string
  readonly mistake?: string
}

/** The plugin that owns resources of a type, with its rules. */
interface ResourceType {
  readonly pluginId: string
  readonly rules: ReadonlyMap<string, PermissionRule>
}

/** All that decisions are made from. */
export interface Policy {
  readonly roles: readonly PreparedRole[]
  /** The refs of users who are guests. */
  readonly guests: ReadonlySet<string>
  readonly resourceTypes: ReadonlyMap<string, ResourceType>
}

/** The roles of one source, and where it keeps them. */
export interface PolicyPart {
  readonly source: string
  readonly path: (role: string) => string
  readonly roles: readonly Role[]
  readonly guests?: readonly string[]
}

/** Compiles roles for decisions, and reports problems. */
export function compilePolicy(
  parts: readonly PolicyPart[],
  declared: readonly DeclaredPermissions[],
): { readonly policy: Policy; readonly problems: readonly PolicyProblem[] } {
  const problems: PolicyProblem[] = []
  const permissions = declared.flatMap(each => each.permissions)
  const resourceTypes = toResourceTypes(declared)

  const roles = parts.flatMap(({ source, path, roles: drafts }) =>
    drafts.map((role): PreparedRole => {
      const members = role.members.map(text => ({ text, member: toMember(text) }))
      for (const { text, member } of members) {
        if (member === undefined)
          problems.push({ severity: 'mistake', path: `${path(role.name)}.members`, text: `'${text}' is not a member` })
      }
      const known = members.flatMap(({ member }) => member ?? [])
      if (role.members.length > 0 && role.members.every(text => text === 'agents')) {
        role.permissions.forEach((grant, i) => {
          if (grant.effect === 'allow')
            problems.push({
              severity: 'mistake',
              path: `${path(role.name)}.permissions[${i}]`,
              text: "'agents' have what their users have, and a role can only take from them; it allows nothing",
            })
        })
      }
      return {
        ...role,
        source,
        words: new Set(known.filter((member): member is MemberWord => !member.includes(':'))),
        users: new Set(known.filter(member => member.startsWith('user:'))),
        groups: new Set(known.filter(member => member.includes(':') && !member.startsWith('user:'))),
        grants: role.permissions.map((grant, i) => {
          const found = problemsOf(grant, permissions, resourceTypes)
          problems.push(
            ...found.map(({ severity, text }) => ({
              severity,
              path: `${path(role.name)}.permissions[${i}]`,
              text:
                severity === 'mistake'
                  ? `${text}; ${grant.effect === 'allow' ? 'it allows nothing' : 'it denies without conditions'}`
                  : text,
            })),
          )
          const mistake = found.find(({ severity }) => severity === 'mistake')?.text
          return {
            ...grant,
            ...(grant.conditions && { conditionsText: JSON.stringify(grant.conditions) }),
            ...(mistake !== undefined && { mistake }),
          }
        }),
      }
    }),
  )
  const guests = new Set(parts.flatMap(part => part.guests ?? []).flatMap(text => toMember(text) ?? []))
  return { policy: { roles, guests, resourceTypes }, problems }
}

function toResourceTypes(declared: readonly DeclaredPermissions[]): Map<string, ResourceType> {
  const types = new Map<string, { pluginId: string; rules: Map<string, PermissionRule> }>()
  for (const { pluginId, rules } of declared) {
    for (const rule of rules) {
      const type = types.get(rule.resourceType) ?? { pluginId, rules: new Map() }
      types.set(rule.resourceType, type)
      // A type has one owner: what others say about it could not be applied to its resources.
      if (type.pluginId === pluginId) type.rules.set(rule.name, rule)
    }
  }
  return types
}

/** Whether a grant matches a permission, apart from its conditions. */
function speaksOf(grant: Grant, permission: Permission): boolean {
  const { action } = permission.attributes
  if (!matchesWildcard(permission.name, grant.permission)) return false
  if (grant.action && !(action !== undefined && grant.action.includes(action))) return false
  return grant.resourceType === undefined || (permission.type === 'resource' && permission.resourceType === grant.resourceType)
}

function problemsOf(
  grant: Grant,
  permissions: readonly Permission[],
  resourceTypes: Policy['resourceTypes'],
): Omit<PolicyProblem, 'path'>[] {
  if (grant.builtIn) return []
  const spoken = permissions.filter(permission => speaksOf(grant, permission))
  const problems: Omit<PolicyProblem, 'path'>[] = []
  if (spoken.length === 0) problems.push({ severity: 'warning', text: unknownPermission(grant, permissions) })
  const mistake = grant.conditions && mistakeOf(grant.conditions, grant, spoken, resourceTypes)
  if (mistake !== undefined) problems.push({ severity: 'mistake', text: mistake })
  return problems
}

function unknownPermission({ permission, action, resourceType }: Grant, permissions: readonly Permission[]): string {
  const names = permissions.map(each => each.name)
  if (names.some(name => matchesWildcard(name, permission))) {
    const wanted = [...(action ? [`of action ${action.join(' or ')}`] : []), ...(resourceType ? [`about '${resourceType}'`] : [])]
    return `no plugin declares a permission '${permission}' ${wanted.join(' and ')}`
  }
  const near = permission.includes('*') ? undefined : nearest(permission, names)
  return `no plugin declares the permission '${permission}'${near === undefined ? '' : `, did you mean '${near}'?`}`
}

/** What is wrong with a grant's conditions. They must be valid for at least one type of resource that the grant matches. */
function mistakeOf(
  conditions: NonNullable<Grant['conditions']>,
  grant: Grant,
  spoken: readonly Permission[],
  resourceTypes: Policy['resourceTypes'],
): string | undefined {
  const stray = strayPlaceholders(rulesIn(conditions).map(rule => rule.params))[0]
  if (stray !== undefined) return `'${stray}' is not a placeholder; there are ${placeholders.join(' and ')}`
  const named = grant.resourceType === undefined ? [] : [grant.resourceType]
  const types = new Set([...named, ...spoken.flatMap(each => (each.type === 'resource' ? [each.resourceType] : []))])
  if (types.size === 0 && spoken.length > 0) return `conditions need a resource, and '${grant.permission}' is not about one`
  const candidates = (types.size > 0 ? [...types] : [...resourceTypes.keys()]).flatMap(type => resourceTypes.get(type) ?? [])
  const mistakes = candidates.map(type => ruleMistake(conditions, type.rules))
  if (mistakes.length === 0) return `no plugin has rules for ${[...types].map(type => `'${type}'`).join(', ') || 'any resource'}`
  return mistakes.includes(undefined) ? undefined : mistakes[0]
}

const somebody = { userEntityRef: 'user:default/somebody', ownershipEntityRefs: ['user:default/somebody'] }

function ruleMistake(conditions: NonNullable<Grant['conditions']>, rules: ReadonlyMap<string, PermissionRule>): string | undefined {
  for (const { rule: name, params = {} } of rulesIn(conditions)) {
    const rule = rules.get(name)
    if (!rule) {
      const near = nearest(name, rules.keys())
      return `there is no rule '${name}'${near === undefined ? '' : `, did you mean '${near}'?`}`
    }
    const issue = rule.paramsSchema?.safeParse(fill(params, somebody)).error?.issues[0]
    if (issue) return `the parameters of ${name} are invalid: ${issue.path.length > 0 ? `${issue.path.join('.')}: ` : ''}${issue.message}`
  }
  return undefined
}
