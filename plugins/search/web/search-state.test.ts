import { expect, test } from 'vitest'
import { atPage, changed, parseSearchState, toSearch } from './search-state.ts'

const state = { term: 'a b', types: ['x', 'y'], filters: { kind: ['API'], owner: ['a', 'b'] }, pageLimit: 10, pageCursor: 'Mg==' }

test('the address holds the whole state, and reads back as it was', () => {
  expect(parseSearchState(`?${toSearch(state)}`)).toEqual(state)
  expect(toSearch(parseSearchState(''))).toBe('')
})

test('addresses that make no sense are read as if it were not there', () => {
  expect(parseSearchState('?query[a]=1&types[a]=b&filters=x&pageLimit=-1&pageCursor=!!')).toEqual({
    term: '',
    types: [],
    filters: {},
    pageLimit: undefined,
    pageCursor: undefined,
  })
})

test('another term, filter, type or page size begins on the first page [SEARCH-22, SEARCH-23, SEARCH-24, SEARCH-25]', () => {
  for (const change of [{ term: 'c' }, { filters: {} }, { types: ['z'] }, { pageLimit: 50 }])
    expect(changed(state, change)).toEqual({ ...state, ...change, pageCursor: undefined })
  expect(atPage(state, 3).pageCursor).toBe('Mw==')
  expect(atPage(state, 0).pageCursor).toBeUndefined()
})
