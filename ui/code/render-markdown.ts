import DOMPurify from 'dompurify'
import MarkdownIt from 'markdown-it'
import { isExternalAddress, isSafeAddress } from '../Link.tsx'
import { highlight } from './highlight.ts'

const markdown = new MarkdownIt({
  html: false,
  linkify: true,
  highlight: (code, language) => highlight(code, language) ?? '',
})
markdown.validateLink = isSafeAddress
markdown.core.ruler.push('portal_links', state => {
  for (const token of state.tokens.flatMap(block => block.children ?? [])) {
    if (token.type === 'image') token.attrSet('loading', 'lazy')
    if (token.type !== 'link_open' || !isExternalAddress(String(token.attrGet('href') ?? ''))) continue
    token.attrSet('target', '_blank')
    token.attrSet('rel', 'noopener noreferrer')
  }
})

/** Tags and attributes that a text must never bring into the page. */
const forbidden = {
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'iframe'],
  FORBID_ATTR: ['style', 'id', 'name'],
}

export interface MarkdownOptions {
  /** Resolves addresses in the text: links relative to a file, pictures beside it. */
  readonly resolve?: ((address: string) => string) | undefined
  /** The full address of a path inside the portal; such links carry the path itself in `data-to`. */
  readonly toHref?: ((to: string) => string) | undefined
  /** The size of the largest heading: 3 makes `#` an h3. */
  readonly topHeading?: number
}

/** Markdown as HTML that is safe to put on the page. */
export function renderMarkdown(source: string, { resolve, topHeading = 1, toHref = to => to }: MarkdownOptions = {}): string {
  const html = DOMPurify.sanitize(markdown.render(source), { ...forbidden, ADD_ATTR: ['target'], RETURN_DOM_FRAGMENT: true })
  for (const [name, attribute] of [
    ['a', 'href'],
    ['img', 'src'],
  ] as const) {
    for (const element of html.querySelectorAll(name)) {
      const address = element.getAttribute(attribute)
      const whole = address !== null && resolve && !isExternalAddress(address) ? resolve(address) : address
      if (whole === null || !isSafeAddress(whole)) element.removeAttribute(attribute)
      else element.setAttribute(attribute, whole)
      if (name === 'a' && whole?.startsWith('/') && !isExternalAddress(whole)) {
        element.setAttribute('href', toHref(whole))
        element.dataset['to'] = whole
      }
    }
  }
  for (const table of html.querySelectorAll('table, pre')) table.setAttribute('tabindex', '0')
  lowerHeadings(html, topHeading - 1)
  const holder = document.createElement('div')
  holder.append(html)
  return holder.innerHTML
}

function lowerHeadings(html: DocumentFragment, by: number): void {
  if (by <= 0) return
  for (const heading of html.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const lower = document.createElement(`h${Math.min(6, Number(heading.tagName.slice(1)) + by)}`)
    lower.append(...heading.childNodes)
    heading.replaceWith(lower)
  }
}
