import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expandView, initialView, maxExtra, readView, writeView, type ViewState } from './view-state.ts'

test('the address of the reference’s page is understood: roots, depth, kinds, relations, switches, direction and curve', () => {
  const address =
    'rootEntityRefs%5B%5D=component%3ADefault%2FWayback&rootEntityRefs%5B%5D=api%3Ax&maxDepth=3&selectedKinds%5B%5D=Component&selectedKinds%5B%5D=api' +
    '&selectedRelations%5B%5D=ownedBy&unidirectional=false&mergeRelations=false&direction=TB&curve=curveStepBefore&showFilters=false'
  expect(readView(address)).toEqual({
    ...initialView,
    rootEntityRefs: ['component:default/wayback', 'api:default/x'],
    maxDepth: 3,
    selectedKinds: ['component', 'api'],
    selectedRelations: ['ownedBy'],
    unidirectional: false,
    mergeRelations: false,
    direction: 'TB',
    curve: 'curveStepBefore',
    showFilters: false,
  })
})

test('invalid parameters in an address are ignored', () => {
  expect(
    readView('rootEntityRefs[]=nonsense&rootEntityRefs[]=a:b/&maxDepth=many&direction=XY&curve=zigzag&unidirectional=perhaps&expanded[]=x'),
  ).toEqual(initialView)
  expect(readView('rootEntityRefs[a][b]=component:x&selectedKinds=component')).toEqual({ ...initialView, selectedKinds: ['component'] })
  expect(readView('maxDepth=0').maxDepth).toBe(Infinity)
  expect(readView('maxDepth=-4').maxDepth).toBe(Infinity)
  expect(readView('expanded[]=dependsOn:9999:component:default/x').expanded[0]?.extra).toBe(maxExtra)
})

test('every view is read back from its own address, and the default view has an empty one', () => {
  const name = fc.stringMatching(/^[a-z0-9.-]{1,8}$/)
  const ref = fc.tuple(name, name, name).map(([kind, namespace, entity]) => `${kind}:${namespace}/${entity}`)
  const view: fc.Arbitrary<ViewState> = fc.record({
    rootEntityRefs: fc.uniqueArray(ref, { maxLength: 20 }),
    maxDepth: fc.oneof(fc.integer({ min: 1, max: 99 }), fc.constant(Infinity)),
    selectedKinds: fc.uniqueArray(name),
    selectedRelations: fc.uniqueArray(fc.string({ minLength: 1 })),
    unidirectional: fc.boolean(),
    mergeRelations: fc.boolean(),
    direction: fc.constantFrom('LR', 'RL', 'TB', 'BT'),
    curve: fc.constantFrom('curveMonotoneX', 'curveStepBefore'),
    groupBy: fc.constantFrom('none', 'system', 'domain'),
    showFilters: fc.boolean(),
    expanded: fc.array(fc.record({ from: ref, relation: name, extra: fc.integer({ min: 0, max: maxExtra }) })),
    pathTo: fc.option(ref, { nil: undefined }),
    asOf: fc.constantFrom(undefined, 'now', '2026-01-01T00:00:00.000Z'),
  })
  fc.assert(
    fc.property(view, given => {
      expect(readView(writeView(given))).toEqual(given)
    }),
  )
  expect(writeView(initialView)).toBe('')
})

test('opening a summary shows about twice as many each time, up to a limit', () => {
  let view = initialView
  const extras = Array.from({ length: 8 }, () => {
    view = expandView(view, 'component:default/a', 'dependsOn')
    return view.expanded[0]?.extra
  })
  expect(extras).toEqual([25, 75, 175, 375, 775, 1575, 2000, 2000])
  expect(expandView(view, 'component:default/a', 'hasPart').expanded).toHaveLength(2)
})

test('the direction of the window is not in the address, and one that was chosen holds in every window', () => {
  expect([readView('').direction, readView('', 'TB').direction]).toEqual(['LR', 'TB'])
  expect(writeView({ direction: 'TB' }, 'TB')).toBe('')
  for (const direction of ['LR', 'TB'] as const) {
    const other = direction === 'LR' ? 'TB' : 'LR'
    expect(readView(writeView({ direction }, other), other).direction).toBe(direction)
    expect(readView(writeView({ direction }, direction), direction).direction).toBe(direction)
  }
})
