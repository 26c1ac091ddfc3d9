import { basicPermission, resourcePermission } from '@portico/core/common'
import type { DeclaredPermissions } from '@portico/core/server'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { compilePolicy } from './compile.ts'
import { defaultRoles } from './default-roles.ts'
import type { Grant, PolicyCondition } from './role.ts'

const declared: DeclaredPermissions[] = [
  {
    pluginId: 'library',
    permissions: [basicPermission('library.create', 'create'), resourcePermission('book.lend', 'book', 'update')],
    rules: [
      {
        name: 'HAS_AUTHOR',
        description: '',
        resourceType: 'book',
        paramsSchema: z.object({ authors: z.array(z.string()) }),
        apply: () => true,
      },
    ],
  },
  // A stranger's rule about books could not be applied to them.
  { pluginId: 'stranger', permissions: [], rules: [{ name: 'IS_MINE', description: '', resourceType: 'book', apply: () => true }] },
]

function problemsOf(grant: Partial<Grant>, members: string[] = ['everyone']) {
  const roles = [{ name: 'r', members, permissions: [{ permission: 'book.lend', effect: 'allow' as const, ...grant }] }]
  const { problems } = compilePolicy([{ source: 'test', path: name => `roles.${name}`, roles }], declared)
  return problems.map(({ severity, path, text }) => `${severity} ${path}: ${text}`)
}
const conditions = (rule: string, params?: Record<string, unknown>): PolicyCondition => ({ rule, ...(params && { params }) })

test('a valid policy has no problems', () => {
  expect(problemsOf({})).toEqual([])
  expect(problemsOf({ permission: '*', conditions: conditions('HAS_AUTHOR', { authors: ['$user'] }) })).toEqual([])
  expect(problemsOf({ conditions: conditions('HAS_AUTHOR', { authors: '$owned' }) })).toEqual([])
})

test('a permission that no plugin declares is a warning with the nearest name', () => {
  expect(problemsOf({ permission: 'book.lent' })).toEqual([
    "warning roles.r.permissions[0]: no plugin declares the permission 'book.lent', did you mean 'book.lend'?",
  ])
  expect(problemsOf({ permission: 'kitchen.*' })).toEqual(["warning roles.r.permissions[0]: no plugin declares the permission 'kitchen.*'"])
  expect(problemsOf({ action: ['read'] })).toEqual([
    "warning roles.r.permissions[0]: no plugin declares a permission 'book.lend' of action read",
  ])
})

test('conditions that cannot be applied are mistakes that say what the line does until they are fixed', () => {
  const path = 'mistake roles.r.permissions[0]:'
  expect(problemsOf({ conditions: conditions('HAS_AUTOR', { authors: [] }) })).toEqual([
    `${path} there is no rule 'HAS_AUTOR', did you mean 'HAS_AUTHOR'?; it allows nothing`,
  ])
  expect(problemsOf({ effect: 'deny', conditions: { not: conditions('IS_MINE') } })[0]).toMatch(
    /no rule 'IS_MINE'.*denies without conditions/,
  )
  expect(problemsOf({ conditions: { allOf: [conditions('HAS_AUTHOR', { authors: 'ann' })] } })[0]).toMatch(
    /parameters of HAS_AUTHOR are invalid: authors: /,
  )
  expect(problemsOf({ conditions: conditions('HAS_AUTHOR', { authors: ['$me'] }) })[0]).toMatch(/'\$me' is not a placeholder/)
  expect(problemsOf({ permission: 'library.create', conditions: conditions('HAS_AUTHOR') })[0]).toMatch(/conditions need a resource/)
  expect(problemsOf({ resourceType: 'pen', permission: 'pen.x', conditions: conditions('HAS_AUTHOR') })[1]).toMatch(
    /no plugin has rules for 'pen'/,
  )
})

test('a member that is neither a ref nor a word is a mistake', () => {
  expect(problemsOf({}, ['everybody', 'group:default/a'])).toEqual(["mistake roles.r.members: 'everybody' is not a member"])
})

test('the default roles are right in a portal without a catalog', () => {
  const { problems } = compilePolicy([{ source: 'config', path: name => name, roles: defaultRoles }], declared)
  expect(problems).toEqual([])
})
