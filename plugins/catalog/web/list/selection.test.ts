import { matches, parseFilterParams, parseQuery, searchPairs, stringifyFilter } from '@portico/catalog/common'
import { extensionsOf } from '@portico/core/testing/web'
import { expect, test } from 'vitest'
import { entityOf } from '../testing/fake-catalog.ts'
import { toEntityRow } from './entity-row.ts'
import { meetsFilters } from './meets-filters.ts'
import { noFilters, type IndexFilters } from './filters/index-state.ts'
import { createIndexModel } from './index-model.ts'
import { isNothing, selectionOf, toEntityQuery, toFilter } from './selection.ts'

const model = createIndexModel(extensionsOf([]), 'offset')
const viewer = { ownershipRefs: ['group:default/web', 'user:default/jane'], starred: new Set(['component:default/a', 'component:other/b']) }
const all = ['a', 'b', 'c'].flatMap((name, index) =>
  ['default', 'other'].map(namespace =>
    entityOf('Component', name, {
      namespace,
      tags: ['x', 'y', 'z'].slice(index),
      owner: ['group:default/web', 'user:default/jane', 'group:default/ops'][index]!,
      spec: { type: index === 0 ? 'service' : 'website', lifecycle: index === 2 ? 'a,b' : 'production' },
    }),
  ),
)
const asked: Partial<IndexFilters>[] = [
  {},
  { values: { type: ['SERVICE'] } },
  { values: { tags: ['y', 'z'] } },
  { values: { lifecycles: ['a,b', 'production'] } },
  { values: { lifecycles: ['a,b'] } },
  { user: 'owned' },
  { user: 'owned', values: { owners: ['group:default/web', 'group:default/ops'] } },
  { user: 'starred' },
  { user: 'starred', values: { type: ['website'], namespace: ['other', 'default'] } },
  { values: { namespace: ['other'] } },
]

test.each(asked)('the server finds the same as the filters in the browser: %j [CAT-071, CAT-084, CAT-085]', part => {
  const filters: IndexFilters = { kind: 'component', ...noFilters, ...part }
  const selection = selectionOf(filters, viewer, model)
  const wanted = all.filter(entity => meetsFilters(toEntityRow(entity), filters, viewer, model))
  expect(wanted.length).toBeGreaterThan(0)
  const byQuery = parseQuery(toEntityQuery(selection))
  expect(all.filter(entity => matches(byQuery, searchPairs(entity)))).toEqual(wanted)
  const filter = toFilter(selection)
  const byFilter = filter && parseFilterParams(stringifyFilter(filter))
  if (byFilter) expect(all.filter(entity => matches(byFilter, searchPairs(entity)))).toEqual(wanted)
})

test('what an address cannot carry becomes a query, and what can find nothing is not requested', () => {
  const filters: IndexFilters = { kind: 'component', ...noFilters }
  expect(toFilter(selectionOf({ ...filters, values: { lifecycles: ['a,b'] } }, viewer, model))).toBeUndefined()
  expect(toFilter(selectionOf({ ...filters, user: 'owned', values: { owners: ['group:default/web'] } }, viewer, model))).toBeUndefined()
  const many = new Set(Array.from({ length: 900 }, (_, index) => `component:default/with-a-long-name-${index}`))
  expect(toFilter(selectionOf({ ...filters, user: 'starred' }, { ...viewer, starred: many }, model))).toBeUndefined()
  expect(
    isNothing(selectionOf({ ...filters, user: 'starred' }, { ...viewer, starred: new Set(['api:default/a', 'no ref at/all/x']) }, model)),
  ).toBe(true)
  expect(isNothing(selectionOf({ ...filters, user: 'owned' }, { ...viewer, ownershipRefs: [] }, model))).toBe(true)
})
