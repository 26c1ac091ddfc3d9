import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { DependencyGraph, type GraphDirection, type GraphNode } from '../index.ts'
import { renderKit } from '../testing/render-kit.tsx'
import { createLayouter, layoutThrottleMs } from './create-layouter.ts'
import { toEdgePath } from './edge-path.ts'
import type { GraphLayout, LayoutRequest } from './graph-shape.ts'
import { graphMargins } from './graph-margins.ts'
import { layoutGraph } from './layout-graph.ts'
import { findNextNode } from './next-node.ts'
import { resizeDebounceMs } from './use-zoom.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const size = { width: 100, height: 40 }
const nodes = ['a', 'b', 'c'].map(id => ({ id, ...size }))
const edges = [
  { from: 'a', to: 'b', label: 'owns' },
  { from: 'a', to: 'c' },
  { from: 'a', to: 'gone' },
]

function layOut(direction: GraphDirection) {
  const layout = layoutGraph({ nodes, edges, direction })
  return { layout, at: Object.fromEntries(layout.nodes.map(node => [node.id, node])) }
}

test('a graph goes top to bottom, bottom to top, left to right and right to left [UI-07]', () => {
  const way = (direction: GraphDirection) => {
    const { at } = layOut(direction)
    return [Math.sign((at['b']?.x ?? 0) + (at['c']?.x ?? 0) - 2 * (at['a']?.x ?? 0)), Math.sign((at['b']?.y ?? 0) - (at['a']?.y ?? 0))]
  }
  expect(way('TB')).toEqual([0, 1])
  expect(way('BT')).toEqual([0, -1])
  expect(way('LR')[0]).toBe(1)
  expect(way('RL')[0]).toBe(-1)
})

test('neighbours stand 50 apart, edges 10, ranks 50, arranged by network simplex [UI-50] [UI-52]', () => {
  expect(graphMargins).toMatchObject({ nodesep: 50, edgesep: 10, ranksep: 50, ranker: 'network-simplex' })
  const { at } = layOut('TB')
  expect(Math.abs((at['b']?.x ?? 0) - (at['c']?.x ?? 0)) - size.width).toBeGreaterThanOrEqual(50)
  const plain = layoutGraph({ nodes, edges: [{ from: 'a', to: 'b' }], direction: 'TB' })
  const [a, b] = plain.nodes
  expect((b?.y ?? 0) - (a?.y ?? 0) - size.height).toBe(50)
})

test('edges without a target are left out, parallel ones and cycles are drawn', () => {
  expect(layOut('TB').layout.edges).toHaveLength(2)
  const ring = layoutGraph({
    nodes,
    edges: [
      { from: 'a', to: 'b' },
      { from: 'a', to: 'b' },
      { from: 'b', to: 'a' },
      { from: 'c', to: 'c' },
    ],
    direction: 'TB',
  })
  expect(ring.edges.map(edge => edge.points.length > 1)).toEqual([true, true, true, true])
  expect(layoutGraph({ nodes: [], edges: [], direction: 'TB' })).toMatchObject({
    width: expect.any(Number) as number,
    nodes: [],
    edges: [],
  })
})

test('layouts are throttled to one every 250 ms, and only the last of those requested meanwhile is made [UI-51]', async () => {
  vi.useFakeTimers()
  const asked: LayoutRequest[] = []
  const made = vi.fn<(layout: GraphLayout) => void>()
  const runner = {
    layout: (request: LayoutRequest) => {
      asked.push(request)
      return Promise.resolve({ width: 0, height: 0, nodes: [], edges: [], groups: [] })
    },
    cancel: () => undefined,
  }
  const layouter = createLayouter(made, runner)
  const request = (direction: GraphDirection) => ({ nodes, edges, direction })
  for (const direction of ['TB', 'LR', 'RL'] as const) layouter.ask(request(direction))
  await vi.advanceTimersByTimeAsync(layoutThrottleMs - 1)
  expect(asked.map(({ direction }) => direction)).toEqual(['TB'])
  await vi.advanceTimersByTimeAsync(1)
  expect(asked.map(({ direction }) => direction)).toEqual(['TB', 'RL'])
  layouter.stop()
  expect([layoutThrottleMs, resizeDebounceMs]).toEqual([250, 100])
})

test('an arrow key moves to the nearest node in that direction', () => {
  const positioned = [
    { id: 'middle', x: 0, y: 0, ...size },
    { id: 'right', x: 200, y: 10, ...size },
    { id: 'far-right', x: 500, y: 0, ...size },
    { id: 'under', x: 30, y: 100, ...size },
  ]
  expect(findNextNode(positioned, 'middle', 'ArrowRight')?.id).toBe('right')
  expect(findNextNode(positioned, 'middle', 'ArrowDown')?.id).toBe('under')
  expect(findNextNode(positioned, 'middle', 'ArrowLeft')).toBeUndefined()
  expect(findNextNode(positioned, 'gone', 'ArrowLeft')).toBeUndefined()
})

