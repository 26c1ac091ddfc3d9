import { parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5'

const leaves = new Set(['p', 'li', 'dt', 'dd'])

/** What a page consists of, one shape a line: `h2#id text`, `p text`, `code language text`. For tests that compare pages. */
export function shapesOf(html: string): string[] {
  const shapes: string[] = []

  function visit(node: Tree.ChildNode, isInWhole: boolean): void {
    if (!('tagName' in node)) return
    const shape = isInWhole && !isInline(node) ? undefined : shapeOf(node)
    if (shape !== undefined) shapes.push(shape)
    node.childNodes.forEach(child => visit(child, isInWhole || isWhole(node)))
  }

  parseFragment(html).childNodes.forEach(node => visit(node, false))
  return shapes.map(shape => shape.trimEnd())
}

/** What is one shape with all that is in it, but for links and images. */
function isWhole(element: Tree.Element): boolean {
  const name = element.tagName
  return /^h[1-6]$/.test(name) || ['p', 'table', 'pre', 'math', 'dt'].includes(name) || hasClass(element, 'highlight')
}

function isInline(element: Tree.Element): boolean {
  return ['a', 'img', 'mark', 'math'].includes(element.tagName) && !hasClass(element, 'headerlink')
}

function shapeOf(element: Tree.Element): string | undefined {
  const name = element.tagName
  const text = textOf(element)
  if (/^h[1-6]$/.test(name)) return `${name}${attribute(element, 'id') ? `#${attribute(element, 'id')}` : ''} ${text}`
  if (hasClass(element, 'highlight')) return `code ${languageOf(element)} ${codeOf(element)}`
  if (name === 'pre') return hasClass(element, 'mermaid') ? 'diagram' : `code text ${codeOf(element)}`
  if (name === 'table') return `table ${rowsOf(element)}`
  if (name === 'a') return hasClass(element, 'footnote-backref') ? undefined : `a ${attribute(element, 'href')} ${text}`
  if (name === 'img') return `img ${attribute(element, 'src')} ${attribute(element, 'alt')}`
  if (hasClass(element, 'admonition')) return `admonition ${classOf(element, 'admonition')} ${titleOf(element, 'p')}`
  if (name === 'details') return `details ${classOf(element, '')} ${titleOf(element, 'summary')}`
  if (element.parentNode && 'tagName' in element.parentNode && hasClass(element.parentNode, 'tabbed-labels')) return `tab ${text}`
  if (name === 'li' && attribute(element, 'id').startsWith('fn:')) return `footnote ${attribute(element, 'id')}`
  if (name === 'li' && hasClass(element, 'task-list-item')) return `task ${isChecked(element) ? 'x ' : ''}${ownText(element)}`
  if (name === 'p' && (hasClass(element, 'admonition-title') || isFirstOfItem(element))) return undefined
  if (name === 'li' || name === 'dd') return ownText(element) === '' ? undefined : `${name} ${ownText(element)}`
  if (leaves.has(name)) return text === '' ? undefined : `${name} ${text}`
  if (name === 'blockquote') return 'quote'
  if (name === 'mark') return `mark ${text}`
  return name === 'math' ? 'math' : name === 'hr' ? 'hr' : undefined
}

/** The first paragraph of an item is its text: whether a list is loose or tight makes no difference. */
function isFirstOfItem(element: Tree.Element): boolean {
  const parent = element.parentNode
  if (!parent || !('tagName' in parent) || !['li', 'dd'].includes(parent.tagName) || attribute(parent, 'id').startsWith('fn:')) return false
  return parent.childNodes.find(child => 'tagName' in child || rawText(child).trim() !== '') === element
}

/** The text of an item without that of the blocks in it. */
function ownText(element: Tree.Element): string {
  const blocks = ['ul', 'ol', 'pre', 'div', 'table', 'blockquote', 'details', 'p', 'dl']
  const isOwn = (child: Tree.ChildNode) =>
    !('tagName' in child) || !blocks.includes(child.tagName) || (child.tagName === 'p' && isFirstOfItem(child))
  const inline = element.childNodes.filter(isOwn)
  return collapse(inline.map(rawText).join(''))
}

function codeOf(element: Tree.Element): string {
  const code = elementsIn(element).find(({ tagName }) => tagName === 'code') ?? element
  return rawText(code).trim().replaceAll('\n', '⏎')
}

function languageOf(element: Tree.Element): string {
  return /language-(\S+)/.exec(attribute(element, 'class'))?.[1] ?? 'text'
}

function rowsOf(table: Tree.Element): string {
  const rows = elementsIn(table).filter(({ tagName }) => tagName === 'tr')
  const cells = (row: Tree.Element) => elementsIn(row).filter(({ tagName }) => tagName === 'td' || tagName === 'th')
  return rows.map(row => cells(row).map(textOf).join(', ')).join(' / ')
}

function classOf(element: Tree.Element, base: string): string {
  return attribute(element, 'class')
    .split(' ')
    .filter(name => name !== base)
    .join(' ')
}

function titleOf(element: Tree.Element, name: string): string {
  const title = element.childNodes.find((child): child is Tree.Element => 'tagName' in child && child.tagName === name)
  return title && (name === 'summary' || hasClass(title, 'admonition-title')) ? textOf(title) : ''
}

function isChecked(element: Tree.Element): boolean {
  return elementsIn(element).some(({ tagName, attrs }) => tagName === 'input' && attrs.some(({ name }) => name === 'checked'))
}

function hasClass(element: Tree.Element, name: string): boolean {
  return attribute(element, 'class').split(' ').includes(name)
}

function attribute(element: Tree.Element, wanted: string): string {
  return element.attrs.find(({ name }) => name === wanted)?.value ?? ''
}

function elementsIn(element: Tree.Element): Tree.Element[] {
  return element.childNodes.flatMap(child => ('tagName' in child ? [child, ...elementsIn(child)] : []))
}

function textOf(element: Tree.Element): string {
  return collapse(rawText(element))
}

function rawText(node: Tree.ChildNode): string {
  if (node.nodeName === '#text') return (node as Tree.TextNode).value
  if (!('tagName' in node) || hasClass(node, 'headerlink') || node.tagName === 'math' || hasClass(node, 'footnote-backref')) return ''
  if (node.tagName === 'br') return ' '
  return node.childNodes.map(rawText).join('')
}

function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
