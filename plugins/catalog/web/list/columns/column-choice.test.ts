import { extensionsOf } from '@portico/core/testing/web'
import { defineWebPlugin } from '@portico/core/web'
import { expect, test } from 'vitest'
import { entityColumns } from '../../slots.ts'
import { entityOf } from '../../testing/fake-catalog.ts'
import { toEntityRow, type EntityRow } from '../entity-row.ts'
import { createIndexModel } from '../index-model.ts'
import { initialColumns, shownColumns, type ChosenColumns } from './column-choice.ts'
import { fittingColumns } from './table-columns.tsx'

const { columns } = createIndexModel(extensionsOf([]), 'offset')
const rows = [toEntityRow(entityOf('Component', 'a'))]
const spread = [...rows, toEntityRow(entityOf('Component', 'b', { namespace: 'other' }))]
const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id)
const initial = (kind: string, shown: readonly EntityRow[]) => ids(initialColumns(columns(kind), kind, shown))
const shown = (kind: string, values: Record<string, string[]>, chosen: ChosenColumns) =>
  ids(shownColumns(columns(kind), { kind, values }, rows, chosen))

test('each kind has its own columns, after the name [CAT-129, CAT-130, CAT-131, CAT-132, CAT-133]', () => {
  expect(initial('user', rows)).toEqual(['name', 'description', 'tags'])
  for (const kind of ['domain', 'system']) expect(initial(kind, rows)).toEqual(['name', 'owner', 'description', 'tags'])
  for (const kind of ['group', 'template']) expect(initial(kind, rows)).toEqual(['name', 'type', 'description', 'tags'])
  expect(initial('location', rows)).toEqual(['name', 'type', 'targets'])
  for (const kind of ['component', 'api', 'resource', 'dataset']) {
    expect(initial(kind, rows)).toEqual(['name', 'system', 'owner', 'type', 'lifecycle', 'description', 'tags'])
    expect(initial(kind, spread)).toEqual(['name', 'system', 'owner', 'type', 'lifecycle', 'namespace', 'description', 'tags'])
  }
})

test('only columns that a kind has can be chosen', () => {
  expect(ids(columns('location'))).toEqual(['name', 'type', 'namespace', 'targets', 'description', 'tags'])
  for (const kind of ['user', 'group']) expect(ids(columns(kind))).toEqual(['name', 'type', 'namespace', 'description', 'tags'])
  expect(ids(columns('api'))).toEqual(['name', 'system', 'owner', 'type', 'lifecycle', 'namespace', 'description', 'tags'])
})

test('the type has no column while types are filtered by [CAT-134]', () => {
  expect(shown('component', { type: ['service'] }, {})).not.toContain('type')
  expect(shown('component', {}, {})).toContain('type')
})

test('columns are shown and hidden as chosen, except for the name', () => {
  expect(shown('user', {}, { tags: false, namespace: true, name: false })).toEqual(['name', 'namespace', 'description'])
})

test('a window of 1440 px has all columns, in two lines; of 1280 px all but the system', () => {
  const fitting = (width: number, of = rows) => {
    const { columns: found, isTight } = fittingColumns(initialColumns(columns('component'), 'component', of), width)
    return [...ids(found), ...(isTight ? ['in two lines'] : [])]
  }
  const all = ['name', 'system', 'owner', 'type', 'lifecycle', 'description', 'tags']
  expect(fitting(0)).toEqual(all)
  expect(fitting(1100)).toEqual(all)
  expect(fitting(880)).toEqual([...all, 'in two lines'])
  expect(fitting(880, spread)).toEqual([...all.slice(0, 5), 'namespace', ...all.slice(5), 'in two lines'])
  expect(fitting(720)).toEqual(['name', 'owner', 'type', 'lifecycle', 'description', 'tags', 'in two lines'])
  expect(fitting(480)).toEqual(['name', 'owner', 'type'])
})

test('a narrow table leaves out the least important columns, and never the name, the owner and the type', () => {
  const all = initialColumns(columns('component'), 'component', rows)
  expect(ids(fittingColumns(all, 640).columns)).toEqual(['name', 'owner', 'type', 'lifecycle', 'description'])
  expect(ids(fittingColumns(all, 300).columns)).toEqual(['name', 'owner', 'type'])
  expect(fittingColumns(initialColumns(columns('user'), 'user', rows), 620)).toMatchObject({ isTight: false })
})

test('a plugin adds a column for its kinds, in order among the others, by the id of the plugin', () => {
  const builds = defineWebPlugin({
    id: 'builds',
    fills: [
      entityColumns.fill({
        name: 'status',
        order: 35,
        isFor: kind => kind === 'component',
        title: 'Last build',
        value: ({ entity }) => entity.metadata.annotations?.['builds/status'],
        minPx: 90,
      }),
    ],
  })
  const model = createIndexModel(extensionsOf([builds]), 'offset')
  expect(ids(model.columns('component'))).toContain('builds/status')
  expect(ids(initialColumns(model.columns('component'), 'component', rows)).slice(3, 5)).toEqual(['type', 'builds/status'])
  expect(ids(model.columns('api'))).not.toContain('builds/status')
})
