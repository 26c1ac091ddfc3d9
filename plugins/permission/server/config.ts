import { nearest } from '@portico/core/common'
import type { NamedEntity } from '@portico/core/server'
import { z } from 'zod'
import type { PolicyPart } from './policy/compile.ts'
import { defaultGuests, defaultRoles } from './policy/default-roles.ts'
import { memberWords, toFullRef, toMember, type Grant, type PolicyCondition, type Role } from './policy/role.ts'

/** An object with no other keys. Elsewhere an unknown key is a warning; here a mistyped `conditions` would grant too much. */
function exactObject<S extends z.ZodRawShape>(shape: S) {
  return z.looseObject(shape).superRefine((value, context) => {
    for (const key of Object.keys(value).filter(each => !Object.hasOwn(shape, each))) {
      const near = nearest(key, Object.keys(shape))
      const message = `unknown key${near === undefined ? '' : `, did you mean '${near}'?`}`
      context.addIssue({ code: 'custom', path: [key], message })
    }
  })
}

const Conditions: z.ZodType<PolicyCondition> = z.lazy(() =>
  z.union([
    exactObject({ rule: z.string().min(1), params: z.record(z.string(), z.unknown()).optional() }),
    exactObject({ anyOf: z.array(Conditions).min(1) }),
    exactObject({ allOf: z.array(Conditions).min(1) }),
    exactObject({ not: Conditions }),
  ]),
) as unknown as z.ZodType<PolicyCondition>

const Action = z.enum(['create', 'read', 'update', 'delete'])
const PermissionPattern = z.string().regex(/^[\w.:/*-]+$/, 'must be the name of a permission; * stands for anything')

const GrantConfig = exactObject({
  permission: PermissionPattern.describe('A name; * in it stands for anything'),
  action: z
    .union([Action, z.array(Action).min(1)])
    .optional()
    .describe('Only permissions of these actions'),
  resourceType: z.string().min(1).optional().describe('Only permissions about this type of resource'),
  effect: z.enum(['allow', 'deny']).default('allow').describe('A denial is stronger than any permission'),
  conditions: Conditions.optional().describe('Only resources that meet these'),
})

const Member = z
  .string()
  .refine(text => toMember(text) !== undefined, `must be a ref such as group:default/team, or one of ${memberWords.join(', ')}`)

const RoleConfig = exactObject({
  description: z.string().optional().describe('What the role is for, as a refused user reads it'),
  members: z.array(Member).optional().describe('Users, groups, everyone, signed-in, guests, agents'),
  permissions: z
    .array(z.union([PermissionPattern, GrantConfig]))
    .optional()
    .describe('What it allows and denies; a plain name is allowed'),
})

/** `permission.policy`: who may do what. */
export const PolicyConfig = exactObject({
  defaultRoles: z.boolean().default(true).describe('Whether there are the roles viewer, owner and admin'),
  guests: z
    .array(z.string().refine(text => toFullRef(text) !== undefined, 'must be a full ref, such as user:default/guest'))
    .default([...defaultGuests])
    .describe('The users who count as guests'),
  roles: z
    .record(z.string().min(1), RoleConfig)
    .default({})
    .describe('Roles by name; an entry for a default role replaces the parts that it sets'),
})
export type PolicyConfig = z.output<typeof PolicyConfig>

export const permissionSections = { 'permission.policy': PolicyConfig.prefault({}).describe('Who may do what') }

/** The roles of the config, with the default ones. */
export function toPolicyPart({ defaultRoles: withDefaults, guests, roles }: PolicyConfig): PolicyPart {
  const drafts = new Map<string, Role>(withDefaults ? defaultRoles.map(role => [role.name, role]) : [])
  for (const [name, { description, members, permissions }] of Object.entries(roles)) {
    const before = drafts.get(name)
    const text = description ?? before?.description
    drafts.set(name, {
      name,
      ...(text !== undefined && { description: text }),
      members: members ?? before?.members ?? [],
      permissions: permissions?.map(toGrant) ?? before?.permissions ?? [],
    })
  }
  return { source: 'config', path: name => `permission.policy.roles.${name}`, roles: [...drafts.values()], guests }
}

/** The users and groups that roles name. */
export function membersOf({ roles }: PolicyConfig): NamedEntity[] {
  return Object.entries(roles).flatMap(([name, { members = [] }]) =>
    members.flatMap(member => {
      const ref = toFullRef(member)
      return ref === undefined ? [] : [{ key: `permission.policy.roles.${name}.members`, ref }]
    }),
  )
}

function toGrant(written: string | z.output<typeof GrantConfig>): Grant {
  if (typeof written === 'string') return { permission: written, effect: 'allow' }
  const { permission, action, resourceType, effect, conditions } = written
  return {
    permission,
    effect,
    ...(action !== undefined && { action: [action].flat() }),
    ...(resourceType !== undefined && { resourceType }),
    ...(conditions && { conditions }),
  }
}
