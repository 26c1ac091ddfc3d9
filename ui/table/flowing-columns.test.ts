import { expect, test } from 'vitest'
import { toFixedTracks, toFlowingColumns, toTracks } from './flowing-columns.ts'

const edges = { ticks: true, actions: true }

test('a column is as wide as what is in it, and one takes the rest', () => {
  const columns = [{ title: 'Name', minPx: 170 }, { title: 'Description', grow: true, minPx: 160 }, { title: 'Tags' }]
  expect(toFlowingColumns(columns)).toBe(columns)
  expect(toTracks(columns, edges)).toBe('40px minmax(170px, max-content) minmax(160px, 1fr) minmax(80px, max-content) max-content')
  expect(toTracks(columns.slice(0, 1), { ticks: false, actions: false })).toBe('minmax(170px, max-content)')
})

test('columns with two lines share the room, whatever is in them', () => {
  const columns = [
    { title: 'Name', minPx: 136 },
    { title: 'Description', grow: true, minPx: 146 },
    { title: 'Star', titleHidden: true, minPx: 48 },
  ]
  expect(toTracks(columns, { ticks: true, actions: false }, true)).toBe('40px minmax(136px, 136fr) minmax(146px, 146fr) 48px')
})

test('where none is made for it, the last with a title takes the rest', () => {
  const columns = [{ title: 'Name' }, { title: 'Type' }, { title: 'Starred', titleHidden: true }]
  expect(toFlowingColumns(columns).map(({ grow }) => grow)).toEqual([undefined, true, undefined])
})

test('columns of known widths keep them, and one takes the rest; those that a reader has set share it', () => {
  const columns = [{ title: 'Name' }, { title: 'Why', grow: true }, { title: 'New' }]
  const widthOf = (id: string) => ({ Name: 210, Why: 480 })[id]
  expect(toFixedTracks(columns, { widthOf, isChosen: false }, edges)).toBe('40px 210px minmax(160px, 1fr) 120px 120px')
  expect(toFixedTracks(columns.slice(0, 1), { widthOf, isChosen: false }, { ticks: false, actions: false })).toBe('minmax(160px, 1fr)')
  expect(toFixedTracks(columns, { widthOf, isChosen: true }, { ticks: false, actions: false })).toBe(
    'minmax(210px, 210fr) minmax(480px, 480fr) minmax(120px, 120fr)',
  )
})