test('an edge is straight from point to point, or rounded between', () => {
  const points = [0, 10, 20].map(y => ({ x: y === 10 ? 5 : 0, y }))
  expect(toEdgePath({ points }, 'straight')).toBe('M0,0L5,10L0,20')
  expect(toEdgePath({ points }, 'curved')).toBe('M0,0Q5,10 0,20')
  expect(toEdgePath({ points: [] }, 'curved')).toBe('')
})

const drawn: readonly GraphNode[] = [
  { id: 'a', label: 'Shop', hint: 'system' },
  { id: 'b', label: 'Cart', to: '/catalog/cart' },
  { id: 'c', label: 'Orders' },
]

test('nodes are reached by key, opened by Enter, and described in words', async () => {
  const user = userEvent.setup()
  const onOpen = vi.fn<(node: GraphNode) => void>()
  renderKit(<DependencyGraph label="Shop and its parts" nodes={drawn} edges={edges} onOpen={onOpen} />)
  const shop = await screen.findByRole('button', { name: 'Shop system' })
  expect(shop.tabIndex).toBe(0)
  expect(screen.getByRole('link', { name: 'Cart' }).getAttribute('href')).toBe('/catalog/cart')
  shop.focus()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toMatch(/Cart|Orders/)
  screen.getByRole('button', { name: 'Orders' }).focus()
  await user.keyboard('{Enter}')
  expect(onOpen.mock.calls.map(([node]) => node.id)).toEqual(['c'])
  const list = within(screen.getByRole('list', { name: 'The graph as a list' }))
  expect(list.getAllByRole('listitem').map(item => item.textContent)).toEqual(['Shop leads to Cart (owns), Orders', 'Cart', 'Orders'])
})

test('where nodes can be selected, a click and Space select, a double click and Enter open', async () => {
  const user = userEvent.setup()
  const acts: string[] = []
  const note = (act: string) => (node: GraphNode) => acts.push(`${act} ${node.id}`)
  renderKit(<DependencyGraph label="Shop" nodes={drawn} edges={edges} onOpen={note('open')} onSelect={note('select')} />)
  const shop = await screen.findByRole('button', { name: 'Shop system' })
  shop.focus()
  await user.keyboard(' {Enter}')
  expect(acts).toEqual(['select a', 'open a'])
  fireEvent.click(shop)
  fireEvent.doubleClick(shop)
  expect(acts.slice(2)).toEqual(['select a', 'open a'])
})

test('more than can be drawn is said, with what to do', async () => {
  const many = Array.from({ length: 5_001 }, (_, index) => ({ id: String(index), label: 'one' }))
  renderKit(<DependencyGraph label="Shop" nodes={many} edges={[]} />)
  expect(await screen.findByText('Too large to draw: 5,001 nodes and 0 lines')).toBeTruthy()
  expect(screen.getByText('Up to 5,000 nodes and 20,000 lines are drawn. Choose fewer with the filters.')).toBeTruthy()
})

test('groups are boxes with a title that may lead somewhere', async () => {
  const groups = [{ id: 'shop', label: 'Web shop', look: 'box', to: '/catalog/shop' } as const]
  const parts = drawn.map(node => ({ ...node, group: 'shop' }))
  renderKit(<DependencyGraph label="Shop" nodes={parts} edges={edges} groups={groups} />)
  expect((await screen.findByRole('link', { name: 'Web shop' })).getAttribute('href')).toBe('/catalog/shop')
})

test('the view zooms by button and by key [UI-05]', async () => {
  const user = userEvent.setup()
  renderKit(<DependencyGraph label="Shop" nodes={drawn} edges={edges} />)
  const group = await screen.findByRole('group', { name: 'Shop' })
  const layer = () => group.querySelector<HTMLElement>(':scope > div:last-of-type')?.style.transform ?? ''
  await user.click(screen.getByRole('button', { name: 'Zoom in' }))
  expect(layer()).toContain('scale(1.3)')
  await user.click(screen.getByRole('button', { name: 'Zoom out' }))
  expect(layer()).toContain('scale(1)')
  fireEvent.keyDown(group, { key: '+' })
  expect(layer()).toContain('scale(1.3)')
})

test('Toggle fullscreen fills the screen, or the page where the browser gives no screen; Escape leaves it [UI-06]', async () => {
  const user = userEvent.setup()
  renderKit(<DependencyGraph label="Shop" nodes={drawn} edges={edges} />)
  const toggle = await screen.findByRole('button', { name: 'Toggle fullscreen' })
  await user.click(toggle)
  expect(toggle.getAttribute('aria-pressed')).toBe('true')
  await user.keyboard('{Escape}')
  expect(toggle.getAttribute('aria-pressed')).toBe('false')
})

test('an empty graph says so', async () => {
  renderKit(<DependencyGraph label="Shop" nodes={[]} edges={[]} />)
  expect(await screen.findByText('There is nothing to draw')).toBeTruthy()
})
