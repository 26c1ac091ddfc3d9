// @vitest-environment node
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrangeRows, matchesSelection, toFilterValues } from './arrange-rows.ts'
import { toPlainText, valueAt, type Column } from './column.ts'
import { toCsv } from './csv.ts'
import { toPage } from './paging.ts'
import { freshTableState, nextSort, toTableState } from './table-state.ts'

interface Service {
  readonly metadata: { readonly name: string; readonly tags?: readonly string[]; readonly annotations?: Record<string, string> }
  readonly spec: { readonly lifecycle?: string; readonly size?: number }
}

const rows: readonly Service[] = [
  { metadata: { name: 'web-10', tags: ['java', 'data'] }, spec: { lifecycle: 'production', size: 3 } },
  { metadata: { name: 'web-9', tags: ['go'] }, spec: { lifecycle: 'experimental', size: 20 } },
  { metadata: { name: 'Api', annotations: { 'example.com/slug': 'x' } }, spec: {} },
]
const columns: readonly Column<Service>[] = [
  { title: 'Name', field: 'metadata.name', highlight: true },
  { title: 'Tags', field: 'metadata.tags' },
  { title: 'Lifecycle', field: 'spec.lifecycle' },
  { title: 'Size', value: row => row.spec.size, align: 'end' },
]
const names = (found: readonly Service[]) => found.map(row => row.metadata.name)

test('a field is a dotted path into the row, and keys may themselves have dots [UI-21]', () => {
  expect(valueAt(rows[0], 'metadata.tags')).toEqual(['java', 'data'])
  expect(valueAt(rows[2], 'metadata.annotations.example.com/slug')).toBe('x')
  expect([valueAt(rows[0], 'metadata.name.length'), valueAt(undefined, 'a.b'), valueAt(rows[0], 'constructor.name')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('a row matches only when it meets the selection of every column that has one [UI-37]', () => {
  const arrange = (filters: Record<string, string[]>) => names(arrangeRows(rows, columns, { search: '', filters }))
  expect(arrange({ Lifecycle: ['production', 'experimental'] })).toEqual(['web-10', 'web-9'])
  expect(arrange({ Lifecycle: ['production', 'experimental'], Tags: ['go'] })).toEqual(['web-9'])
  expect(arrange({ Lifecycle: ['production'], Tags: ['go'] })).toEqual([])
  expect(arrange({ Lifecycle: [], Tags: [] })).toHaveLength(3)
})

test('a list matches when one of its items is selected, and nothing never does [UI-38]', () => {
  expect(matchesSelection(['java', 'data'], ['data', 'go'])).toBe(true)
  expect(matchesSelection(['java'], ['jav'])).toBe(false)
  expect(matchesSelection([], ['java'])).toBe(false)
  expect(matchesSelection(undefined, ['undefined'])).toBe(false)
  expect(matchesSelection(3, ['3'])).toBe(true)
  expect(matchesSelection(undefined, [])).toBe(true)
})

test('a search finds rows that have every word somewhere', () => {
  const found = (search: string) => names(arrangeRows(rows, columns, { search, filters: {} }))
  expect(found('WEB')).toEqual(['web-10', 'web-9'])
  expect(found('  java prod ')).toEqual(['web-10'])
  expect(found('java go')).toEqual([])
})

test('rows sort as people count, with what is empty last either way', () => {
  const sorted = (column: string, descending: boolean) =>
    names(arrangeRows(rows, columns, { search: '', filters: {}, sort: { column, descending } }))
  expect(sorted('Name', false)).toEqual(['Api', 'web-9', 'web-10'])
  expect(sorted('Size', false)).toEqual(['web-10', 'web-9', 'Api'])
  expect(sorted('Size', true)).toEqual(['web-9', 'web-10', 'Api'])
  expect(sorted('Nothing', true)).toEqual(names(rows))
})

test('sorting changes the order and nothing else, and equal rows stay as they came', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ key: fc.option(fc.integer({ min: 0, max: 5 })), id: fc.uuid() })), items => {
      const sorted = arrangeRows(items, [{ title: 'Key', field: 'key' }], {
        search: '',
        filters: {},
        sort: { column: 'Key', descending: false },
      })
      expect(new Set(sorted)).toEqual(new Set(items))
      const positions = sorted.map(item => items.indexOf(item))
      sorted.forEach((item, index) => {
        const next = sorted[index + 1]
        if (next && next.key === item.key) expect(positions[index]).toBeLessThan(positions[index + 1] ?? 0)
      })
    }),
  )
})

