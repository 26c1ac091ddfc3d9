import { expect, test } from 'vitest'
import { catalogIndexSection, entityPageSection } from './web-config.ts'

test('without settings the list has pages of twenty by offset, begins with all components, and counts [CAT-119]', () => {
  expect(catalogIndexSection.schema.parse({})).toEqual({
    pagination: 'offset',
    pageSize: 20,
    initialKind: 'component',
    initialList: 'all',
    alwaysKeepFilters: false,
    ownerPicker: 'owners-only',
    counts: true,
  })
})

test('a setting that is none is refused', () => {
  for (const wrong of [{ pagination: 'endless' }, { pageSize: 0 }, { pageSize: 1000 }, { initialList: 'mine' }, { colour: 'red' }]) {
    expect(catalogIndexSection.schema.safeParse(wrong).success).toBe(false)
  }
})

test('a kind is shown first in whatever letter case it is written', () => {
  expect(catalogIndexSection.schema.parse({ initialKind: 'API' }).initialKind).toBe('api')
})

test('unregistering is offered unless the config says otherwise', () => {
  expect(entityPageSection.schema.parse(undefined)).toEqual({ unregister: 'shown' })
  expect(entityPageSection.schema.safeParse({ unregister: 'maybe' }).success).toBe(false)
})
