import { catalogIndexSection } from '@portico/catalog/common'
import { extensionsOf } from '@portico/core/testing/web'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createIndexModel } from '../index-model.ts'
import { isUndecided, noFilters, parseIndexState, toSearch, type IndexState } from './index-state.ts'
import { toOwnerRefs } from './own-filters.ts'

const settings = catalogIndexSection.schema.parse({})
const model = createIndexModel(extensionsOf([]), 'offset')
const parse = (search: string) => parseIndexState(search, settings, model)

test('owners without a kind are groups, and what is not a ref is dropped [CAT-081, CAT-082]', () => {
  expect(toOwnerRefs(['Web', 'user:jane', 'group:other/core', 'a:/c', '', '/', 'group:default/web'])).toEqual([
    'group:default/web',
    'user:default/jane',
    'group:other/core',
  ])
  expect(parse('filters[owners]=web&filters[owners]=%F0').filters.values['owners']?.includes('group:default/web')).toBe(true)
})

test('a limit counts only if it is all digits [CAT-090]', () => {
  for (const limit of ['abc', '10x', '-5', '1.5', '', '0', ' 7', '1e3']) expect(parse(`filters[kind]=api&limit=${limit}`).limit).toBe(20)
  expect(parse('limit=50').limit).toBe(50)
  expect(parse('limit=999999').limit).toBe(500)
  expect(parse('offset=abc').offset).toBe(0)
})

test('the page size is 20 and the kind component by default [CAT-069, CAT-119]', () => {
  expect(parse('')).toMatchObject({ limit: 20, offset: 0, cursor: undefined, filters: { kind: 'component', user: 'all' } })
  expect(isUndecided('?limit=5')).toBe(true)
  expect(isUndecided('?filters[kind]=api')).toBe(false)
})

test('invalid filters in an address are ignored', () => {
  const odd = parse('filters[user]=boss&filters[kind][a]=b&filters[tags][x]=y&filters[orphan]=maybe&order=secret,desc&cursor[]=')
  expect(odd).toEqual({ filters: { kind: 'component', ...noFilters }, limit: 20, offset: 0, cursor: undefined, order: undefined })
  expect(parse('filters=just-text').filters.kind).toBe('component')
})

test('no chosen value is lost, however many there are', () => {
  const tags = Array.from({ length: 200 }, (_, index) => `tag-${index}`)
  const search = toSearch({ ...parse(''), filters: { ...parse('').filters, values: { tags } } }, 'offset', model)
  expect(parse(search).filters.values['tags']).toEqual(tags)
})

const word = fc.string({ minLength: 1, maxLength: 12 })
const words = fc.uniqueArray(word, { minLength: 1, maxLength: 25 })
const on = fc.constant(['true'])
const state: fc.Arbitrary<IndexState> = fc.record({
  filters: fc.record({
    kind: fc.constantFrom('component', 'api', 'dataset'),
    user: fc.constantFrom('all', 'owned', 'starred'),
    text: fc.string(),
    values: fc.record(
      {
        type: words,
        owners: fc.constant(['group:default/a', 'user:x/b']),
        lifecycles: words,
        tags: words,
        namespace: words,
        orphan: on,
        error: on,
      },
      { requiredKeys: [] },
    ),
  }),
  limit: fc.integer({ min: 1, max: 500 }),
  offset: fc.integer({ min: 0, max: 1e9 }),
  cursor: fc.constant(undefined),
  asOf: fc.constantFrom(undefined, 'now', '2026-01-01T00:00:00.000Z'),
  order: fc.constantFrom(undefined, { column: 'owner', descending: true }, { column: 'name', descending: true }),
})

test('a state written to an address is read back from it [CAT-004]', () => {
  fc.assert(fc.property(state, given => void expect(parse(toSearch(given, 'offset', model))).toEqual(given)))
})
