import type { GraphLayout } from '@portico/ui'
import { expect, test } from 'vitest'
import type { EntityNode } from '../graph/graph-drawing.ts'
import { toPicture } from './picture.ts'
import { toSvg } from './svg.ts'

const node = (id: string, more: Partial<EntityNode> = {}): EntityNode => ({
  id,
  ref: id,
  label: id,
  hint: 'component',
  kind: 'component',
  form: 'entity',
  isRoot: false,
  entity: undefined,
  ...more,
})
const layout: GraphLayout = {
  width: 400,
  height: 100,
  nodes: [
    { id: 'a', x: 60, y: 40, width: 120, height: 44 },
    { id: 'b', x: 300, y: 40, width: 120, height: 44 },
  ],
  edges: [
    {
      from: 'a',
      to: 'b',
      label: 'depends on',
      points: [
        { x: 120, y: 40 },
        { x: 180, y: 50 },
        { x: 240, y: 40 },
      ],
      middle: { x: 180, y: 40 },
    },
  ],
  groups: [],
}
const colours = {
  page: '#fff',
  surface: '#fff',
  border: '#ccc',
  line: '#888',
  text: '#000',
  muted: '#555',
  accent: '#00f',
  kind: () => '#00a',
}

test('an exported graph is a well-formed document with every node, line and name', () => {
  const svg = toSvg(
    toPicture(layout, { nodes: [node('a', { isRoot: true }), node('b', { form: 'missing' })], edges: [] }, { curve: 'curved', colours }),
  )
  const { documentElement: root } = new DOMParser().parseFromString(svg, 'image/svg+xml')
  expect(root.nodeName).toBe('svg')
  expect(root.getAttribute('width')).toBe('432')
  expect([...root.querySelectorAll('text')].map(text => text.textContent)).toEqual(['depends on', 'a', 'component', 'b', 'component'])
  expect([...root.querySelectorAll('g > rect')].map(box => [box.getAttribute('stroke'), box.hasAttribute('stroke-dasharray')])).toEqual([
    ['#00f', false],
    ['#ccc', true],
  ])
  expect([...root.querySelectorAll('path')].map(path => path.getAttribute('d'))).toEqual([
    'M120,40Q180,50 240,40',
    expect.stringMatching(/^M.+L240,40L.+Z$/) as string,
  ])
})

test('names that look like markup stay text, and characters that XML cannot hold are left out', () => {
  const wild = `<script>alert(1)</script>&"'\u0000\u0008`
  const svg = toSvg(
    toPicture(layout, { nodes: [node('a', { label: wild, hint: undefined }), node('b')], edges: [] }, { curve: 'straight', colours }),
  )
  const { documentElement: root } = new DOMParser().parseFromString(svg, 'image/svg+xml')
  expect(root.querySelector('script, parsererror')).toBeNull()
  expect(svg).toContain('&lt;script')
  expect(svg).not.toMatch(/[\u0000\u0008]/)
})
