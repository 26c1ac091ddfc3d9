import { basicPermission, resourcePermission, type Permission } from '@portico/core/common'
import type { DeclaredPermissions } from '@portico/core/server'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { compilePolicy } from './compile.ts'
import { decide, decideFor, rolesOf } from './decide.ts'
import { defaultGuests, defaultRoles } from './default-roles.ts'
import { anonymous, type Identity } from './identity.ts'
import type { Grant, PolicyCondition, Role } from './role.ts'
import { rolesDenying, rolesGranting, toTraceData } from './trace.ts'

const entity = 'catalog-entity'
const read = resourcePermission('catalog.entity.read', entity, 'read')
const remove = resourcePermission('catalog.entity.delete', entity, 'delete')
const refresh = resourcePermission('catalog.entity.refresh', entity, 'update')
const create = basicPermission('catalog.entity.create', 'create')
const validate = basicPermission('catalog.entity.validate')
const readDraft = resourcePermission('drafts.read', 'draft', 'read')
const all = [read, remove, refresh, create, validate, readDraft]

const rule = (name: string, paramsSchema: z.ZodType) => ({
  name,
  description: name,
  resourceType: entity,
  paramsSchema,
  apply: () => true,
})
const declared: DeclaredPermissions[] = [
  {
    pluginId: 'catalog',
    permissions: all,
    rules: [
      rule('IS_ENTITY_OWNER', z.object({ claims: z.array(z.string()) })),
      rule('IS_ENTITY_KIND', z.object({ kinds: z.array(z.string()) })),
      rule('HAS_ANNOTATION', z.object({ annotation: z.string(), value: z.string().optional() })),
    ],
  },
]

const jane: Identity = { userEntityRef: 'user:default/jane', ownershipEntityRefs: ['user:default/jane', 'group:default/team-a'] }
const guest: Identity = { userEntityRef: 'user:development/guest', ownershipEntityRefs: ['user:development/guest'] }

const role = (name: string, members: string[], ...permissions: (Partial<Grant> & { permission: string })[]): Role => ({
  name,
  members,
  permissions: permissions.map(grant => ({ effect: 'allow', ...grant })),
})
const policyOf = (...roles: Role[]) =>
  compilePolicy([{ source: 'test', path: name => name, roles, guests: defaultGuests }], declared).policy
const ask = (roles: readonly Role[], permission: Permission, identity = jane) => decide(policyOf(...roles), permission, identity).decision
const conditional = (conditions: unknown) => ({ result: 'CONDITIONAL', pluginId: 'catalog', resourceType: entity, conditions })
const ownedBy = (...claims: string[]) => ({ rule: 'IS_ENTITY_OWNER', resourceType: entity, params: { claims } })
const kind = (name: string): PolicyCondition => ({ rule: 'IS_ENTITY_KIND', params: { kinds: [name] } })
const wireKind = (name: string) => ({ rule: 'IS_ENTITY_KIND', resourceType: entity, params: { kinds: [name] } })

describe('the default roles', () => {
  test('let everyone read, owners change what they own, and no one do the rest [PERM-14]', () => {
    expect(ask(defaultRoles, read)).toEqual({ result: 'ALLOW' })
    expect(ask(defaultRoles, read, guest)).toEqual({ result: 'ALLOW' })
    expect(ask(defaultRoles, read, anonymous)).toEqual({ result: 'ALLOW' })
    const owned = conditional(ownedBy('user:default/jane', 'group:default/team-a'))
    expect([ask(defaultRoles, remove), ask(defaultRoles, refresh)]).toEqual([owned, owned])
    expect(ask(defaultRoles, remove, guest)).toEqual({ result: 'DENY' })
    expect([ask(defaultRoles, create), ask(defaultRoles, validate)]).toEqual([{ result: 'DENY' }, { result: 'DENY' }])
  })

  test('let members of admin do everything', () => {
    const roles = defaultRoles.map(each => (each.name === 'admin' ? { ...each, members: ['group:team-a'] } : each))
    expect(all.map(permission => ask(roles, permission).result)).toEqual(all.map(() => 'ALLOW'))
    expect(ask(roles, remove, guest)).toEqual({ result: 'DENY' })
  })
})

