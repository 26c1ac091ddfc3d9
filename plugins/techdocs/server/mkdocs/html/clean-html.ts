import { escapeHtml } from '@portico/core/common'
import { escapeAttribute } from './escape.ts'
import type { DocsSection } from '@portico/techdocs/common'
import { parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { ImageSize } from '../image-size.ts'
import { fragmentTag, type Fragment } from '../markdown/page-env.ts'
import {
  allowedElements,
  cleanStyle,
  droppedElements,
  isAllowedAttribute,
  renamedElements,
  schemeOf,
  voidElements,
} from './allowed-html.ts'
import { isKnownElement } from './element-names.ts'
import { createSectionText } from './section-text.ts'

/** What the config allows besides: `techdocs.sanitizer`. */
export interface SanitizerSettings {
  readonly allowedIframeHosts?: readonly string[]
  readonly allowedCustomElementTagNameRegExp?: string
  readonly allowedCustomElementAttributeNameRegExp?: string
  readonly additionalAllowedURIProtocols?: readonly string[]
}

export interface CleanOptions {
  readonly settings: SanitizerSettings
  readonly fragmentKey?: string
  readonly fragments?: readonly Fragment[]
  /** What an address in the page becomes; undefined if it must not be there. */
  readonly resolve: (url: string, use: { readonly attribute: 'href' | 'src'; readonly isMarkdown: boolean }) => string | undefined
  /** The size of the image at a resolved address, where it is known. */
  readonly imageSize?: (url: string) => ImageSize | undefined
  /** Ids of the headings that begin a section. */
  readonly sectionIds: ReadonlyMap<string, string>
  /** Something was left out. */
  readonly onRemoved: (element: string) => void
}

export interface CleanedHtml {
  readonly html: string
  readonly text: string
  readonly sections: readonly DocsSection[]
  readonly hasHeading: boolean
}

/** Deeper elements are flattened to their text. */
const maxDepth = 200

/** Parses HTML, keeps what is allowed, and writes it out again. Nothing of the input reaches the output but through this. */
export function cleanHtml(html: string, options: CleanOptions): CleanedHtml {
  const text = createSectionText(options.sectionIds)
  const out: string[] = []
  let hasHeading = false
  const custom = toPattern(options.settings.allowedCustomElementTagNameRegExp)
  const customAttribute = toPattern(options.settings.allowedCustomElementAttributeNameRegExp)

  function writeAll(nodes: readonly Tree.ChildNode[], depth: number): void {
    for (const node of nodes) {
      if (node.nodeName === '#text') writeText((node as Tree.TextNode).value)
      else if ('tagName' in node) writeElement(node, depth)
    }
  }

  function writeText(value: string): void {
    out.push(escapeHtml(value))
    text.add(value)
  }

  function writeElement(element: Tree.Element, depth: number): void {
    const name = element.tagName.toLowerCase()
    if (depth > maxDepth) return writeText(textOf(element))
    if (name === fragmentTag) return writeFragment(element)
    if (name === 'iframe') return writeFrame(element)
    if (droppedElements.has(name)) return options.onRemoved(name)
    const isCustom = name.includes('-') && custom !== undefined && custom.test(name)
    const renamed = renamedElements[name] ?? name
    if (!isCustom && !allowedElements.has(renamed)) return unwrap(element, name, depth)
    if (name === 'input' && attributeOf(element, 'type') !== 'checkbox') return options.onRemoved(name)
    hasHeading ||= name === 'h1'
    const written = isCustom ? name : renamed
    out.push(`<${written}${attributesOf(element, written, isCustom)}>`)
    if (voidElements.has(written)) return text.space()
    const leave = text.enter(name, attributeOf(element, 'id'), attributeOf(element, 'class'))
    writeAll(element.childNodes, depth + 1)
    leave()
    out.push(`</${written}>`)
  }

  /** The text of placeholders is shown as it was written, known elements that are not allowed give their content. */
  function unwrap(element: Tree.Element, name: string, depth: number): void {
    if (isKnownElement(name)) options.onRemoved(name)
    else writeText(`<${name}>`)
    writeAll(element.childNodes, depth + 1)
  }

  function writeFragment(element: Tree.Element): void {
    const fragment =
      attributeOf(element, 'key') === options.fragmentKey ? options.fragments?.[Number(attributeOf(element, 'n'))] : undefined
    if (!fragment) return
    out.push(fragment.html)
    text.add(` ${fragment.text} `)
  }

  /** A frame of an allowed host, otherwise a link to what it would have shown. */
  function writeFrame(element: Tree.Element): void {
    const url = attributeOf(element, 'src') ?? ''
    const title = attributeOf(element, 'title') ?? url
    const address = URL.canParse(url) ? new URL(url) : undefined
    if (address?.protocol !== 'https:' && address?.protocol !== 'http:') return options.onRemoved('iframe')
    if (options.settings.allowedIframeHosts?.includes(address.host)) {
      const size = ['width', 'height'].flatMap(name =>
        /^\d{1,4}%?$/.test(attributeOf(element, name) ?? '') ? [` ${name}="${attributeOf(element, name)}"`] : [],
      )
      out.push(
        `<iframe src="${escapeAttribute(address.href)}" title="${escapeAttribute(title)}"${size.join('')} sandbox="allow-scripts allow-same-origin allow-popups allow-presentation" loading="lazy" referrerpolicy="no-referrer"></iframe>`,
      )
      return
    }
    options.onRemoved('iframe')
    out.push(`<a href="${escapeAttribute(address.href)}" target="_blank" rel="noopener noreferrer">${escapeHtml(title)}</a>`)
  }

  function attributesOf(element: Tree.Element, name: string, isCustom: boolean): string {
    if (element.attrs.length === 0 && !tidiedElements.has(element.tagName)) return ''
    const found = new Map<string, string>()
    const isMarkdown = attributeOf(element, 'data-md') !== undefined
    for (const { name: written, value } of element.attrs) {
      const key = written.toLowerCase()
      if (key === 'style') {
        const style = cleanStyle(value)
        if (style !== undefined) found.set('data-style', style)
      } else if (key === 'href' || key === 'src' || key === 'poster' || key === 'cite') {
        if (!isAllowedAttribute(name, key)) continue
        const url = options.resolve(value, { attribute: key === 'href' || key === 'cite' ? 'href' : 'src', isMarkdown })
        if (url !== undefined) found.set(key, url)
      } else if (isAllowedAttribute(name, key) || (isCustom && !key.startsWith('on') && customAttribute?.test(key))) found.set(key, value)
    }
    tidy(name, found, element.tagName)
    if (name === 'img') addSize(found, options.imageSize)
    return [...found].map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`).join('')
  }

  writeAll(parseFragment(html).childNodes, 0)
  return { html: out.join(''), text: text.all(), sections: text.sections(), hasHeading }
}

/** Elements that get attributes although they have none. */
const tidiedElements = new Set(['center', 'input', 'img', 'video', 'audio'])

/** What attributes mean together. */
function tidy(name: string, found: Map<string, string>, written: string): void {
  if (written === 'center') found.set('data-style', 'text-align: center')
  if (name === 'a') {
    const anchor = found.get('name')
    if (anchor !== undefined && !found.has('id')) found.set('id', anchor)
    found.delete('name')
    found.delete('rel')
    const scheme = schemeOf(found.get('href') ?? '')
    const isExternal = scheme !== undefined && /^(?:https?|ftps?)$/.test(scheme)
    if (isExternal || found.get('target') === '_blank') {
      found.set('target', '_blank')
      found.set('rel', 'noopener noreferrer')
    } else found.delete('target')
  }
  if (name === 'input') found.set('disabled', '')
  // What is in the page already has nothing to wait for.
  if (name === 'img' && !found.has('loading') && !found.get('src')?.startsWith('data:')) found.set('loading', 'lazy')
  if (name === 'img' && !found.has('alt')) found.set('alt', '')
  if ((name === 'video' || name === 'audio') && !found.has('controls')) found.set('controls', '')
}

/** With width and height the browser leaves room for an image before it has loaded. */
function addSize(found: Map<string, string>, imageSize: CleanOptions['imageSize']): void {
  const written = found.get('width')
  if (found.has('height') || found.has('data-style') || (written !== undefined && !/^\d+$/.test(written))) return
  const size = imageSize?.(found.get('src') ?? '')
  if (!size) return
  const width = Number(written ?? size.width)
  found.set('width', String(width))
  found.set('height', String(Math.round((width * size.height) / size.width)))
}

function attributeOf(element: Tree.Element, name: string): string | undefined {
  return element.attrs.find(attribute => attribute.name === name)?.value
}

function toPattern(source: string | undefined): RegExp | undefined {
  return source === undefined ? undefined : new RegExp(source)
}

/** Without recursion, because this is for what is nested too deep for it. */
export function textOf(element: Tree.Element): string {
  const parts: string[] = []
  const open: Tree.ChildNode[] = [element]
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.nodeName === '#text') parts.push((node as Tree.TextNode).value)
    else if ('childNodes' in node && !droppedElements.has(node.nodeName)) open.push(...node.childNodes.toReversed())
  }
  return parts.join('')
}
