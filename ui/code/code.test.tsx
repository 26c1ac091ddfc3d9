import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { CodeBlock, CodeEditor, DiffViewer, Markdown, ValueViewer } from '../index.ts'
import { renderKit } from '../testing/render-kit.tsx'
import { highlight } from './highlight.ts'
import { renderMarkdown } from './render-markdown.ts'
import { toOpenPaths, toTreeNodes } from './tree-nodes.ts'

// jsdom has no layout, so ranges have no rectangles; the editor reads them all the same.
beforeAll(() => {
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList
})
afterEach(cleanup)

test('code is coloured with its text escaped, and unknown languages or endless texts stay plain', () => {
  expect(highlight('a: <b>', 'yaml')).toContain('&lt;b&gt;')
  expect(highlight('x', 'klingon')).toBeUndefined()
  expect(highlight('a'.repeat(200_001), 'yaml')).toBeUndefined()
})

test('a block shows its code at once and in colour a little later', async () => {
  const { container } = renderKit(<CodeBlock title="catalog-info.yaml" language="yaml" code={'kind: Component\n'} lineNumbers />)
  expect(screen.getByRole('group', { name: 'catalog-info.yaml' }).textContent).toContain('kind: Component')
  await screen.findByText('Component', { selector: '.hljs-string' })
  expect(container.querySelector('.hljs-attr')?.textContent).toBe('kind:')
})

test('Markdown runs no scripts and applies no styles of a text', () => {
  const html = renderMarkdown(
    [
      '<script>alert(1)</script><img src=x onerror=alert(1)>',
      '[a](javascript:alert(1)) [b](JAVASCRIPT:alert(1)) [c](data:text/html,x) [d](vbscript:x)',
      '<style>*{}</style> <a href="javascript:x">e</a>',
      '![p](javascript:alert(1))',
      '[g](<java\nscript:alert(1)>)',
    ].join('\n\n'),
  )
  const page = document.createElement('div')
  page.innerHTML = html
  expect(page.querySelectorAll('script, style, iframe, [onerror], [style]')).toHaveLength(0)
  expect([...page.querySelectorAll('[href], [src]')].map(element => element.getAttribute('href') ?? element.getAttribute('src'))).toEqual(
    [],
  )
  expect(page.textContent).toContain('<script>alert(1)</script>')
})

test('handlers in the HTML of a text never reach a parser, which would report them', () => {
  const parse = vi.spyOn(DOMParser.prototype, 'parseFromString')
  const hostile = `<img src=x onerror="a()"> <p title=">" ONCLICK = 'b()' title="turn on = off">said</p>\n\n<div onclick=c()>\n<svg/onload=d()></svg></div>\n\nwrite onerror=x\n`
  const html = renderMarkdown(hostile, { html: true })
  const parsed = parse.mock.calls.map(([text]) => String(text)).join('')
  parse.mockRestore()
  expect(parsed).toContain('said')
  expect(parsed).not.toMatch(/[^-]on(?:error|click|load)\s*=(?!x)/i)
  expect(html).toContain('write onerror=x')
  expect(html).not.toContain('no-on')
})

test('Markdown resolves links, opens external ones in another tab and lowers headings below those of the page', () => {
  const html = renderMarkdown('# A\n\n[in](./b.md) [out](https://example.com) ![p](p.png)', {
    resolve: address => `/docs/${address}`,
    topHeading: 3,
  })
  expect(html).toContain('<h3>A</h3>')
  expect(html).toContain('href="/docs/./b.md"')
  expect(html).toMatch(/href="https:\/\/example.com"[^>]*rel="noopener noreferrer"/)
  expect(html).toMatch(/<img[^>]*src="\/docs\/p.png"/)
})

test('Markdown on a page shows its words while it loads, then its shape', async () => {
  renderKit(<Markdown>{'## Hello'}</Markdown>)
  expect(await screen.findByRole('heading', { level: 4, name: 'Hello' })).toBeTruthy()
})

test('a value is laid out line by line, open where it is open', () => {
  const value = { a: { 'b/c': [1] }, d: null }
  expect(toTreeNodes(value, path => path === '' || path === '/a').map(node => [node.depth, node.path])).toEqual([
    [0, ''],
    [1, '/a'],
    [2, '/a/b~1c'],
    [1, '/d'],
  ])
  expect([...toOpenPaths(value, Infinity)]).toEqual(['', '/a', '/a/b~1c'])
})

test('a tree opens, closes and is walked by the arrow keys, and the raw text is one tab away', async () => {
  const user = userEvent.setup()
  renderKit(<ValueViewer label="Entity" value={{ kind: 'Component', spec: { ports: [{ name: 'http' }] } }} format="yaml" />)
  const tree = screen.getByRole('tree', { name: 'Entity' })
  const items = () =>
    within(tree)
      .getAllByRole('treeitem')
      .map(item => item.textContent)
  expect(items()).toEqual(['2 keys', 'kind:"Component"', 'spec:1 keys', 'ports:1 items'])
  tree.focus()
  await user.keyboard('{End}{ArrowRight}')
  expect(items()).toHaveLength(5)
  await user.keyboard('{ArrowRight}')
  expect(within(tree).getByRole('treeitem', { selected: true }).textContent).toBe('0:1 keys')
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(items()).toHaveLength(4)
  await user.click(screen.getByRole('button', { name: 'Expand all' }))
  expect(items()).toHaveLength(6)
  await user.click(screen.getByRole('tab', { name: 'Raw YAML' }))
  expect(screen.getByRole('tabpanel').textContent).toContain('- name: http')
})

test('the editor has a name and reports what is typed; a comparison shows both sides or that there is no difference', async () => {
  const { update } = renderKit(<CodeEditor label="Definition" value={'a: 1\n'} language="yaml" />)
  const editor = await screen.findByRole('textbox', { name: 'Definition' })
  expect(editor.textContent).toContain('a: 1')
  update(<CodeEditor label="Definition" value={'b: 2\n'} language="yaml" />)
  expect(screen.getByRole('textbox', { name: 'Definition' }).textContent).toContain('b: 2')
  update(<DiffViewer label="Changes" before="a: 1" after="a: 1" />)
  expect(await screen.findByText('There are no differences')).toBeTruthy()
  update(<DiffViewer label="Changes" before="a: 1" after="a: 2" layout="split" />)
  expect(await screen.findByRole('textbox', { name: 'Changes: Before' })).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Changes: After' }).textContent).toContain('a: 2')
})

test('the editor shows mistakes at their lines until others come, and goes to a requested line', async () => {
  const value = 'kind: Component\nname: bad name\n'
  const marksOf = (editor: HTMLElement) =>
    [...editor.querySelectorAll('.cm-mistake')].map(line => [line.textContent, line.getAttribute('data-mistake')])
  const { update } = renderKit(<CodeEditor label="File" value={value} marks={[{ line: 2, message: 'no blanks' }]} />)
  const editor = await screen.findByRole('textbox', { name: 'File' })
  expect(marksOf(editor)).toEqual([['name: bad name', 'no blanks']])
  const both = [
    { line: 1, message: 'one' },
    { line: 1, message: 'two' },
    { line: 99, message: 'past the end' },
  ]
  update(<CodeEditor label="File" value={value} marks={both} reveal={{ line: 2 }} />)
  expect(marksOf(editor)).toEqual([
    ['kind: Component', 'one; two'],
    ['', 'past the end'],
  ])
  expect(document.activeElement).toBe(editor)
  update(<CodeEditor label="File" value={value} />)
  expect(marksOf(editor)).toEqual([])
})
