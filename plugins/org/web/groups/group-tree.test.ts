import { expect, test } from 'vitest'
import { levelsThatFit, sumBelow, toGroupTree } from './group-tree.ts'

const group = (name: string, spec: Record<string, unknown> = {}) => ({ apiVersion: 'v1', kind: 'Group', metadata: { name }, spec })
const ref = (name: string) => `group:default/${name}`
const groups = [
  group('acme', { children: ['sales'] }),
  group('sales'),
  group('tech', { parent: 'acme' }),
  group('web', { parent: 'group:default/tech' }),
  group('ops', { parent: 'tech' }),
  group('odd', { parent: 7, children: 'no list' }),
]

test('members of all groups below are counted, in a cycle once', () => {
  const tree = toGroupTree(groups)
  const members = new Map([
    [ref('acme'), 1],
    [ref('web'), 4],
    [ref('ops'), 2],
    [ref('gone'), 3],
  ])
  expect(sumBelow(tree, members)).toEqual(
    new Map([
      [ref('acme'), 7],
      [ref('tech'), 6],
      [ref('web'), 4],
      [ref('ops'), 2],
      [ref('gone'), 3],
    ]),
  )
  const ring = toGroupTree([group('a', { parent: 'b' }), group('b', { parent: 'a' })])
  expect(sumBelow(ring, new Map([[ref('a'), 2]]))).toEqual(
    new Map([
      [ref('b'), 2],
      [ref('a'), 2],
    ]),
  )
})

test('the chart is opened as far as its rows fit', () => {
  const tree = toGroupTree(groups)
  expect([5, 4, 3, 2].map(rows => levelsThatFit(tree, [ref('acme')], rows))).toEqual([2, 1, 1, 0])
  expect(levelsThatFit(tree, [], 5)).toBe(0)
})
