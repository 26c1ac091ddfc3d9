import { expect, test } from 'vitest'
import { IndexPageSection } from './index-page-config.ts'

test('without settings the list has pages of twenty by offset, begins with all components, and counts [CAT-119]', () => {
  expect(IndexPageSection.parse({})).toEqual({
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
    expect(IndexPageSection.safeParse(wrong).success).toBe(false)
  }
})
