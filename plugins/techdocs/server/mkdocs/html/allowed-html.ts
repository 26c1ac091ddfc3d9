/** Elements that a page may have. Everything else is left out, mostly with its content kept. */
export const allowedElements = new Set(
  (
    'a abbr address audio b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ' +
    'input ins kbd label li mark ol p picture pre q rp rt ruby s samp section small source span strike strong sub summary sup table tbody td tfoot th thead time ' +
    'tr tt u ul var video wbr'
  ).split(' '),
)

/** Elements that would mean something to the portal around the page, as plain boxes. */
export const renamedElements: Readonly<Record<string, string>> = {
  article: 'div',
  aside: 'div',
  center: 'div',
  footer: 'div',
  header: 'div',
  hgroup: 'div',
  main: 'div',
  nav: 'div',
  menu: 'ul',
  dir: 'ul',
  font: 'span',
  big: 'span',
  nobr: 'span',
  acronym: 'abbr',
  xmp: 'pre',
  listing: 'pre',
}

/** Elements that go with all that is in them. */
export const droppedElements = new Set(
  'script style template noscript noembed noframes object embed applet frame frameset svg math canvas head title base link meta textarea select option optgroup datalist portal param track map area plaintext dialog slot'.split(
    ' ',
  ),
)

export const voidElements = new Set('br col hr img input source wbr'.split(' '))

const common = ['id', 'class', 'title', 'lang', 'dir', 'align', 'aria-label', 'aria-hidden', 'aria-describedby']

const own: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'download', 'target', 'rel', 'name'],
  audio: ['src', 'controls', 'loop', 'muted'],
  blockquote: ['cite'],
  col: ['span', 'width'],
  colgroup: ['span', 'width'],
  del: ['datetime'],
  details: ['open'],
  div: ['data-tabs'],
  img: ['src', 'alt', 'width', 'height', 'loading', 'border'],
  input: ['type', 'checked', 'disabled'],
  ins: ['datetime'],
  li: ['value'],
  ol: ['start', 'type', 'reversed'],
  source: ['src', 'type', 'media'],
  table: ['border', 'cellpadding', 'cellspacing', 'width', 'summary'],
  td: ['colspan', 'rowspan', 'headers', 'valign', 'width', 'height', 'style'],
  th: ['colspan', 'rowspan', 'headers', 'scope', 'valign', 'width', 'height', 'style'],
  time: ['datetime'],
  video: ['src', 'controls', 'loop', 'muted', 'poster', 'width', 'height', 'preload'],
}

export function isAllowedAttribute(element: string, name: string): boolean {
  return common.includes(name) || (own[element]?.includes(name) ?? false)
}

const properties = new Set(
  (
    'width height max-width min-width max-height min-height text-align vertical-align float clear color background-color background ' +
    'margin margin-top margin-right margin-bottom margin-left padding padding-top padding-right padding-bottom padding-left ' +
    'border border-collapse border-radius border-color border-style border-width font-weight font-style font-size text-decoration white-space display gap'
  ).split(' '),
)

/** Declarations of size, colour, alignment and spacing. Undefined where nothing is left. */
export function cleanStyle(text: string): string | undefined {
  const kept = text
    .slice(0, 1000)
    .split(';')
    .flatMap(declaration => {
      const colon = declaration.indexOf(':')
      const name = declaration.slice(0, colon).trim().toLowerCase()
      const value = declaration.slice(colon + 1).trim()
      return colon > 0 && properties.has(name) && isSafeValue(name, value) ? [`${name}: ${value}`] : []
    })
  return kept.length > 0 ? kept.join('; ') : undefined
}

/** No addresses, no functions but colours, nothing negative that would move text over the portal. */
function isSafeValue(name: string, value: string): boolean {
  if (!/^[\w\s.,%#()!/-]{1,100}$/.test(value) || /(?:^|\s)-\d/.test(value)) return false
  if (/\(/.test(value) && !/^(?:rgb|rgba|hsl|hsla)\([\d\s.,%/deg-]+\)$/.test(value)) return false
  return name !== 'display' || /^(?:block|inline|inline-block|flex|grid|table|none)$/.test(value)
}

const schemes = new Set('callto cid ftp ftps http https mailto matrix sms tel xmpp'.split(' '))

/** The scheme of an address, if it has one; blanks and control characters do not hide it. */
export function schemeOf(url: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):/i.exec(url.replace(/[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028-\u202f\ufeff]/g, ''))?.[1]?.toLowerCase()
}

export function isSafeScheme(scheme: string, more: readonly string[] = []): boolean {
  return schemes.has(scheme) || more.includes(scheme)
}
