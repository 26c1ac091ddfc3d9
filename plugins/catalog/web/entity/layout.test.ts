import type { Entity } from '@portico/catalog/common'
import { createConfigReader } from '@portico/core/common'
import { expect, test } from 'vitest'
import { cardsOf, layoutOf, readLayouts, tabsOf } from './layout.ts'

function layouts(value: unknown) {
  return readLayouts(createConfigReader([{ context: 'test', data: { catalog: { entityPage: { layouts: value } } } as never }]))
}

const api: Entity = { apiVersion: 'v1', kind: 'API', metadata: { name: 'a' }, spec: { type: 'openapi' } }
const cards = [
  { id: 'about', area: 'main' },
  { id: 'changes', area: 'main' },
  { id: 'links', area: 'side' },
  { id: 'graph', area: 'side' },
] as const
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id)

test('the first layout that fits the kind and the type is taken', () => {
  const all = layouts([
    { kinds: ['System'] },
    { kinds: ['api'], types: ['GRPC'] },
    { types: ['openapi'], tabs: ['one'] },
    { tabs: ['two'] },
  ])
  expect(layoutOf(api, all)?.tabs).toEqual(['one'])
  expect(layoutOf({ ...api, spec: {} }, all)?.tabs).toEqual(['two'])
  expect(layoutOf(api, [])).toBeUndefined()
})

test('without a layout every card stands where it belongs', () => {
  expect(ids(cardsOf('main', cards, undefined))).toEqual(['about', 'changes'])
  expect(ids(cardsOf('side', cards, undefined))).toEqual(['links', 'graph'])
})

test('a layout names cards for either column; others stands for the rest, and what nobody brings is left out', () => {
  const [layout] = layouts([{ cards: { main: ['graph', 'others', 'unheard-of'], side: ['about'] } }])
  expect(ids(cardsOf('main', cards, layout))).toEqual(['graph', 'changes'])
  expect(ids(cardsOf('side', cards, layout))).toEqual(['about'])
  const [side] = layouts([{ cards: { side: ['changes'] } }])
  expect(ids(cardsOf('main', cards, side))).toEqual(['about'])
})

test('tabs are those that are named, in that order', () => {
  const tabs = [{ id: 'overview' }, { id: 'docs' }, { id: 'history' }]
  expect(ids(tabsOf(tabs, layouts([{ tabs: ['docs', 'others'] }])[0]))).toEqual(['docs', 'overview', 'history'])
  expect(ids(tabsOf(tabs, layouts([{ tabs: ['overview'] }])[0]))).toEqual(['overview'])
  expect(ids(tabsOf(tabs, undefined))).toEqual(['overview', 'docs', 'history'])
})

test('a config that is not as it should be is no layout', () => {
  expect(layouts('nonsense')).toEqual([])
  expect(layouts([1, { kinds: 'api', cards: 3 }])).toEqual([
    { kinds: undefined, types: undefined, main: undefined, side: undefined, tabs: undefined },
  ])
})
