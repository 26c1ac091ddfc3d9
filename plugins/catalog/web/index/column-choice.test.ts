// @vitest-environment node
import { expect, test } from 'vitest'
import { entityOf } from './catalog-stand-in.ts'
import { shownColumns, usualColumns } from './column-choice.ts'
import { fittingColumns } from './columns.tsx'
import { toEntityRow } from './entity-row.ts'

const rows = [toEntityRow(entityOf('Component', 'a'))]
const spread = [...rows, toEntityRow(entityOf('Component', 'b', { namespace: 'other' }))]

test('each kind has its own columns, after the name [CAT-129, CAT-130, CAT-131, CAT-132, CAT-133]', () => {
  expect(usualColumns('user', rows)).toEqual(['name', 'description', 'tags'])
  for (const kind of ['domain', 'system']) expect(usualColumns(kind, rows)).toEqual(['name', 'owner', 'description', 'tags'])
  for (const kind of ['group', 'template']) expect(usualColumns(kind, rows)).toEqual(['name', 'type', 'description', 'tags'])
  expect(usualColumns('location', rows)).toEqual(['name', 'type', 'targets'])
  for (const kind of ['component', 'api', 'resource', 'dataset']) {
    expect(usualColumns(kind, rows)).toEqual(['name', 'system', 'owner', 'type', 'lifecycle', 'description', 'tags'])
    expect(usualColumns(kind, spread)).toEqual(['name', 'system', 'owner', 'type', 'lifecycle', 'namespace', 'description', 'tags'])
  }
})

test('the type has no column while types are filtered by [CAT-134]', () => {
  expect(shownColumns('component', rows, { types: ['service'] }, {})).not.toContain('type')
  expect(shownColumns('component', rows, { types: [] }, {})).toContain('type')
})

test('columns are shown and hidden as chosen, except for the name', () => {
  expect(shownColumns('user', rows, { types: [] }, { tags: false, namespace: true, name: false })).toEqual([
    'name',
    'namespace',
    'description',
  ])
})

test('a narrow table leaves out what says least, and never the name, the owner and the type', () => {
  const all = usualColumns('component', rows)
  expect(fittingColumns(all, 0)).toEqual(all)
  expect(fittingColumns(all, 900)).toEqual(all)
  expect(fittingColumns(all, 700)).toEqual(['name', 'owner', 'type', 'lifecycle', 'description'])
  expect(fittingColumns(all, 300)).toEqual(['name', 'owner', 'type'])
  expect(fittingColumns(usualColumns('user', rows), 620)).toEqual(['name', 'description', 'tags'])
})
