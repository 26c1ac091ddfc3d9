import type { WidgetSize } from '@portico/core/web'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findPlace, foldWidgets, moveBy, moveTo, placeWidgets, resizeTo } from './arrange.ts'
import { sizeOf } from './default-layout.ts'
import { inPhoneOrder, parseLayout, type Box, type PlacedWidget } from './layout.ts'

const any: WidgetSize = { columns: 4, rows: 5, minColumns: 2, minRows: 2 }
const box = (id: string, x: number, y: number, w: number, h: number): PlacedWidget => ({ id, widget: 'a/b', x, y, w, h })
const placesOf = (widgets: readonly PlacedWidget[]) => Object.fromEntries(widgets.map(({ id, x, y, w, h }) => [id, [x, y, w, h]]))

function overlap(boxes: readonly Box[]): boolean {
  return boxes.some((a, index) =>
    boxes.slice(index + 1).some(b => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h),
  )
}

test('a widget that is moved onto another takes its place, and the other makes room', () => {
  const widgets = [box('a', 0, 0, 6, 4), box('b', 6, 0, 6, 4), box('c', 0, 4, 6, 3)]
  expect(placesOf(moveTo(widgets, 'b', { x: 0, y: 0 }))).toEqual({ b: [0, 0, 6, 4], a: [0, 4, 6, 4], c: [0, 8, 6, 3] })
})

test('a widget that is moved down far enough changes places with the one below', () => {
  const widgets = [box('a', 0, 0, 6, 4), box('b', 0, 4, 6, 3)]
  expect(placesOf(moveTo(widgets, 'a', { x: 0, y: 3 }))).toEqual({ b: [0, 0, 6, 3], a: [0, 3, 6, 4] })
})

test('one step by the keyboard passes the next widget, and goes a column sideways', () => {
  const widgets = [box('a', 0, 0, 6, 4), box('b', 0, 4, 6, 3)]
  expect(placesOf(moveBy(widgets, 'a', { y: 1 }))).toEqual({ b: [0, 0, 6, 3], a: [0, 3, 6, 4] })
  expect(placesOf(moveBy(widgets, 'b', { y: -1 }))).toEqual({ b: [0, 0, 6, 3], a: [0, 3, 6, 4] })
  expect(placesOf(moveBy(widgets, 'a', { x: 1 }))).toEqual({ a: [1, 0, 6, 4], b: [0, 4, 6, 3] })
  expect(placesOf(moveBy(widgets, 'a', { y: -1 }))).toEqual(placesOf(widgets))
  expect(placesOf(moveBy(widgets, 'a', { x: -1 }))).toEqual(placesOf(widgets))
})

test('a widget grows to the edge of the page and shrinks to its minimum', () => {
  const widgets = [box('a', 6, 0, 4, 4), box('b', 0, 0, 4, 4)]
  expect(placesOf(resizeTo(widgets, 'a', { w: 40, h: 6 }, any))['a']).toEqual([6, 0, 6, 6])
  expect(placesOf(resizeTo(widgets, 'a', { w: 0, h: -3 }, any))['a']).toEqual([6, 0, 2, 2])
})

test('a new widget gets the first place where it fits', () => {
  expect(findPlace([box('a', 0, 0, 8, 4)], { w: 4, h: 2 })).toEqual({ x: 8, y: 0 })
  expect(findPlace([box('a', 0, 0, 8, 4)], { w: 5, h: 2 })).toEqual({ x: 0, y: 4 })
})

const stored = fc.record(
  {
    widget: fc.constantFrom('a/b', 'c/d'),
    x: fc.anything(),
    y: fc.nat(20),
    w: fc.oneof(fc.nat(30), fc.string()),
    h: fc.integer({ min: -5, max: 60 }),
  },
  { requiredKeys: ['widget'] },
)

