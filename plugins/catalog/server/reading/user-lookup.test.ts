import { document, file, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogService, type Catalog } from '../index.ts'
import { defineServerPlugin } from '@portico/core/server'
import { createUserLookup } from './user-lookup.ts'

let catalog: TestCatalog
let service: Catalog
const reader = defineServerPlugin({
  id: 'reader',
  uses: { catalog: catalogService },
  setup: (_core, services) => void (service = services.catalog),
})

beforeAll(async () => {
  catalog = await startCatalog(
    {
      'org.yaml': file(
        document('User', 'ann', {
          spec: { memberOf: ['team'], profile: { email: 'Ann@Example.com', displayName: 'Ann' } },
          metadata: { annotations: { 'github.com/user-login': 'AnnHub' } },
        }),
        document('Group', 'team', { spec: { parent: 'department' } }),
        document('Group', 'department', { spec: { parent: 'company' } }),
        // A circle of groups must not keep anybody from signing in.
        document('Group', 'company', { spec: { parent: 'team' } }),
      ),
    },
    { plugins: [reader] },
  )
  await catalog.until('kind=user,relations.memberof=group:default/team', 1)
  await catalog.until('kind=group,relations.childof', 3)
})
afterAll(() => catalog.stop())

const loaded = { revision: 1, onStep: () => {} }

test('a user is found by ref, address or annotation, in any letter case, with direct groups', async () => {
  const { findUsers } = createUserLookup(service, loaded)
  const ann = {
    userEntityRef: 'user:default/ann',
    memberOf: ['group:default/team'],
    profile: { email: 'Ann@Example.com', displayName: 'Ann' },
  }
  const direct = { nestedGroups: false }
  expect(await findUsers({ ref: 'User:Default/ANN' }, direct)).toEqual([ann])
  expect(await findUsers({ email: 'ann@example.COM' }, direct)).toEqual([ann])
  expect(await findUsers({ annotation: 'github.com/user-login', value: 'annhub' }, direct)).toEqual([ann])
  expect(await findUsers({ email: 'nobody@example.com' }, direct)).toEqual([])
  expect(await findUsers({ ref: 'group:default/team' }, direct)).toEqual([])
})

test('nested groups come along where they are asked for', async () => {
  const [ann] = await createUserLookup(service, loaded).findUsers({ ref: 'user:default/ann' }, { nestedGroups: true })
  expect(ann?.memberOf).toEqual(['group:default/team', 'group:default/department', 'group:default/company'])
})

test('whether there are users at all is only said of a catalog that is loaded', async () => {
  expect(await createUserLookup(service, loaded).hasUsers()).toBe(true)
  const none = { query: async () => ({ entities: [], total: 0 }), getEntities: async () => [] }
  expect(await createUserLookup(none, loaded).hasUsers()).toBe(false)
  await expect(createUserLookup(service, { ...loaded, revision: -1 }).hasUsers()).rejects.toMatchObject({ code: 'catalog.loading' })
})
