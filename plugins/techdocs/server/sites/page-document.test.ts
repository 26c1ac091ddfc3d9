import type { DocsNavItem, DocsPage } from '@portico/techdocs/common'
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { expect, test } from 'vitest'
import { toDocument } from './page-document.ts'
import { stylesheetPath } from './page-stylesheet.ts'

const nav: DocsNavItem[] = [
  { title: 'Home', path: '' },
  { title: 'Guides', children: [{ title: 'Run <it>', path: 'guides/run/' }] },
  { title: 'Out', href: 'https://x.org' },
]
const page: DocsPage = {
  path: 'guides/run/',
  title: 'Run <it>',
  html: '<h1 id="run">Run</h1><p><a href="portico-page:/">home</a><img src="portico-file:/a.png"></p>',
  headings: [
    { id: 'run', title: 'Run', level: 1 },
    { id: 'first', title: 'First', level: 2 },
  ],
  tags: [],
  hide: [],
  editUrl: 'https://git.example/edit/run.md',
  notices: [],
}

function elementsOf(html: string): Tree.Element[] {
  const found: Tree.Element[] = []
  const open: Tree.ChildNode[] = [...parse(html).childNodes]
  for (let node = open.pop(); node; node = open.pop()) {
    if (!('tagName' in node)) continue
    found.push(node)
    open.push(...node.childNodes)
  }
  return found
}

test("a document has what Backstage's reader looks for: stylesheet, navigation, contents, article, edit link and footer", () => {
  const elements = elementsOf(toDocument(page, { name: 'Site', nav, features: [], repoUrl: 'https://git.example/x' }))
  const attribute = (element: Tree.Element | undefined, name: string) => element?.attrs.find(each => each.name === name)?.value
  const classed = (name: string) => elements.filter(each => attribute(each, 'class')?.split(' ').includes(name))
  const sidebars = elements.filter(each => attribute(each, 'data-md-component') === 'sidebar')
  const hrefs = (name: string) => classed(name).map(each => attribute(each, 'href'))

  // The form of name that its sanitizer keeps; it waits until this has loaded.
  expect(stylesheetPath).toMatch(/\/main\.[a-f0-9]{8}\.min\.css$/)
  expect(
    attribute(
      elements.find(each => each.tagName === 'link'),
      'href',
    ),
  ).toBe(`../../${stylesheetPath}`)
  expect(sidebars.map(each => attribute(each, 'data-md-type')).toSorted()).toEqual(['navigation', 'toc'])
  expect(classed('md-nav--primary')).toHaveLength(1)
  expect(hrefs('md-nav__link').filter(Boolean).toSorted()).toEqual(['#first', '../../', '../../guides/run/', 'https://x.org'])
  expect(hrefs('md-nav__link--active')).toEqual(['../../guides/run/'])
  // The section of the page is open.
  expect(attribute(classed('md-nav__toggle')[0], 'checked')).toBe('')
  expect(elements.filter(each => attribute(each, 'data-md-component') === 'content')).toHaveLength(1)
  expect(attribute(classed('md-content__button')[0], 'title')).toBe('Edit this page')
  expect(hrefs('md-footer__link--prev')).toEqual(['../../'])
  expect(hrefs('md-source')).toEqual(['https://git.example/x'])
  expect(
    attribute(
      elements.find(each => each.tagName === 'img'),
      'src',
    ),
  ).toBe('../../a.png')
})

test('a site with tabs has them where readers of published docs look, and a post is in the tab of its blog', () => {
  const blog: DocsNavItem = { title: 'Blog', children: [{ title: 'All', path: 'blog/' }] }
  const post = { ...page, path: 'blog/2026/p/', within: { path: 'blog/', previous: { title: 'Older', path: 'blog/2025/o/' } } }
  const documentOf = (features: string[]) => elementsOf(toDocument(post, { name: 'Site', nav: [...nav, blog], features }))
  const attribute = (element: Tree.Element | undefined, name: string) => element?.attrs.find(each => each.name === name)?.value
  const hrefsIn = (elements: Tree.Element[], name: string) =>
    elements.filter(each => attribute(each, 'class')?.split(' ').includes(name)).map(each => attribute(each, 'href'))
  const tabbed = documentOf(['navigation.tabs'])
  expect(hrefsIn(tabbed, 'md-tabs__link').toSorted()).toEqual(['../../../', '../../../blog/', '../../../guides/run/', 'https://x.org'])
  const tabs = tabbed.find(each => attribute(each, 'class') === 'md-tabs')
  expect(tabs?.parentNode && 'attrs' in tabs.parentNode && attribute(tabs.parentNode, 'class')).toBe('md-container')
  const active = tabbed.find(each => attribute(each, 'class')?.includes('md-tabs__item--active'))
  expect(attribute(active?.childNodes[0] as Tree.Element, 'href')).toBe('../../../blog/')
  expect(hrefsIn(tabbed, 'md-footer__link--prev')).toEqual(['../../../blog/2025/o/'])
  expect(hrefsIn(documentOf([]), 'md-tabs__link')).toEqual([])
})