test('whatever is stored, widgets are inside the page, at least as large as they must be, and never on top of each other', () => {
  fc.assert(
    fc.property(fc.array(stored, { maxLength: 12 }), fc.nat(11), fc.nat(20), fc.nat(30), (widgets, at, x, y) => {
      const placed = placeWidgets(parseLayout({ version: 1, widgets })!.widgets, () => any)
      const moved = placed[at % Math.max(1, placed.length)]
      for (const layout of [
        placed,
        ...(moved ? [moveTo(placed, moved.id, { x, y }), resizeTo(placed, moved.id, { w: x, h: y }, any)] : []),
      ]) {
        expect(overlap(layout)).toBe(false)
        expect(layout.every(each => each.x >= 0 && each.y >= 0 && each.x + each.w <= 12 && each.w >= 2 && each.h >= 2)).toBe(true)
        expect(layout).toHaveLength(widgets.length)
      }
    }),
  )
})

test('a layout of an older version, or one that is damaged, is read as far as it can be', () => {
  expect(parseLayout(undefined)).toBeUndefined()
  expect(parseLayout('<b>')).toBeUndefined()
  expect(parseLayout({ version: 0 })).toBeUndefined()
  // The first form: a bare list, without sizes and ids.
  expect(parseLayout([{ widget: 'home/joke' }, { widget: 'home/joke' }, 'home/joke', null, { widget: 7 }])?.widgets).toEqual([
    { id: 'home/joke', widget: 'home/joke' },
    { id: 'home/joke-2', widget: 'home/joke' },
  ])
  const newer = {
    version: 7,
    widgets: [{ id: 'x', widget: 'a/b', x: 1, y: -2, w: 1.5, h: 3, settings: 'none', theme: 'red' }],
    phone: ['y', 'x', 4],
  }
  expect(parseLayout(newer)).toEqual({ version: 1, widgets: [{ id: 'x', widget: 'a/b', x: 1, h: 3 }], phone: ['x'] })
  expect(parseLayout(Array.from({ length: 500 }, () => ({ widget: 'a/b' })))?.widgets).toHaveLength(50)
})

test('on a phone the user’s order comes first, then that of the page', () => {
  const widgets = [box('c', 0, 4, 4, 2), box('b', 4, 0, 4, 2), box('a', 0, 0, 4, 2)]
  expect(inPhoneOrder(widgets).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  expect(inPhoneOrder(widgets, ['c', 'gone']).map(({ id }) => id)).toEqual(['c', 'a', 'b'])
})

test('a widget that says no size is 4 by 5, and one that says a minimum is at least that', () => {
  expect(sizeOf(undefined)).toEqual({ columns: 4, rows: 5, minColumns: 2, minRows: 2 })
  expect(sizeOf({ id: 'a', item: { layout: { minColumns: 6, minRows: 7 } } })).toEqual({ columns: 6, rows: 7, minColumns: 6, minRows: 7 })
})

test('folded widgets are lines below the others, which leave no gap and never overlap', () => {
  const widgets = [box('wide', 0, 0, 8, 5), box('a', 8, 0, 4, 5), box('b', 0, 5, 4, 5), box('c', 4, 5, 4, 5)]
  const fold = (ids: readonly string[], isArranged: boolean, perRow: 1 | 2 = 2) =>
    placesOf(foldWidgets(widgets, id => ids.includes(id), { isArranged, perRow }))
  expect(fold(['wide', 'c', 'b'], false)).toEqual({ a: [0, 0, 4, 5], wide: [0, 5, 6, 1], b: [6, 5, 6, 1], c: [0, 6, 6, 1] })
  // Who has arranged the page finds a widget in its column.
  expect(fold(['wide'], true)).toEqual({ a: [8, 0, 4, 5], b: [0, 0, 4, 5], c: [4, 0, 4, 5], wide: [0, 5, 6, 1] })
  expect(fold(['wide', 'a'], false, 1)).toEqual({ b: [0, 0, 4, 5], c: [4, 0, 4, 5], wide: [0, 5, 12, 1], a: [0, 6, 12, 1] })
  expect(fold([], false)).toEqual(placesOf(widgets))
  fc.assert(
    fc.property(fc.subarray(['wide', 'a', 'b', 'c']), fc.boolean(), fc.constantFrom(1, 2), (ids, isArranged, perRow) => {
      expect(overlap(foldWidgets(widgets, id => ids.includes(id), { isArranged, perRow: perRow as 1 | 2 }))).toBe(false)
    }),
  )
})
