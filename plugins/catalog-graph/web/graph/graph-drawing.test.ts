import type { Entity } from '@portico/catalog/common'
import { expect, test } from 'vitest'
import { drawNeighbourhood, type DrawingWords } from './graph-drawing.ts'
import { neighboursOf, findNodes } from './highlight.ts'
import type { Neighbourhood } from './neighbourhood.ts'
import { initialView, type ViewState } from './view-state.ts'

const words: DrawingWords = { relation: type => type, more: count => `+${count} more`, missing: 'missing' }

function entity(name: string, links: readonly string[], more: { readonly title?: string; readonly type?: string } = {}): Entity {
  const relations = links.map(link => ({ type: link.split(' ')[0] ?? '', targetRef: `component:default/${link.split(' ')[1]}` }))
  const { title, type } = more
  return { apiVersion: 'v1', kind: 'Component', metadata: { name, ...(title && { title }) }, spec: { ...(type && { type }) }, relations }
}

/** a — b (distance 1), a — c (1), b — c (both 1). */
const around: Neighbourhood = {
  members: new Map(
    [
      { ref: 'component:default/a', distance: 0, entity: entity('a', ['dependencyOf b', 'partOf c'], { title: 'Ana', type: 'service' }) },
      { ref: 'component:default/b', distance: 1, entity: entity('b', ['dependsOn a', 'dependsOn c', 'dependsOn out']) },
      { ref: 'component:default/c', distance: 1, entity: entity('c', ['hasPart a', 'dependencyOf b']) },
    ].map(member => [member.ref, member]),
  ),
  leftOut: [],
  failure: undefined,
}

function edges(part: Partial<ViewState>): string[] {
  const view = { ...initialView, rootEntityRefs: ['component:default/a'], ...part }
  const short = (ref: string) => ref.replace('component:default/', '')
  return drawNeighbourhood(around, view, words)
    .edges.map(({ from, to, label }) => `${short(from)} ${label} ${short(to)}`)
    .sort()
}

test('merged and simplified, one line leads away from the root for each pair', () => {
  expect(edges({})).toEqual(['a dependencyOf b', 'a partOf c'])
})

test('not simplified, relations within one distance are drawn too, the forward one of each pair', () => {
  expect(edges({ unidirectional: false })).toEqual(['a dependencyOf b', 'a partOf c', 'b dependsOn c'])
})

test('not merged, a relation and its opposite are two lines', () => {
  expect(edges({ mergeRelations: false })).toEqual(['a dependencyOf b', 'a partOf c', 'b dependsOn a', 'c hasPart a'])
  expect(edges({ mergeRelations: false, unidirectional: false })).toHaveLength(6)
})

test('two entities that depend on each other keep both facts', () => {
  const both: Neighbourhood = {
    ...around,
    members: new Map(
      ['a', 'b'].map((name, distance) => {
        const other = name === 'a' ? 'b' : 'a'
        return [
          `component:default/${name}`,
          { ref: `component:default/${name}`, distance, entity: entity(name, [`dependsOn ${other}`, `dependencyOf ${other}`]) },
        ]
      }),
    ),
  }
  const { edges: drawn } = drawNeighbourhood(both, { ...initialView, rootEntityRefs: ['component:default/a'] }, words)
  expect(drawn).toEqual([{ from: 'component:default/a', to: 'component:default/b', label: 'dependsOn, dependencyOf' }])
})

test('nodes say name and type, one that is not there says so, and what is left out is a node of its own', () => {
  const partly: Neighbourhood = {
    members: new Map([...around.members, ['component:default/gone', { ref: 'component:default/gone', distance: 1, entity: undefined }]]),
    leftOut: [{ from: 'component:default/a', relation: 'dependencyOf', count: 42 }],
    failure: undefined,
  }
  const { nodes, edges: drawn } = drawNeighbourhood(partly, { ...initialView, rootEntityRefs: ['component:default/a'] }, words)
  expect(nodes.map(({ label, hint, form, isRoot }) => ({ label, hint, form, isRoot }))).toEqual([
    { label: 'Ana', hint: 'component · service', form: 'entity', isRoot: true },
    { label: 'b', hint: 'component', form: 'entity', isRoot: false },
    { label: 'c', hint: 'component', form: 'entity', isRoot: false },
    { label: 'gone', hint: 'missing', form: 'missing', isRoot: false },
    { label: '+42 more', hint: 'dependencyOf', form: 'more', isRoot: false },
  ])
  expect(drawn.at(-1)).toMatchObject({ from: 'component:default/a', to: nodes.at(-1)?.id })
})

test('a title of ten thousand letters is cut', () => {
  const long: Neighbourhood = {
    ...around,
    members: new Map([
      ['component:default/a', { ref: 'component:default/a', distance: 0, entity: entity('a', [], { title: '😀'.repeat(10_000) }) }],
    ]),
  }
  const [node] = drawNeighbourhood(long, initialView, words).nodes
  expect([...(node?.label ?? '')]).toHaveLength(80)
  expect(node?.label.endsWith('😀…')).toBe(true)
})

test('nodes are found by every word of a text, and neighbours by either end of a line', () => {
  const graph = drawNeighbourhood(around, { ...initialView, rootEntityRefs: ['component:default/a'] }, words)
  expect(findNodes(graph, 'ana SERVICE')).toEqual(['component:default/a'])
  expect(findNodes(graph, 'component')).toHaveLength(3)
  expect(findNodes(graph, '  ')).toEqual([])
  expect([...neighboursOf(graph, 'component:default/b')].sort()).toEqual(['component:default/a', 'component:default/b'])
})
