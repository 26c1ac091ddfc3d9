import DOMPurify from 'dompurify'
import MarkdownIt from 'markdown-it'
import { isExternalAddress, isSafeAddress } from '../Link.tsx'
import { highlight } from './highlight.ts'

function createMarkdown(html: boolean) {
  const markdown = new MarkdownIt({ html, linkify: true, highlight: (code, language) => highlight(code, language) ?? '' })
  markdown.validateLink = isSafeAddress
  for (const kind of ['html_block', 'html_inline'])
    markdown.renderer.rules[kind] = (tokens, at) => tokens[at]!.content.replaceAll(tag, withoutHandlers)
  return markdown
}

const tag = /<[a-z](?:"[^"]*"|'[^']*'|[^'"<>])*>/gi
const handlerOrValue = /"[^"]*"|'[^']*'|(?<![\w-])on\w+(?=\s*=)/gi

/**
 * Event handlers get names that the sanitiser does not know, and takes away. It does so for theirs, too, but Chromium reports them to the
 * console and to the policy's reports as soon as it parses them, in whatever document. This is for silence: safety is the sanitiser's.
 */
function withoutHandlers(html: string): string {
  return html.replaceAll(handlerOrValue, part => (/^on/i.test(part) ? `no-${part}` : part))
}

const withoutHtml = createMarkdown(false)
const withHtml = createMarkdown(true)

/** Tags and attributes that a text must never bring into the page. */
const forbidden = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'iframe', 'audio', 'video', 'picture', 'source', 'dialog'],
  FORBID_ATTR: ['style', 'id', 'name', 'srcset', 'background', 'width', 'height', 'bgcolor', 'color', 'align'],
}

export interface MarkdownOptions {
  /** Resolves addresses in the text: links relative to a file, pictures beside it. */
  readonly resolve?: ((address: string) => string) | undefined
  /** The full address of a path inside the portal; such links carry the path itself in `data-to`. */
  readonly toHref?: ((to: string) => string) | undefined
  /** HTML in the text is drawn, without what could run or disguise; else it is shown as text. */
  readonly html?: boolean | undefined
  /** The size of the largest heading: 3 makes `#` an h3. */
  readonly topHeading?: number
}

/** Markdown as HTML that is safe to put on the page. */
export function renderMarkdown(
  source: string,
  { resolve, html: isHtml = false, topHeading = 1, toHref = to => to }: MarkdownOptions = {},
): string {
  const html = DOMPurify.sanitize((isHtml ? withHtml : withoutHtml).render(source), {
    ...forbidden,
    ADD_ATTR: ['target'],
    RETURN_DOM_FRAGMENT: true,
  })
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
      } else if (name === 'a' && whole !== null && isExternalAddress(whole)) {
        element.setAttribute('target', '_blank')
        element.setAttribute('rel', 'noopener noreferrer')
      } else if (name === 'img') element.setAttribute('loading', 'lazy')
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
