import type { Entity } from '@portico/catalog/common'
import { expect, test } from 'vitest'
import type { EntityGraph, EntityNode } from './graph-drawing.ts'
import { groupNodes, loadGroupEntities } from './group-nodes.ts'
import type { GroupBy } from './view-state.ts'

const wholes: Readonly<Record<string, readonly string[]>> = {
  'component:default/cart': ['system:default/shop'],
  'component:default/part': ['component:default/cart'],
  'component:default/loose': [],
  'component:default/ring': ['component:default/ring'],
  'system:default/shop': ['domain:default/sales'],
  'system:default/bare': ['domain:default/sales'],
  'domain:default/sales': [],
}

function entityOf(ref: string): Entity | undefined {
  const [kind = '', name = ''] = ref.split(/:default\//)
  const relations = wholes[ref]?.map(targetRef => ({ type: 'partOf', targetRef }))
  return relations && { apiVersion: 'v1', kind, metadata: { name, title: name.toUpperCase() }, relations }
}

const node = (ref: string, form: EntityNode['form'] = 'entity'): EntityNode => ({
  id: form === 'more' ? `more:${ref}` : ref,
  ref,
  label: ref,
  form,
  isRoot: false,
  entity: entityOf(ref),
})

function group(groupBy: GroupBy, refs: readonly string[], more: readonly string[] = []) {
  const graph: EntityGraph = {
    nodes: [...refs.map(ref => node(ref)), ...more.map(ref => node(ref, 'more'))],
    edges: [{ from: refs[0] ?? '', to: refs[1] ?? '' }],
  }
  const made = groupNodes(graph, groupBy, { entityOf, toPage: ref => `/${ref}` })
  return {
    nodes: Object.fromEntries(made.nodes.map(each => [each.id, each.group])),
    groups: made.groups?.map(({ label, look, parent }) => ({ label, look, parent })),
    edges: made.edges.length,
  }
}

const all = Object.keys(wholes)

test('entities stand in the box of their system, a part of a component in that of the component', () => {
  expect(group('system', all)).toEqual({
    nodes: {
      'component:default/cart': 'system:default/shop',
      'component:default/part': 'system:default/shop',
      'component:default/loose': undefined,
      'component:default/ring': undefined,
      'system:default/bare': undefined,
      'domain:default/sales': undefined,
    },
    groups: [{ label: 'SHOP', look: 'box', parent: undefined }],
    edges: 1,
  })
})

test('boxes stand in the lane of their domain, and so does a system without parts', () => {
  const { nodes, groups } = group('domain', all)
  expect(nodes).toMatchObject({ 'component:default/cart': 'system:default/shop', 'system:default/bare': 'domain:default/sales' })
  expect(Object.keys(nodes)).not.toContain('domain:default/sales')
  expect(groups).toEqual([
    { label: 'SALES', look: 'lane', parent: undefined },
    { label: 'SHOP', look: 'box', parent: 'domain:default/sales' },
  ])
})

test('a summary stands where what it counts would, and lines to what became a group are left out', () => {
  const made = group('domain', ['system:default/shop', 'component:default/cart'], ['system:default/shop', 'domain:default/sales'])
  expect(made.nodes).toEqual({
    'component:default/cart': 'system:default/shop',
    'more:system:default/shop': 'system:default/shop',
    'more:domain:default/sales': 'domain:default/sales',
  })
  expect(made.edges).toBe(0)
})

test('without systems, and without grouping, the graph is as it was', () => {
  expect(group('system', ['component:default/loose']).groups).toBeUndefined()
  expect(group('none', all).groups).toBeUndefined()
})

test('systems and domains that are not in the graph are loaded, each once', async () => {
  const asked: (readonly string[])[] = []
  const inGraph = (ref: string) => (ref.startsWith('component:') ? entityOf(ref) : undefined)
  const loaded = await loadGroupEntities(['component:default/cart', 'component:default/part', 'component:default/loose'], inGraph, refs => {
    asked.push(refs)
    return Promise.resolve(refs.map(entityOf))
  })
  expect(asked).toEqual([['system:default/shop'], ['domain:default/sales']])
  expect([...loaded.keys()]).toEqual(['system:default/shop', 'domain:default/sales'])
})