test('the choices of a filter are the values in the rows, each once', () => {
  expect(toFilterValues(rows, columns[1] as Column<Service>)).toEqual(['data', 'go', 'java'])
})

test('a saved state is restored, and invalid parts are ignored [UI-23]', () => {
  const state = {
    ...freshTableState,
    search: 'web',
    filtersOpen: true,
    filters: { Tags: ['go'] },
    sort: { column: 'Name', descending: true },
  }
  expect(toTableState(JSON.parse(JSON.stringify(state)))).toEqual(state)
  for (const broken of [undefined, null, 4, 'x', [], { search: 4, filters: { Tags: 'go', Name: [1] }, widths: { Name: -1 }, sort: 7 }]) {
    expect(toTableState(broken)).toEqual(freshTableState)
  }
})

test('state is saved by the ids of columns, and state saved by their titles is still found', () => {
  const german = [
    { id: 'name', title: 'Name' },
    { id: 'tags', title: 'Schlagwörter' },
  ]
  const byTitle = {
    filters: { Schlagwörter: ['go'] },
    sort: { column: 'Schlagwörter', descending: true },
    widths: { Name: 90 },
    shown: { Gone: true },
  }
  const byId = { filters: { tags: ['go'] }, sort: { column: 'tags', descending: true }, widths: { name: 90 }, shown: { Gone: true } }
  expect(toTableState(byTitle, german)).toMatchObject(byId)
  expect(toTableState(byId, german)).toMatchObject(byId)
  expect(toTableState({ widths: { tags: 100, Schlagwörter: 200 } }, german).widths).toEqual({ tags: 100 })
})

test('columns with ids are filtered, sorted and exported by those, whatever their titles say', () => {
  const named = (titles: readonly [string, string]): Column<Service>[] => [
    { id: 'name', title: titles[0], field: 'metadata.name' },
    { id: 'tags', title: titles[1], field: 'metadata.tags' },
  ]
  const state = { search: '', filters: { tags: ['java', 'go'] }, sort: { column: 'name', descending: true } }
  for (const titles of [['Name', 'Tags'] as const, ['Nom', 'Étiquettes'] as const]) {
    expect(names(arrangeRows(rows, named(titles), state))).toEqual(['web-10', 'web-9'])
    expect(toCsv(named(titles), []).trim()).toBe('name,tags')
  }
})

test('a title sorts up, then down, then not at all', () => {
  const up = nextSort(undefined, 'Name')
  expect(up).toEqual({ column: 'Name', descending: false })
  expect(nextSort(up, 'Name')).toEqual({ column: 'Name', descending: true })
  expect(nextSort({ column: 'Name', descending: true }, 'Name')).toBeUndefined()
  expect(nextSort(up, 'Size')).toEqual({ column: 'Size', descending: false })
})

test('an export quotes what needs it and escapes formulas', () => {
  const csv = toCsv<{ a: unknown }>(
    [
      { title: 'A "b"', field: 'a' },
      { title: 'Buttons', cell: () => 'x' },
    ],
    [{ a: 'plain' }, { a: 'one,\ntwo' }, { a: '=HYPERLINK("x")' }, { a: -4 }, { a: ['x', 'y'] }, { a: undefined }],
  )
  expect(csv.split('\r\n')).toEqual(['"A ""b"""', 'plain', '"one,\ntwo"', `"'=HYPERLINK(""x"")"`, '-4', '"x, y"', '', ''])
  expect(toPlainText({ a: 1 })).toBe('{"a":1}')
})

test('rows are paged only past twenty, and a page that is gone becomes the last', () => {
  const twenty = Array.from({ length: 20 }, (_, index) => index)
  expect(toPage(twenty, 3, 20)).toEqual({ rows: twenty, page: 0 })
  const many = Array.from({ length: 45 }, (_, index) => index)
  expect(toPage(many, 9, 20)).toEqual({ rows: [40, 41, 42, 43, 44], page: 2 })
})
