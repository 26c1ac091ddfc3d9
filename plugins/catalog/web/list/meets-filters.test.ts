import { extensionsOf } from '@portico/core/testing/web'
import { expect, test } from 'vitest'
import { entityOf } from '../testing/fake-catalog.ts'
import { toEntityRow } from './entity-row.ts'
import { meetsFilters, meetsText } from './meets-filters.ts'
import { noFilters, type IndexFilters } from './filters/index-state.ts'
import { createIndexModel } from './index-model.ts'

const model = createIndexModel(extensionsOf([]), 'offset')
const viewer = { ownershipRefs: ['group:default/web'], starred: new Set(['component:default/shop']) }
const shop = entityOf('Component', 'shop', {
  title: 'The Shop',
  tags: ['java', 'rest'],
  owner: 'group:default/web',
  system: 'system:default/sales',
  spec: { type: 'Website', lifecycle: 'production' },
})
const meets = (filters: Partial<IndexFilters>, entity = shop) =>
  meetsFilters(toEntityRow(entity), { kind: 'component', ...noFilters, ...filters }, viewer, model)

test('a row has the entity and its name, ref, owners and systems [CAT-052]', () => {
  const parts = { ...shop, relations: [...(shop.relations ?? []), { type: 'partOf', targetRef: 'component:default/whole' }] }
  expect(toEntityRow(parts)).toEqual({
    entity: parts,
    resolved: {
      name: 'The Shop',
      entityRef: 'component:default/shop',
      owners: ['group:default/web'],
      systems: ['system:default/sales'],
    },
  })
})

test('every word is a whole tag, or part of the name, title or display name, in any letter case [CAT-079]', () => {
  expect(meetsText(shop, 'SHO')).toBe(true)
  expect(meetsText(shop, '  the   shop ')).toBe(true)
  expect(meetsText(shop, 'shop Java')).toBe(true)
  expect(meetsText(shop, 'jav')).toBe(false)
  expect(meetsText(shop, 'shop nowhere')).toBe(false)
  expect(meetsText(entityOf('User', 'j', { spec: { profile: { displayName: 'Jane Doe' } } }), 'doe')).toBe(true)
  expect(meetsText(shop, ' \t ')).toBe(true)
})

test('all tags are wanted, any of the owners, lifecycles and namespaces [CAT-084, CAT-085]', () => {
  expect(meets({ values: { tags: ['java', 'rest'] } })).toBe(true)
  expect(meets({ values: { tags: ['java', 'grpc'] } })).toBe(false)
  expect(meets({ values: { owners: ['group:default/other', 'group:default/web'] } })).toBe(true)
  expect(meets({ values: { owners: ['group:default/other'] } })).toBe(false)
  expect(meets({ values: { lifecycles: ['experimental', 'production'] } })).toBe(true)
  expect(meets({ values: { lifecycles: ['experimental'] } })).toBe(false)
  expect(meets({ values: { namespace: ['other', 'default'] } })).toBe(true)
  expect(meets({ values: { namespace: ['other'] } })).toBe(false)
})

test('types are compared without letter case, and one’s own by what one owns [CAT-083, CAT-092]', () => {
  expect(meets({ values: { type: ['WEBSITE'] } })).toBe(true)
  expect(meets({ values: { type: ['service'] } })).toBe(false)
  expect(meets({ user: 'owned' })).toBe(true)
  expect(meets({ user: 'owned' }, entityOf('Component', 'x', { owner: 'group:default/other' }))).toBe(false)
  expect(meets({ user: 'starred' })).toBe(true)
  expect(meets({ user: 'starred' }, entityOf('Component', 'shop', { namespace: 'other' }))).toBe(false)
})
