import { decodeText, escapeHtml } from '@portico/core/common'
import { filePrefix, pagePrefix, type DocsHeading, type DocsNavItem, type DocsSection } from '@portico/techdocs/common'
import { parse, serialize, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { normalise } from './config/inner-path.ts'
import { isSafeScheme, schemeOf } from './html/allowed-html.ts'
import { cleanHtml, textOf, type SanitizerSettings } from './html/clean-html.ts'
import type { RenderedPage } from './render-page.ts'
import { encodePath } from './links.ts'

export interface PublishedPage extends RenderedPage {
  /** The navigation of the site, as the page shows it. */
  readonly nav: DocsNavItem[]
}

/** A page that others have published, with a theme of its own, cleaned and in the look of the portal. */
export function readPublishedPage(html: string, path: string, settings: SanitizerSettings): PublishedPage {
  const document = parse(html)
  const content = find(document, isContent) ?? find(document, node => node.tagName === 'body')
  const edit = find(document, node => hasClass(node, 'md-content__button') && /edit/i.test(attribute(node, 'title') ?? ''))
  if (content) tidy(content)
  const headings = content ? headingsOf(content) : []
  const resolve = createPublishedLinks(path, settings.additionalAllowedURIProtocols ?? [])
  const cleaned = cleanHtml(content ? serialize(content) : '', {
    settings,
    resolve: url => resolve(url),
    sectionIds: new Map(headings.map(({ id, title }) => [id, title])),
    onRemoved: () => {},
  })
  const heading = content && find(content, node => node.tagName === 'h1')
  const titleElement = find(document, node => node.tagName === 'title')
  const title = plain(heading ? textWithoutLinks(heading) : (titleElement && textOf(titleElement)?.split(' - ')[0]) || path)
  const editUrl = edit && attribute(edit, 'href')
  const sections: DocsSection[] = [{ title, text: cleaned.text }, ...cleaned.sections]
  return {
    page: {
      path,
      title,
      html: cleaned.hasHeading ? cleaned.html : `<h1>${escapeHtml(title)}</h1>${cleaned.html}`,
      headings,
      tags: [],
      hide: [],
      notices: [],
      ...(editUrl && /^https?:\/\//.test(editUrl) && { editUrl }),
    },
    sections,
    links: [],
    ids: headings.map(({ id }) => id),
    nav: navOf(document, resolve),
  }
}

function isContent(node: Tree.Element): boolean {
  return hasClass(node, 'md-content__inner') || attribute(node, 'role') === 'main' || node.tagName === 'article'
}

/** Without what the theme put in: buttons, and the table that holds line numbers. */
function tidy(root: Tree.Element): void {
  const open: Tree.Element[] = [root]
  for (let node = open.pop(); node; node = open.pop()) {
    node.childNodes = node.childNodes.flatMap((child): Tree.ChildNode[] => {
      if (!('tagName' in child)) return [child]
      if (hasClass(child, 'md-content__button') || hasClass(child, 'md-clipboard') || hasClass(child, 'linenos')) return []
      if (!hasClass(child, 'highlighttable')) return [child]
      const code = find(child, each => each.tagName === 'td' && hasClass(each, 'code'))
      return code ? code.childNodes : []
    })
    for (const child of node.childNodes) if ('tagName' in child) open.push(child)
  }
}

function headingsOf(root: Tree.Element): DocsHeading[] {
  const found: DocsHeading[] = []
  walk(root, node => {
    const id = attribute(node, 'id')
    if (/^h[1-6]$/.test(node.tagName) && id) found.push({ id, title: plain(textWithoutLinks(node)), level: Number(node.tagName[1]) })
  })
  return found
}

function textWithoutLinks(node: Tree.Element): string {
  return textOf({ ...node, childNodes: node.childNodes.filter(child => !('tagName' in child && hasClass(child, 'headerlink'))) })
}

/** The theme's own tree of links. */
function navOf(document: Tree.Document, resolve: (url: string) => string | undefined): DocsNavItem[] {
  const nav =
    find(document, node => node.tagName === 'nav' && hasClass(node, 'md-nav--primary')) ?? find(document, node => node.tagName === 'nav')
  const list = nav && find(nav, node => node.tagName === 'ul')
  return list ? itemsOf(list, resolve, 0) : []
}

function itemsOf(list: Tree.Element, resolve: (url: string) => string | undefined, depth: number): DocsNavItem[] {
  if (depth > 20) return []
  return list.childNodes.flatMap((item): DocsNavItem[] => {
    if (!('tagName' in item) || item.tagName !== 'li') return []
    const inner = find(item, node => node.tagName === 'ul' && !isContents(node, item))
    const link = find(
      item,
      node => node.tagName === 'a' && attribute(node, 'href') !== undefined && !attribute(node, 'href')!.startsWith('#'),
    )
    const label = link && !inner ? link : (find(item, node => node.tagName === 'label' || node.tagName === 'span') ?? link)
    const title = label ? plain(textOf(label)) : ''
    if (title === '') return []
    if (inner) return [{ title, children: itemsOf(inner, resolve, depth + 1) }]
    const href = link && resolve(attribute(link, 'href') ?? '')
    if (href === undefined) return []
    return [
      href.startsWith(pagePrefix)
        ? { title, path: decodeURIComponent(href.slice(pagePrefix.length).replace(/#.*$/s, '')) }
        : { title, href: href.replace(filePrefix, '') },
    ]
  })
}

/** The contents of the page stand inside the entry of the page. */
function isContents(node: Tree.Element, item: Tree.Element): boolean {
  return find(item, each => hasClass(each, 'md-nav--secondary') && find(each, inner => inner === node) !== undefined) !== undefined
}

/** Addresses of a published page are relative to its own. */
function createPublishedLinks(path: string, schemes: readonly string[]) {
  const base = path.slice(0, path.lastIndexOf('/') + 1)
  return (url: string): string | undefined => {
    const trimmed = url.trim()
    const scheme = schemeOf(trimmed)
    if (scheme === 'data') return /^data:image\/(?:png|jpe?g|gif|webp|svg\+xml)[;,]/i.test(trimmed) ? trimmed : undefined
    if (scheme !== undefined) return isSafeScheme(scheme, schemes) ? trimmed : undefined
    if (/^[/\\]{2}/.test(trimmed)) return `https://${trimmed.replace(/^[/\\]+/, '')}`
    if (/^[#/]/.test(trimmed)) return trimmed
    const [, written = '', rest = ''] = /^([^?#]*)([?#].*)?$/s.exec(trimmed) ?? []
    const target = normalise(base + decodeText(written))
    if (target === undefined) return undefined
    const isFolder = written.endsWith('/') || /(?:^|\/)\.{1,2}$/.test(written) || target === ''
    const isPage = isFolder || /\.html?$/.test(target) || !/\.\w{1,8}$/.test(target)
    if (!isPage) return `${filePrefix}${encodePath(target)}${rest}`
    const page = target.replace(/(?:^|(?<=\/))index\.html$/, '')
    return `${pagePrefix}${encodePath(page === '' || page.endsWith('/') || page.endsWith('.html') ? page : `${page}/`)}${rest}`
  }
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/¶/g, '').trim()
}

function attribute(node: Tree.Element, name: string): string | undefined {
  return node.attrs.find(each => each.name === name)?.value
}

function hasClass(node: Tree.Element, name: string): boolean {
  return (attribute(node, 'class') ?? '').split(/\s+/).includes(name)
}

/** In the order of the document, without recursion. */
function walk(root: Tree.ParentNode, visit: (node: Tree.Element) => void): void {
  const open: Tree.ChildNode[] = [...root.childNodes].reverse()
  for (let node = open.pop(); node; node = open.pop()) {
    if (!('tagName' in node)) continue
    visit(node)
    open.push(...[...node.childNodes].reverse())
  }
}

function find(root: Tree.ParentNode, isWanted: (node: Tree.Element) => boolean): Tree.Element | undefined {
  const open: Tree.ChildNode[] = [...root.childNodes].reverse()
  for (let node = open.pop(); node; node = open.pop()) {
    if (!('tagName' in node)) continue
    if (isWanted(node)) return node
    open.push(...[...node.childNodes].reverse())
  }
  return undefined
}
