import mermaid from 'mermaid'

/**
 * What a diagram may not change by a directive of its own, in whatever depth. The first six are the library's. Styles of its own would be styles of the
 * page while it is drawn, and could load something.
 */
const secure = [
  'secure',
  'securityLevel',
  'startOnLoad',
  'maxTextSize',
  'suppressErrorRendering',
  'maxEdges',
  'htmlLabels',
  'dompurifyConfig',
  'themeCSS',
  'fontFamily',
  'altFontFamily',
]

let drawing: Promise<unknown> = Promise.resolve()

/** Draws one diagram after the other as SVG: while one is drawn, the page sets styles in another way. */
export function drawMermaid(id: string, code: string, isDark: boolean): Promise<string> {
  const next = drawing.then(() => draw(id, code, isDark))
  drawing = next.catch(() => {})
  return next
}

/**
 * One diagram, to be shown as an image.
 *
 * `loose` leaves out one step of the library: it would parse the finished SVG once more to clean it, and the content security policy refuses
 * and reports every style in what is parsed. Labels are cleaned by the library all the same, nothing of the drawing stays in the document, and
 * an image runs no script and follows no link.
 */
async function draw(id: string, code: string, isDark: boolean): Promise<string> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'loose',
    secure,
    theme: isDark ? 'dark' : 'neutral',
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    fontFamily: 'Inter, system-ui, sans-serif',
    suppressErrorRendering: true,
    maxTextSize: 50_000,
    maxEdges: 300,
  })
  const { svg } = await withAllowedStyles(() => mermaid.render(id, withoutStyles(code)))
  // An image is read as XML, which does not know the entity that HTML writes.
  return svg.replaceAll('&nbsp;', '&#160;')
}

/** Labels are shown as text: styles of HTML in them have no effect, and would only be refused. */
function withoutStyles(code: string): string {
  return code.replace(/(<[a-z][^<>]{0,500}?)\sstyle\s*=\s*(?:"[^"<>]*"|'[^'<>]*')/gi, '$1')
}

/**
 * The library measures texts with style elements and attributes of its own. The content security policy allows elements with the page's nonce
 * and styles that a script sets; while it draws, it does it that way.
 */
async function withAllowedStyles<T>(run: () => Promise<T>): Promise<T> {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  const { createElement, createElementNS } = document
  const { setAttribute } = Element.prototype
  const withNonce = <E extends Element>(element: E, name: string): E => {
    if (nonce !== undefined && name.toLowerCase() === 'style') (element as unknown as HTMLStyleElement).nonce = nonce
    return element
  }
  document.createElement = ((name: string, options?: ElementCreationOptions) =>
    withNonce(createElement.call(document, name, options), name)) as typeof createElement
  document.createElementNS = ((space: string | null, name: string) =>
    withNonce(createElementNS.call(document, space, name), name)) as typeof createElementNS
  Element.prototype.setAttribute = function set(this: Element, name: string, value: string) {
    if (name === 'style' && 'style' in this) (this as HTMLElement).style.cssText = value
    else setAttribute.call(this, name, value)
  }
  try {
    return await run()
  } finally {
    document.createElement = createElement
    document.createElementNS = createElementNS
    Element.prototype.setAttribute = setAttribute
  }
}