describe('members', () => {
  const may = (member: string, identity: Identity) => ask([role('x', [member], { permission: '*' })], create, identity).result === 'ALLOW'

  test('are users by name, groups by ownership in any letter case, and the three words', () => {
    expect(['User:Default/Jane', 'user:jane', 'GROUP:team-A', 'everyone', 'signed-in'].map(member => may(member, jane))).not.toContain(
      false,
    )
    expect(['guests', 'user:default/joe', 'group:default/team-b'].map(member => may(member, jane))).not.toContain(true)
    expect(['everyone', 'guests'].map(member => may(member, guest))).not.toContain(false)
    expect([may('signed-in', guest), may('signed-in', anonymous), may('guests', anonymous)]).toEqual([false, false, true])
  })

  test('a shared owner is not that user', () => {
    const heir: Identity = { userEntityRef: 'user:default/heir', ownershipEntityRefs: ['user:default/heir', 'user:default/boss'] }
    expect(may('user:default/boss', heir)).toBe(false)
  })
})

describe('lines', () => {
  test('nest conditions and fill in the caller [PERM-01]', () => {
    const conditions: PolicyCondition = {
      anyOf: [
        { allOf: [kind('api'), { not: { rule: 'HAS_ANNOTATION', params: { annotation: 'locked-by', value: '$user' } } }] },
        { rule: 'IS_ENTITY_OWNER', params: { claims: ['$owned', 'group:default/everyone'] } },
      ],
    }
    expect(ask([role('x', ['everyone'], { permission: 'catalog.entity.*', conditions })], remove)).toEqual(
      conditional({
        anyOf: [
          {
            allOf: [
              wireKind('api'),
              { not: { rule: 'HAS_ANNOTATION', resourceType: entity, params: { annotation: 'locked-by', value: 'user:default/jane' } } },
            ],
          },
          ownedBy('user:default/jane', 'group:default/team-a', 'group:default/everyone'),
        ],
      }),
    )
  })

  test('add up, and a denial is stronger than any permission', () => {
    const allowAll = role('a', ['everyone'], { permission: '*' })
    const allowApis = role('b', ['everyone'], { permission: '*', conditions: kind('api') })
    const denySystems = role('c', ['everyone'], { permission: '*', effect: 'deny', conditions: kind('system') })
    const denyDelete = role('d', ['everyone'], { permission: '*', action: ['delete'], effect: 'deny' })
    expect(ask([allowApis, allowApis], remove)).toEqual(conditional(wireKind('api')))
    expect(ask([allowApis, allowAll], remove)).toEqual({ result: 'ALLOW' })
    expect(ask([allowAll, denySystems], remove)).toEqual(conditional({ not: wireKind('system') }))
    expect(ask([allowApis, denySystems], remove)).toEqual(conditional({ allOf: [wireKind('api'), { not: wireKind('system') }] }))
    expect(ask([denySystems], remove)).toEqual({ result: 'DENY' })
    expect([ask([allowAll, denyDelete], remove), ask([allowAll, denyDelete], read)]).toEqual([{ result: 'DENY' }, { result: 'ALLOW' }])
  })

  test('keep to their permission, action and type of resource', () => {
    const may = (grant: Partial<Grant> & { permission: string }) =>
      all.filter(permission => ask([role('x', ['everyone'], grant)], permission).result !== 'DENY').map(each => each.name)
    expect(may({ permission: 'catalog.entity.validate' })).toEqual(['catalog.entity.validate'])
    expect(may({ permission: '*', action: ['read', 'create'] })).toEqual(['catalog.entity.read', 'catalog.entity.create', 'drafts.read'])
    expect(may({ permission: '*', resourceType: 'draft' })).toEqual(['drafts.read'])
    // Drafts have no such rule: the line is not about them.
    expect(may({ permission: '*', conditions: kind('api') })).toEqual([read, remove, refresh].map(each => each.name))
  })

  test('with a mistake allow nothing, and deny everything they are about', () => {
    const wrong: PolicyCondition = { rule: 'IS_ENTITY_KINDD', params: {} }
    const allowAll = role('a', ['everyone'], { permission: '*' })
    expect(ask([role('x', ['everyone'], { permission: '*', conditions: wrong })], remove)).toEqual({ result: 'DENY' })
    expect(ask([allowAll, role('x', ['everyone'], { permission: '*', effect: 'deny', conditions: wrong })], remove)).toEqual({
      result: 'DENY',
    })
  })

  test('that refer to the user grant nothing to anonymous callers', () => {
    const conditions: PolicyCondition = { not: { rule: 'HAS_ANNOTATION', params: { annotation: 'a', value: '$user' } } }
    const allowing = role('x', ['everyone'], { permission: '*', conditions })
    const denying = role('y', ['everyone'], { permission: '*', effect: 'deny', conditions })
    expect(ask([allowing], remove, anonymous)).toEqual({ result: 'DENY' })
    expect(ask([role('a', ['everyone'], { permission: '*' }), denying], remove, anonymous)).toEqual({ result: 'DENY' })
  })
})

