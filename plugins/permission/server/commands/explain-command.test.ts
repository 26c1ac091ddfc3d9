import { basicPermission, resourcePermission } from '@portico/core/common'
import { defineServerPlugin, entityDirectoryPort, identityPort } from '@portico/core/server'
import { runCommandLine } from '@portico/core/server/command-line'
import { openTestDatabase } from '@portico/core/testing'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { permissionPlugin } from '../index.ts'

const library = defineServerPlugin({
  id: 'library',
  permissions: {
    permissions: [basicPermission('library.create', 'create'), resourcePermission('book.lend', 'book', 'update')],
    rules: [
      {
        name: 'IS_OWNED',
        description: 'Owned',
        resourceType: 'book',
        paramsSchema: z.object({ claims: z.array(z.string()) }),
        apply: () => true,
      },
    ],
  },
  setup: () => {},
})
const people = defineServerPlugin({
  id: 'people',
  provides: { identity: identityPort },
  offline: () => ({
    identity: { userInfo: async ref => ({ userEntityRef: ref, ownershipEntityRefs: [ref, 'group:default/Signed-In-Team'] }) },
  }),
  setup: () => ({ identity: { userInfo: async () => undefined } }),
})
const directory = defineServerPlugin({
  id: 'directory',
  config: { 'auth.ownership': z.object({ nestedGroups: z.boolean().default(false) }).prefault({}) },
  provides: { directory: entityDirectoryPort },
  offline: () => ({
    directory: {
      missing: async () => [],
      groupsOf: async (ref, { nested }) =>
        ref === 'user:default/jill' ? ['group:default/crew', ...(nested ? ['group:default/fleet'] : [])] : undefined,
    },
  }),
  setup: () => ({ directory: { missing: async () => [], groupsOf: async () => undefined } }),
})
const policy = {
  roles: {
    admin: { members: ['group:chiefs'] },
    lender: {
      members: ['signed-in'],
      permissions: [{ permission: 'book.lend', conditions: { rule: 'IS_OWNED', params: { claims: '$owned' } } }],
    },
    broken: { members: ['everyone'], permissions: ['book.lent', { permission: 'book.lend', conditions: { rule: 'IS_OWND' } }] },
  },
}

async function explain(words: string, config: object = { permission: { enabled: true, policy } }) {
  const cwd = mkdtempSync(path.join(tmpdir(), 'portico-explain-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  writeFileSync(path.join(cwd, 'app-config.yaml'), JSON.stringify(config))
  const out: string[] = []
  const err: string[] = []
  const exit = await runCommandLine(['permission', 'explain', ...words.split(' ')], {
    plugins: [library, people, directory, permissionPlugin],
    cwd,
    env: {},
    print: line => out.push(line),
    warn: line => err.push(line),
  })
  return { exit, out: out.join('\n'), err: err.join('\n'), left: readdirSync(cwd) }
}

test('it shows which line of which role decided, and creates no database for that', async () => {
  const { exit, out, err, left } = await explain('jane book.lend dune --groups team-a,group:other/b')
  expect([exit, left]).toEqual([0, ['app-config.yaml']])
  expect(out).toBe(
    `CONDITIONAL: user:default/jane asks for book.lend on dune
  allowed where IS_OWNED {"claims":["user:default/jane","group:default/team-a","group:other/b"]}
  counted as user:default/jane, group:default/team-a, group:other/b (with the groups that were given)

viewer: May see everything
  the user has this role (members: everyone)
  - allow *, action read: is not about the action update

owner: May change, refresh and remove what they own
  the user has this role (members: signed-in)
  - allow *, action update or delete, about catalog-entity, if IS_ENTITY_OWNER {"claims":"$owned"}: is about another type of resource

admin: May do everything
  the user does not have this role (members: group:chiefs)
  - allow *: allows it

lender
  the user has this role (members: signed-in)
  ✓ allow book.lend, if IS_OWNED {"claims":"$owned"}: allows it where IS_OWNED {"claims":["user:default/jane","group:default/team-a","group:other/b"]}

broken
  the user has this role (members: everyone)
  - allow book.lent: is about another permission
  ✗ allow book.lend, if IS_OWND: allows nothing, because its conditions have a mistake: there is no rule 'IS_OWND', did you mean 'IS_OWNED'?

Roles that grant it: admin, lender (for some resources)`,
  )
  expect(err).toContain("warning: permission.policy.roles.broken.permissions[0]: no plugin declares the permission 'book.lent'")
  expect(err).toContain("mistake: permission.policy.roles.broken.permissions[1]: there is no rule 'IS_OWND'")
})

test('without a database it says that groups are unknown, and when permissions are disabled it says so first', async () => {
  const { out } = await explain('user:default/jane library.create', {})
  expect(out).toContain(
    'permission.enabled is not true, so everything is allowed. If it were:\n\nDENY: user:default/jane asks for library.create',
  )
  expect(out).toContain('neither the catalog nor a sign-in is known: add --groups')
  expect(out).toContain('Roles that grant it: admin')
})

test('with a database the groups are those that the catalog has, and those of the last sign-in for a user that it does not have', async () => {
  const database = await openTestDatabase({})
  onTestFinished(() => database.close())
  const config = { permission: { enabled: true, policy }, backend: { database: { connection: database.connection } } }
  const ownership = { auth: { ownership: { nestedGroups: true } } }
  expect((await explain('jill book.lend', config)).out).toContain(
    'counted as user:default/jill, group:default/crew (with the groups that the catalog has)',
  )
  expect((await explain('jill book.lend', { ...config, ...ownership })).out).toContain('group:default/crew, group:default/fleet')
  const { out } = await explain('jane book.lend --json', config)
  expect(JSON.parse(out)).toMatchObject({
    enabled: true,
    groupsFrom: 'sign-in',
    user: { userEntityRef: 'user:default/jane', ownershipEntityRefs: ['user:default/jane', 'group:default/signed-in-team'] },
    decision: { result: 'CONDITIONAL', pluginId: 'library' },
    grantedBy: [{ role: 'admin' }, { role: 'lender', conditional: true }],
  })
})

test('an unavailable database is reported, and the answer is given without it', async () => {
  const config = { permission: { enabled: true }, backend: { database: { connection: 'postgres://nobody@127.0.0.1:1/none' } } }
  const { exit, out, err } = await explain('jane library.create', config)
  expect([exit, out.split('\n')[0]]).toEqual([0, 'DENY: user:default/jane asks for library.create'])
  expect(err).toContain('cannot be read from the database')
})

test('what cannot be explained is refused with a hint', async () => {
  expect(await explain('jane book.lent')).toMatchObject({
    exit: 2,
    err: "error: No plugin declares the permission 'book.lent', did you mean 'book.lend'?",
  })
  expect(await explain('jane library.create dune')).toMatchObject({ exit: 2, err: 'error: library.create is not about a resource' })
  expect(await explain('a/b/c book.lend')).toMatchObject({ exit: 2, err: expect.stringContaining("'a/b/c' is not a user") })
})
