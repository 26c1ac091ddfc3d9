import { ConfigError, openConfig, sectionClaims } from '@portico/core/server'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { toPolicyPart, type PolicyConfig } from './config.ts'
import { permissionPlugin } from './index.ts'

async function open(yaml: string) {
  const cwd = mkdtempSync(path.join(tmpdir(), 'portico-policy-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  writeFileSync(path.join(cwd, 'app-config.yaml'), yaml)
  return openConfig({ cwd, env: {}, sections: sectionClaims([permissionPlugin]) })
}
async function partOf(yaml: string) {
  const config = await open(yaml)
  expect(config.warnings).toEqual([])
  return toPolicyPart(config.get('permission.policy') as PolicyConfig)
}
const mistakesOf = async (roles: string) =>
  open(`permission: {policy: {roles: ${roles}}}`).then(
    () => [],
    (error: unknown) => (error instanceof ConfigError ? error.mistakes.map(line => line.replace(/ \(.*\)$/, '')) : [String(error)]),
  )

test('without a policy there are the default roles and the guest of a new portal', async () => {
  const part = await partOf('permission: {enabled: true}')
  expect(part.roles.map(role => role.name)).toEqual(['viewer', 'owner', 'admin'])
  expect(part.guests).toEqual(['user:development/guest'])
})

test('an entry for a default role replaces the parts that it sets, and others are added', async () => {
  const { roles } = await partOf(`
permission:
  policy:
    guests: [user:default/visitor]
    roles:
      admin: { members: [group:default/platform] }
      viewer: { permissions: [catalog.*] }
      maker:
        description: Registers components
        members: [signed-in, user:jane]
        permissions:
          - catalog.location.create
          - permission: catalog.entity.*
            action: [delete, update]
            effect: deny
            conditions:
              anyOf:
                - { rule: IS_ENTITY_OWNER, params: { claims: $owned } }
                - not: { allOf: [{ rule: HAS_LABEL, params: { label: x } }] }
`)
  const byName = new Map(roles.map(role => [role.name, role]))
  expect(byName.get('admin')).toMatchObject({
    description: 'May do everything',
    members: ['group:default/platform'],
    permissions: [{ permission: '*' }],
  })
  expect(byName.get('viewer')).toMatchObject({ members: ['everyone'], permissions: [{ permission: 'catalog.*', effect: 'allow' }] })
  expect(byName.get('maker')?.permissions).toEqual([
    { permission: 'catalog.location.create', effect: 'allow' },
    {
      permission: 'catalog.entity.*',
      action: ['delete', 'update'],
      effect: 'deny',
      conditions: {
        anyOf: [
          { rule: 'IS_ENTITY_OWNER', params: { claims: '$owned' } },
          { not: { allOf: [{ rule: 'HAS_LABEL', params: { label: 'x' } }] } },
        ],
      },
    },
  ])
  expect((await partOf('permission: {policy: {defaultRoles: false}}')).roles).toEqual([])
})

test('a mistyped key is a mistake, because it would grant too much', async () => {
  const path = 'permission.policy.roles.x'
  expect(await mistakesOf('{x: {permissions: [{permission: a.b, efect: deny}]}}')).toEqual([
    `${path}.permissions[0].efect: unknown key, did you mean 'effect'?`,
  ])
  expect(await mistakesOf('{x: {permissions: [{permission: a.b, condition: {rule: A}}]}}')).toEqual([
    `${path}.permissions[0].condition: unknown key, did you mean 'conditions'?`,
  ])
  expect(await mistakesOf('{x: {member: [everyone]}}')).toEqual([`${path}.member: unknown key, did you mean 'members'?`])
})

test('malformed roles and conditions are refused with their position', async () => {
  const grant = (conditions: string) => mistakesOf(`{x: {permissions: [{permission: a.b, conditions: ${conditions}}]}}`)
  for (const wrong of [
    '{}',
    '{anyOf: []}',
    '{rule: A, anyOf: [{rule: B}]}',
    '{not: [{rule: A}]}',
    '{rule: 1}',
    '[]',
    '{allOf: [{rul: A}]}',
  ]) {
    const mistakes = await grant(wrong)
    expect([wrong, mistakes.length > 0 && mistakes.every(line => line.startsWith('permission.policy.roles.x.permissions[0]'))]).toEqual([
      wrong,
      true,
    ])
  }
  expect(await mistakesOf('{x: {members: [everybody]}}')).toEqual([
    'permission.policy.roles.x.members[0]: must be a ref such as group:default/team, or one of everyone, signed-in, guests, agents',
  ])
  expect((await mistakesOf('{x: {permissions: ["a b"]}}'))[0]).toMatch(/permissions\[0\]/)
  expect((await mistakesOf('{x: {permissions: [{permission: a, action: burn}]}}'))[0]).toMatch(/action/)
})