const grants = fc.record(
  {
    permission: fc.constantFrom('*', 'catalog.*', 'catalog.entity.delete', 'drafts.read'),
    effect: fc.constantFrom('allow' as const, 'deny' as const),
    conditions: fc.constantFrom(kind('api'), kind('system'), { rule: 'IS_ENTITY_OWNER', params: { claims: '$owned' } }),
  },
  { requiredKeys: ['permission', 'effect'] },
)
const roles = fc.array(
  fc.record({
    members: fc.subarray(['everyone', 'guests', 'signed-in', 'group:team-a', 'group:team-b', 'user:jane']),
    permissions: fc.array(grants, { maxLength: 3 }),
  }),
  { maxLength: 5 },
)

test('no decision depends on the name of a role, nor on whether two roles have the same one [PERM-04]', () => {
  fc.assert(
    fc.property(
      roles,
      fc.constantFrom(...all),
      fc.constantFrom(jane, guest, anonymous),
      fc.array(fc.string()),
      (drafts, permission, who, names) => {
        const named = (nameOf: (i: number) => string) => drafts.map((draft, i) => ({ ...draft, name: nameOf(i) }))
        const decision = ask(
          named(i => `role-${i}`),
          permission,
          who,
        )
        expect(
          ask(
            named(() => 'admin'),
            permission,
            who,
          ),
        ).toEqual(decision)
        expect(
          ask(
            named(i => names[i] ?? '__proto__'),
            permission,
            who,
          ),
        ).toEqual(decision)
      },
    ),
  )
})

test('the decision is the same with and without its trace', () => {
  fc.assert(
    fc.property(roles, fc.constantFrom(...all), fc.constantFrom(jane, guest, anonymous), (drafts, permission, who) => {
      const policy = policyOf(...drafts.map((draft, i) => ({ ...draft, name: String(i) })))
      expect(decideFor(policy, rolesOf(policy, who), permission, who)).toEqual(decide(policy, permission, who).decision)
    }),
  )
})

test('another role with permissions only ever widens, and one with denials only ever narrows', () => {
  const weight = { DENY: 0, CONDITIONAL: 1, ALLOW: 2 }
  fc.assert(
    fc.property(roles, fc.constantFrom(...all), fc.constantFrom('*', 'catalog.*'), (drafts, permission, pattern) => {
      const before = drafts.map((draft, i) => ({ ...draft, name: String(i) }))
      const result = (extra: Grant) => weight[ask([...before, role('extra', ['everyone'], extra)], permission).result]
      const now = weight[ask(before, permission).result]
      expect(result({ permission: pattern, effect: 'allow' })).toBeGreaterThanOrEqual(now)
      expect(result({ permission: pattern, effect: 'deny' })).toBeLessThanOrEqual(now)
    }),
  )
})

test('the trace has every line, and whether it counted', () => {
  const policy = policyOf(
    role('reader', ['everyone'], { permission: '*', action: ['read'] }),
    role('keeper', ['group:team-a'], { permission: 'catalog.entity.delete', conditions: kind('api') }),
    role('warden', ['user:jane'], { permission: '*', effect: 'deny', conditions: kind('system') }),
    role('chief', ['group:chiefs'], { permission: 'catalog.*' }),
  )
  const { trace, decision } = decide(policy, remove, jane)
  expect(decision.result).toBe('CONDITIONAL')
  expect(toTraceData(trace, remove).map(({ role: name, held, outcome, reason }) => [name, held, outcome, reason])).toEqual([
    ['reader', true, 'other-action', 'is not about the action delete'],
    ['keeper', true, 'allows-if', 'allows it where IS_ENTITY_KIND {"kinds":["api"]}'],
    ['warden', true, 'denies-if', 'denies it where IS_ENTITY_KIND {"kinds":["system"]}'],
    ['chief', false, 'allows', 'allows it'],
  ])
  expect(rolesGranting(trace)).toEqual([{ role: 'keeper', conditional: true }, { role: 'chief' }])
  expect(rolesDenying(trace)).toEqual(['warden'])
})

test('names of built-in properties are names like any other', () => {
  const odd = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
  for (const name of odd) {
    expect(ask(defaultRoles, basicPermission(name))).toEqual({ result: 'DENY' })
    expect(ask(defaultRoles, resourcePermission(name, name, 'delete'))).toEqual({ result: 'DENY' })
    expect(ask([role(name, ['everyone'], { permission: name })], basicPermission(name))).toEqual({ result: 'ALLOW' })
  }
})
